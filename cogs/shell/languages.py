"""The languages of Parterre besides English: GNU gettext catalogues in ``locales/``."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from gettext import c2py
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from rules.text import Text, Translate, english, verbatim

FOLDER = Path(__file__).parents[2] / "locales"
ENGLISH = "en"


def catalogues(folder: Path | None = None) -> dict[str, Path]:
    """Return the file of each catalogue by Discord's name of its language, such as ``fr`` or ``pt-BR``.

    :param folder: without one, ``locales/``.
    """
    files = sorted((folder or FOLDER).glob("*/LC_MESSAGES/parterre.po"))
    return {file.parents[1].name.replace("_", "-"): file for file in files}


def best_match(locale: str, languages: Iterable[str]) -> str | None:
    """Return the language that serves a locale of Discord best; None if none speaks its language.

    The locale itself comes first, then the language without a region, then another region of the same language.
    """
    general = _without_region(locale)
    same = [each for each in languages if _without_region(each) == general]
    return min(same, key=lambda each: (each != locale, each != general, each), default=None)


def _without_region(locale: str) -> str:
    return locale.partition("-")[0]


def own_names() -> dict[str, Text]:
    """Return the name of each language in itself, such as ``Français``; English comes first."""
    names = {each: Locale.parse(each, sep="-").get_display_name() or each for each in (ENGLISH, *catalogues())}
    return {each: verbatim(name[:1].upper() + name[1:]) for each, name in names.items()}


def read_catalogue(file: Path) -> Catalog:
    """Return the catalogue in a file; the context of a command's word is its kind, such as ``command``.

    :raises ValueError: if the file is no catalogue.
    """
    text = BytesIO(file.read_bytes().removeprefix(BOM_UTF8))
    try:
        return read_po(text, locale=file.parents[1].name, abort_invalid=True)
    except (PoFileError, LookupError) as error:  # the latter for an unknown encoding
        raise ValueError(str(error)) from error


def unlike_translations(message: Message) -> Iterator[str]:
    """Yield the translations of a sentence that have other ``{named}`` fields than the original."""
    wanted = [_fields(original) for original in sentences(message.id)]
    for sentence in filter(None, sentences(message.string)):
        if _fields(sentence) not in wanted:
            yield sentence


def drop_unlike_translations(catalogue: Catalog) -> list[str]:
    """Delete messages whose translations have other fields; return one such translation of each."""
    dropped: list[str] = []
    for message in tuple(catalogue):
        if message.id and (wrong := next(unlike_translations(message), None)) is not None:
            dropped.append(wrong)
            catalogue.delete(message.id, message.context)
    return dropped


def is_translated(message: Message) -> bool:
    """Return whether all forms of a message are translated."""
    return all(sentences(message.string) or [""])


def sentences(side: str | Sequence[str | None] | None) -> Sequence[str | None]:
    """Return the sentences on one side of a message: several if it has plural forms."""
    return (side,) if isinstance(side, str) else side or ()


def _fields(sentence: str | None) -> set[str]:
    """Return the names of a sentence's fields; for unbalanced braces, the sentence itself."""
    try:
        return {name for _, name, _, _ in Formatter().parse(sentence or "") if name is not None}
    except ValueError:
        return {sentence or ""}


class Language:
    """The sentences and command words of one language; missing translations fall back to English.

    A language with a ``file`` can be pickled: another process reads that file once.
    """

    def __init__(self, catalogue: Catalog, file: Path | None = None) -> None:
        self._file = file
        found = [message for message in catalogue if message.id and not message.fuzzy]
        self._told = {(message.context, sentences(message.id)[0]): sentences(message.string) for message in found}
        self._form = c2py(catalogue.plural_expr)

    def sentence(self, text: Text) -> str:
        """Return the translation of a text, with its ``{named}`` fields not filled in."""
        forms = self._told.get((None, text.message), ())
        form = self._form(text.count if text.plural else 1) if len(forms) > 1 else 0
        return (forms[form] if forms else None) or english(text)

    def __reduce__(self) -> tuple[Callable[[Path], Language], tuple[Path]]:
        if self._file is None:
            raise TypeError("this language has no file")
        return _of_file, (self._file,)

    def word(self, kind: str | None, word: str) -> str | None:
        """Return the translation of a command's word, such as its name; None if there is none.

        :param kind: the word's context; None for a sentence.
        """
        return next(iter(self._told.get((kind, word), ())), None) or None


@lru_cache
def _of_file(file: Path) -> Language:
    catalogue = read_catalogue(file)
    drop_unlike_translations(catalogue)
    return Language(catalogue, file)


class Languages:
    """All catalogues; ``faults`` has a line for each fault in them, which is left out."""

    def __init__(self, found: Mapping[str, Language], faults: tuple[str, ...] = ()) -> None:
        self._found = found
        self.faults = faults

    @classmethod
    def load(cls, folder: Path | None = None) -> Languages:
        """Read the catalogues of a folder, by default ``locales/``."""
        found: dict[str, Language] = {}
        faults: list[str] = []
        for name, file in catalogues(folder).items():
            try:
                catalogue = read_catalogue(file)
                dropped = drop_unlike_translations(catalogue)
                found[name] = Language(catalogue, file)
            except (OSError, ValueError) as error:
                faults.append(f"The catalogue {name} cannot be read, so it is not spoken: {error}")
                continue
            for wrong in dropped:
                faults.append(f"The catalogue {name} has other fields in “{wrong}”, so it is told in English.")
        return cls(found, tuple(faults))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the languages by Discord's names, such as ``pt-BR``."""
        return tuple(self._found)

    def get(self, locale: str) -> Language | None:
        """Return the catalogue that serves a locale best; None if no catalogue speaks its language, and for English."""
        return self._found.get(self.spoken(locale, default=""))

    def spoken(self, locale: str, default: str = ENGLISH) -> str:
        """Return the language that serves a locale best (`best_match`), else the ``default``."""
        return best_match(locale, (ENGLISH, *self._found)) or default

    def translate(self, locale: str) -> Translate:
        """Return the function that translates texts for this locale."""
        language = self.get(locale)
        return language.sentence if language else english
