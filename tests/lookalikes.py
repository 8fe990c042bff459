"""Write `rules/lookalikes.py` anew from Unicode's list: ``python -m tests.lookalikes confusables.txt``.

The list belongs to UTS #39: https://www.unicode.org/Public/security/latest/confusables.txt
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from unicodedata import bidirectional, category, normalize

TARGET = Path(__file__).parents[1] / "rules" / "lookalikes.py"
LINE = 110  # characters of a string in a line of the module
PLAIN = {"L", "ON", "EN", "ET", "ES", "CS"}  # directions of signs that stand in the module as they are
HEAD = '''"""Signs that look like others, by Unicode's confusables.txt, version {version}; licence: `lookalikes-LICENSE.txt`.

Written by `python -m tests.lookalikes`. Only signs are kept that are left by compatibility decomposition (NFKC, then NFD).
"""

from __future__ import annotations

# A prototype, a tab, and the signs that look like it, line by line.
_LINES = (
'''
TAIL = """)

PROTOTYPES: dict[int, str] = {
    ord(sign): prototype for prototype, signs in (line.split("\\t") for line in _LINES.splitlines()) for sign in signs
}
"""


def decomposed(text: str) -> str:
    """Return the text as `rules.names` has it before it looks for signs."""
    return normalize("NFD", normalize("NFKC", text))


def read_pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each sign with its prototype."""
    for line in text.splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) == 3:
            sign, prototype = ("".join(chr(int(point, 16)) for point in field.split()) for field in fields[:2])
            yield sign, prototype


def reduce_pairs(pairs: dict[str, str]) -> dict[str, str]:
    """Return the pairs that still matter after decomposition, with prototypes that are left as they are."""
    kept = {sign: decomposed(prototype) for sign, prototype in pairs.items() if decomposed(sign) == sign and len(sign) == 1}

    def end(text: str) -> str:
        told = decomposed("".join(kept.get(sign, sign) for sign in text))
        return text if told == text else end(told)

    ends = {sign: end(prototype) for sign, prototype in kept.items()}
    return {sign: prototype for sign, prototype in ends.items() if prototype != sign and not any(map(str.isspace, prototype))}


def written(sign: str) -> str:
    """Return a sign as it stands in the module: escaped where it would disturb its line."""
    if sign.isprintable() and bidirectional(sign) in PLAIN and not category(sign).startswith("M") and sign not in '"\\':
        return sign
    return sign.encode("unicode_escape").decode().replace('"', '\\"')


def write_module(text: str) -> str:
    """Return the module for the text of `confusables.txt`."""
    version = next(line.split(": ")[1] for line in text.splitlines() if line.startswith("# Version: "))
    signs = defaultdict[str, str](str)
    for sign, prototype in sorted(reduce_pairs(dict(read_pairs(text))).items()):
        signs[prototype] += sign
    whole = "".join(f"{prototype}\t{alike}\n" for prototype, alike in sorted(signs.items()))
    lines, line = list[str](), ""
    for sign in whole:
        line += written(sign)
        if len(line) > LINE:
            lines, line = [*lines, line], ""
    return HEAD.format(version=version) + "".join(f'    "{each}"\n' for each in (*lines, line) if each) + TAIL


if __name__ == "__main__":
    TARGET.write_text(write_module(Path(sys.argv[1]).read_text(encoding="utf-8-sig")), encoding="utf-8")
