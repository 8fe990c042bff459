"""Faults to plant in copies of the program, for fuzzing to find."""

from __future__ import annotations

from tests.trials.planted import Change, Planted
from trials.fuzz.output_checks import MARKUP, TOLD, UNPLANNED, WITHOUT_RIGHT

MORE = "    at = table_of(i).position\n    if at.watches"
VIEW = "at.view(i.user.id)"
OTHERS = "at.view(at.seats[-1].person if at.seats[-1].standing == 'seated' else i.user.id)"
ESCAPED = r'    return SIGNS.sub(r"\\\g<0>", visible(data))'
GUARDED = "return discord.AllowedMentions(everyone=False, roles=False, users=users)"
ASKED = "    if person not in voters(at, ballot):"
MANAGES = "async def _manages(i: Interaction) -> None:\n    if not i.permissions.manage_guild:"
HOSTS = "    if person != at.row.host:\n        raise"
ELSEWHERE = "    if row.guild != i.guild_id or not isinstance(i.user, discord.Member):"
ERASED = "    try:\n        await erase_person(i.client.tables, i.user.id)\n"
OTHER_ERASED = """    running = await i.client.tables.running_of(i.user.id)
    others = [seat.person for at in running for seat in at.seated if seat.person not in (i.user.id, *range(99))]
    try:
        await erase_person(i.client.tables, others[0] if others else i.user.id)
"""

PLANTED = (
    Planted(
        "a handler fails", UNPLANNED, "KeyError", (Change("cogs/play/more.py", MORE, MORE.replace("at =", "{}[i.id]\n    at =")),)
    ),
    Planted(
        "anybody may do what managers may",
        WITHOUT_RIGHT,
        "server",
        (Change("cogs/shell/rights.py", MANAGES, MANAGES.replace("not i.permissions.manage_guild", "i.guild is None")),),
    ),
    Planted(
        "anybody may do what the host may",
        WITHOUT_RIGHT,
        "table",
        (Change("host/lobby.py", HOSTS, HOSTS.replace("person != at.row.host", "person == 0")),),
    ),
    Planted("anybody may answer", WITHOUT_RIGHT, "answers question", (Change("host/ballots.py", ASKED, "    if not person:"),)),
    Planted(
        "somebody else's cards are shown",
        TOLD,
        "read of table",
        (
            Change("cogs/play/look.py", f"text_pages(at, {VIEW}", f"text_pages(at, {OTHERS}"),
            Change("cogs/play/look.py", f"drawing, at, {VIEW}", f"drawing, at, {OTHERS}"),
        ),
    ),
    Planted(
        "tables of other servers are shown",
        TOLD,
        "of table",
        (
            Change("cogs/shell/visibility.py", ELSEWHERE, "    if not isinstance(i.user, discord.Member):"),
            Change(
                "cogs/shell/visibility.py",
                "    return i.channel_id in (row.channel",
                "    return row.guild != i.guild_id or i.channel_id in (row.channel",
            ),
        ),
    ),
    Planted(
        "names are told as they are", MARKUP, "a link", (Change("cogs/shell/reader.py", ESCAPED, "    return visible(data)"),)
    ),
    Planted(
        "nobody says who may be pinged",
        MARKUP,
        "allowed_mentions is",
        (Change("cogs/shell/delivery.py", GUARDED, "return discord.AllowedMentions.all()"),),
    ),
    Planted(
        "somebody else's data is deleted",
        WITHOUT_RIGHT,
        "is nobody at table",
        (Change("cogs/person/data.py", ERASED, OTHER_ERASED),),
    ),
)
