"""/move and /undo."""

from __future__ import annotations

from discord import ButtonStyle, app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.ballots.question import offer_to_ask
from cogs.play.answers import option_text
from cogs.play.confirm import ask_below, result_message, show_next
from cogs.play.more import NO_SEAT, show_watching
from cogs.play.panel import NOT_OFFERED, answers_in_words, continue_with, show_moved_on
from cogs.shell.answer import Answer, private
from cogs.shell.audience import reader_of
from cogs.shell.chosen import number_in
from cogs.shell.client import Interaction, Parterre
from cogs.shell.components import button, layout, note, rows
from cogs.shell.find import offer_tables
from cogs.shell.reader import Reader, clip, cut
from cogs.shell.respond import answers, is_admitted, offers
from cogs.shell.routes import route
from cogs.shell.visibility import table_of
from cogs.shell.words import describe, word
from host.mentions import typed
from host.position import Position
from host.refusal import MovedOn, Refused
from host.table import Table
from host.undo import SAME, free_moves, free_undo_preview, involves_chance, undo
from rules.choice import IllegalMove, NotOffered, name_answer
from rules.text import Param, Text, joined, say
from rules.typed import LABEL_END, Completion, complete

COMPLETION_CHARACTERS = 100  # Discord's limit
UNDO_PREVIEW_CHARACTERS = 1500
LISTED_ANSWERS = 12  # of a question, after a word that is none of them


class Moves(commands.Cog):
    """The commands /move and /undo; the panel handles clicks."""

    @app_commands.command(name=word("command", "move"), description=word("description", "Make your move by typing it"))
    @describe(
        move=word("description", "Your move, word by word; the first letters are enough"),
        table=word("description", "The table, if there are several"),
    )
    @answers()
    async def move(self, i: Interaction, move: str, table: int | None = None) -> Answer:
        at = table_of(i).position
        try:
            progress = at.read(i.user.id, cut(move, 200), reader_of(i, at.names).typeable)
        except IllegalMove as error:
            return _refused(at, i.user.id, error)
        return await show_next(i, at, progress.path)

    @move.autocomplete("move")
    @offers
    async def continuations(self, i: Interaction, current: str) -> list[Choice[str]]:
        if not await is_admitted(i):
            return []
        at = table_of(i).position
        reader = reader_of(i, at.names)
        found = complete(at.conversation(i.user.id), cut(current, 200), synonyms=reader.typeable)
        short = [each for each in found if len(each.line) <= COMPLETION_CHARACTERS]
        return [Choice(name=_offered(at, i.user.id, each, reader), value=each.line) for each in short]

    @app_commands.command(
        name=word("command", "undo"),
        description=word("description", "Take back your last move; the others are asked if it affects them"),
    )
    @describe(table=word("description", "The table, if there are several"))
    @answers()
    async def undo_command(self, i: Interaction, table: int | None = None) -> Answer:
        return await offer_undo(i, table_of(i))

    @move.autocomplete("table")
    @undo_command.autocomplete("table")
    @offers
    async def running_tables(self, i: Interaction, current: str) -> list[Choice[int]]:
        return await offer_tables(i, current, "running")


def _refused(at: Position, person: int, error: IllegalMove) -> Answer:
    """Explain why a typed move is refused, how far it was understood, and offer to go on from there."""
    progress = at.answers(person, error.understood)
    indices = [[o.key for o in prompt.options].index(key) for prompt, key in zip(progress.answered, progress.path, strict=True)]
    understood = say("-# Understood so far: {answers}", answers=typed(" ".join(progress.path))) if progress.path else None
    on = button(say("Continue from there"), f"p1:resume:{at.id}:{at.seq}:{'_'.join(map(str, indices))}", ButtonStyle.primary)
    ways = rows([*([on] if progress.path else []), button(say("Rules"), f"r1:table:{at.id}")])
    reason = _not_offered(error) if isinstance(error, NotOffered) else error.text
    return private(layout(joined("\n", reason, understood), *ways, names=at.names))


def _not_offered(error: NotOffered) -> Text:
    """Return the answers on offer in the words that people see, and below them as people type them."""
    prompt, few = error.prompt, error.prompt.options[:LISTED_ANSWERS]
    offered: dict[str, Param] = {
        "word": error.word,
        "question": prompt.question,
        "answers": tuple(name_answer(prompt, each.shown()) for each in few),
    }
    if len(prompt.options) > LISTED_ANSWERS:
        answers = say("“{word}” is not possible here. {question} You can answer, among others: {answers}.", **offered)
    else:
        answers = say("“{word}” is not possible here. {question} You can answer: {answers}.", **offered)
    return joined("\n", answers, say("-# To type them: {keys}", keys=typed(", ".join(each.key for each in few))))


def _offered(at: Position, person: int, offer: Completion, reader: Reader) -> str:
    """Return a completion: the move in words, if the line does not say it, and then the line, so that people can type on."""
    on = f" {LABEL_END} {offer.line}"
    answers = answers_in_words(at.answers(person, tuple(offer.line.split())), bare=True)
    whole = option_text(offer.label._replace(text=joined(" · ", *answers)), at.points_shown)
    text = whole if len(answers) > 1 else option_text(offer.label, at.points_shown)
    said = reader.label(text, max(1, COMPLETION_CHARACTERS - len(on)))
    return offer.line if said in (offer.line.split()[-1], "") or len(said + on) > COMPLETION_CHARACTERS else said + on


async def offer_undo(i: Interaction, table: Table) -> Answer:
    """Show what an undo would take back, and ask before it happens; where it concerns others, offer to ask them."""
    moves = await free_moves(table, i.user.id)
    if not moves:
        return await offer_to_ask(i, table)
    at = table.position
    preview = clip(free_undo_preview(at.require_seat(i.user.id), moves), UNDO_PREVIEW_CHARACTERS)
    confirm = button(say("Take it back"), f"b1:takeback:{at.id}:{at.seq}", ButtonStyle.danger)
    return private(layout(preview, *rows([confirm, button(say("Close"), f"p1:close:{at.id}")]), names=at.names))


@route("b1:takeback:{table}:{seq}")
async def take_back_button(i: Interaction, seq: int) -> Answer:
    """Undo the move that `offer_undo` showed; where the table has moved on since, show what an undo would take back now."""
    table = table_of(i)
    try:
        undone = await undo(table, i.user.id, i.id, seq)
    except MovedOn:
        return await offer_undo(i, table)
    i.client.sender.wake()
    at, done = table.position, joined(" ", say("Your last move is taken back."), SAME if involves_chance(undone) else None)
    return ask_below(i, at, private(result_message(i, at, done))) if at.acts(i.user.id) else private(note(done))


@route("p1:resume:{table}:{seq}:{indices:w}")
async def resume(i: Interaction, seq: int, indices: str) -> Answer:
    """Continue in the panel with the understood part of a typed move.

    :raises Refused: when an answer is not on offer any more.
    """
    at = table_of(i).position
    if seq != at.seq:
        return await show_moved_on(i)
    path: tuple[str, ...] = ()
    for index in map(number_in, indices.split("_")):
        prompt = at.answers(i.user.id, path).prompt
        if prompt is None or index is None or index >= len(prompt.options):
            raise Refused(NOT_OFFERED)
        path = (*path, prompt.options[index].key)
    return await continue_with(i, at, path)


@route("b1:undo:{table}:{seq}")
async def undo_button(i: Interaction, seq: int) -> Answer:
    """Offer to undo; an older board offers the newest move, too, as the person sees it first."""
    found = table_of(i)
    if found.position.watches(i.user.id):
        return await show_watching(i, found.position, NO_SEAT)
    return await offer_undo(i, found)


async def setup(client: Parterre) -> None:
    await client.add_cog(Moves())
