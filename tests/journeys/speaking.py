"""``python -m tests.journeys.speaking FOLDER``: the bot, which finds its languages in another folder."""

from __future__ import annotations

import sys
from pathlib import Path

from bot import main
from cogs.shell import languages

if __name__ == "__main__":
    languages.FOLDER = Path(sys.argv.pop(1))
    sys.exit(main())
