"""/log: the story of a table, and the board as it was after each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.board.message import PAGE_CHARACTERS as TEXT_PAGE_CHARACTERS
from cogs.board.message import board_picture, split_pages
from cogs.play.context import heading
from cogs.shell.answer import Answer, apart, private
from cogs.shell.audience import reader_of
from cogs.shell.chosen import chosen_number
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import Button, Layout, Menu, button, layout, menu, note, rows, turner
from cogs.shell.find import offer_tables
from cogs.shell.reader import Reader, clip, fence, names_winner, story_of
from cogs.shell.respond import answers, offers
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import describe, word
from host.automatic import STAND_IN
from host.computers import describe_computer
from host.history import NO_MOVE, Entry, Page, read_log, read_page, read_past_position
from host.mentions import moment, typed
from host.position import Position
from host.refusal import Refused
from host.replay import OTHER_RULES
from rules.game import DEALER
from rules.names import call
from rules.text import Text, joined, say, verbatim

PAGE_CHARACTERS = 3000  # a message holds 4000
BETWEEN_ENTRIES = "\n\n"
ENTRY_CHARACTERS = (800, 500, 300, 200, 100)  # the first of these lengths with which all entries fit a page


class Log(commands.Cog):
    """The command /log."""

    @app_commands.command(
        name=word("command", "log"),
        description=word("description", "The story so far, with every move, and the board after each"),
    )
    @describe(table=word("description", "The table, if there are several"))
    @answers()
    async def log(self, i: Interaction, table: int | None = None) -> Answer:
        at = table_of(i).position
        return await show_page(i, at, at.seq, None)

    @log.autocomplete("table")
    @offers
    async def running_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "running")


async def show_page(i: Interaction, at: Position, seq: int, number: int | None) -> Answer:
    """Return a page of the log as it was at ``seq``; with no number, the newest."""
    page = await read_page(i.client.tables.store, at, at.seat_of(i.user.id), seq, number)
    return private(log_view(reader_of(i, at.names), at, page, seq))


def log_view(reader: Reader, at: Position, page: Page, seq: int) -> Layout:
    """Return a page of the log, a menu of the boards after its moves, and buttons to the other pages."""
    place = say("-# Table {table} · page {page} of {count}", table=at.id, page=page.number + 1, count=page.pages)
    moves = [entry for entry in page.entries if entry.seat is not None]
    lost = at.row.status == "over" and any(not entry.undone and not entry.kept for entry in moves)
    head = joined("\n", say("## Log of {game}", game=at.game.title), place, say("-# {why}", why=OTHER_RULES) if lost else None)
    looks = _looks(at, page.entries, f"{seq}:{page.number}")
    turns = turner(f"g1:page:{at.id}:{seq}", page.number, page.pages)
    copied = rows([button(say("Copy the moves"), f"g1:copy:{at.id}:{seq}")]) if typed_moves(page.entries) else []
    return layout(joined(BETWEEN_ENTRIES, head, *_told(reader, at, page.entries)), *looks, *turns, *copied, names=at.names)


def typed_moves(entries: Sequence[Entry]) -> str:
    """Return the moves as people type them, a line each, without undone ones and those that hold secrets."""
    return "\n".join(entry.path for entry in entries if entry.path and not entry.undone)


def _told(reader: Reader, at: Position, entries: Sequence[Entry]) -> list[Text]:
    """Return the entries, cut so that they fit the page; if there are too many, the newest."""
    told, lengths = list[Text](), list[int]()
    for longest in ENTRY_CHARACTERS:
        told = [entry_text(at, entry, longest) for entry in entries]
        lengths = [len(reader.markdown(text)) + len(BETWEEN_ENTRIES) for text in told]
        if sum(lengths) <= PAGE_CHARACTERS:
            return told
    while sum(lengths) > PAGE_CHARACTERS:
        told, lengths = told[1:], lengths[1:]
    return told


def entry_text(at: Position, entry: Entry, longest: int) -> Text:
    """Return an entry: its number, the player, the time, then the events; struck through if it was undone."""
    when = moment(entry.at, "R")
    if entry.seat is None:
        head = joined(" · ", *_undo_head(entry), when)
    else:
        path, undone = typed(entry.path) if entry.path else None, say("undone") if entry.undone else None
        head = joined(" · ", say("{number}", number=entry.seq), by_whom(at, entry), when, path, undone)
    told = [replace(event, text=say("~~{line}~~", line=event.text)) if entry.undone else event for event in entry.events]
    return joined("\n", say("-# {head}", head=head), clip(story_of(told), longest))


def _undo_head(entry: Entry) -> list[Text]:
    """Return the number and the player of an undo; nothing for other remarks."""
    undo = next((event for event in entry.events if event.kind == "undone"), None)
    player = dict(undo.text.params).get("seat") if undo else None
    return [say("{number}", number=entry.seq), player] if isinstance(player, Text) else []


def by_whom(at: Position, entry: Entry) -> Text:
    """Return the name of the player who made a move."""
    if entry.seat is None or entry.seat == DEALER:
        return say("dealt")
    if at.seats[entry.seat].level:
        return describe_computer(at.seats[entry.seat])
    name = call(entry.names, entry.seat)
    return say("a stand-in for {name}", name=name) if entry.person == STAND_IN else name


def _looks(at: Position, entries: Sequence[Entry], place: str) -> list[Menu]:
    """Return a menu of the moves on a page whose boards can be shown."""
    options = [(_look(entry), str(entry.seq)) for entry in entries if entry.kept]
    return [menu(say("Look at the board after …"), f"g1:after:{at.id}:{place}", options)] if options else []


def _look(entry: Entry) -> Text:
    told = next((event for event in entry.events if event.headline), entry.events[0])
    return joined(" · ", _number(entry), told.text)


def _number(entry: Entry) -> Text:
    """Return the number of a move, with a note if it was undone or ended the game."""
    if entry.undone:
        return say("{number} (undone)", number=entry.seq)
    ends = any(map(names_winner, entry.events))
    return say("{number} (last move)", number=entry.seq) if ends else say("{number}", number=entry.seq)


async def show_past(i: Interaction, at: Position, move: int, place: str) -> Answer:
    """Show the board after a move, as this person could see it, with buttons to its neighbours.

    :param place: the page of the log that the person came from, as custom_ids name it: ``seq:page``.
    """
    past = await read_past_position(i.client.tables.store, at, move, at.seat_of(i.user.id))
    shown = await board_picture(i.client.drawing, at, past.view, reader_of(i, at.names).teller, last=past.story)
    told = joined("\n", say("**The board after move {move}**", move=move), story_of(past.story))
    steps = [_step(at, place, move, verbatim("‹"), past.before, "back"), _step(at, place, move, verbatim("›"), past.next, "on")]
    ways = [
        button(say("Back to the log"), f"g1:page:{at.id}:{place}:back"),
        button(say("The board now"), f"b1:view:{at.id}"),
    ]
    return private(layout(heading(i, at), told, shown, *rows([*steps, *ways]), names=at.names))


def _step(at: Position, place: str, move: int, sign: Text, to: int | None, name: str) -> Button:
    """Return a button to the board after another move; disabled if there is none."""
    return button(sign, f"g1:step:{at.id}:{place}:{move if to is None else to}:{name}", disabled=to is None)


@route("g1:log:{table}")
async def log_button(i: Interaction) -> Answer:
    at = table_of(i).position
    return await show_page(i, at, at.seq, None)


@route("g1:page:{table}:{seq}:{page}:{name:w}")
async def page_button(i: Interaction, seq: int, page: int, name: str) -> Answer:
    return await show_page(i, table_of(i).position, seq, page)


@route("g1:copy:{table}:{seq}")
async def copy_button(i: Interaction, seq: int) -> Answer:
    """Show only the moves, in as many messages as they need.

    :raises Refused: when nobody has moved yet.
    """
    at = table_of(i).position
    told = await read_log(i.client.tables.store, at, at.seat_of(i.user.id), only_standing=True)
    entries = [entry for entry in told if entry.seq <= seq]
    first, *others = split_pages(typed_moves(entries), TEXT_PAGE_CHARACTERS) or [""]
    if not first:
        raise Refused(say("There is no move to copy yet."))
    return replace(apart(note(fence(first))), more=tuple(note(fence(page)) for page in others))


@route("g1:after:{table}:{seq}:{page}")
async def past_menu(i: Interaction, seq: int, page: int) -> Answer:
    move = chosen_number(i)
    if move is None:
        raise Refused(NO_MOVE)
    at = table_of(i).position
    return await show_past(i, at, move, f"{seq}:{page}")


@route("g1:step:{table}:{seq}:{page}:{move}:{name:w}")
async def step_button(i: Interaction, seq: int, page: int, move: int, name: str) -> Answer:
    return await show_past(i, table_of(i).position, move, f"{seq}:{page}")


async def setup(client: Parterre) -> None:
    await client.add_cog(Log())
