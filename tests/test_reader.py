"""Names are data: whatever somebody is called, it makes no mention, no link and no formatting, in no place."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from cogs.shell.components import Button, build, button, layout, menu, note, rows
from cogs.shell.message import build_message
from cogs.shell.reader import INVISIBLE, STORY_CHARACTERS, Reader, clip, fence, plain_name, story_of, visible
from host.leaving import BACK
from host.lobby import INVITATION
from host.mentions import command, link, moment, person, place, role, typed
from render.palette import DARK
from render.plots import Look
from rules.game import Event
from rules.text import Text, joined, piece, say, verbatim, who

# What Discord reads in a message, at a place and at the beginning of a line; the first that fits counts.
ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")
WHEREVER = [
    ("code", re.compile(r"(`+)[\s\S]*?[^`]\1(?!`)")),
    ("person", re.compile(r"<@!?\d+>")),
    ("role", re.compile(r"<@&\d+>")),
    ("place", re.compile(r"<#\d+>")),
    ("guide", re.compile(r"<id:\w+>")),
    ("command", re.compile(r"</[^:<>]+:\d+>")),
    ("moment", re.compile(r"<t:-?\d+(:[tTdDfFsSR])?>")),
    ("emoji", re.compile(r"<a?:\w+:\d+>|:[\w+-]+:")),
    ("all", re.compile(r"@everyone|@here")),
    ("link", re.compile(r"\[(?:\\.|[^\[\]\\])*\]\(<?[a-z]+:[^\s()]*>?\)")),
    ("address", re.compile(r"<?(https?|steam)://[^\s<]|<[^@\s>]+@[^\s>]+>|<\+?\d+>")),
    ("strong", re.compile(r"\*\*")),
    ("strong", re.compile(r"__")),
    ("slanted", re.compile(r"\*|_")),
    ("struck", re.compile(r"~~")),
    ("hidden", re.compile(r"\|\|")),
]
AT_LINE = re.compile(r"[ \t]*(#{1,3} |-# |>>> |> |[-*+] |\d+\. |\d+\) )")


@dataclass
class Read:
    """Return a text as Discord shows it: signs with a meaning, in their order, and the letters that are left."""

    signs: list[str]
    letters: str


def read(text: str) -> Read:
    found, letters, at = list[str](), "", 0
    while at < len(text):
        line = AT_LINE.match(text, at) if at == 0 or text[at - 1] == "\n" else None
        if line:
            found.append(line[1].strip())
            at = line.end()
        elif escaped := ESCAPE.match(text, at):
            letters += escaped[1]
            at = escaped.end()
        elif sign := next(((kind, m) for kind, sign in WHEREVER if (m := sign.match(text, at))), None):
            found.append(sign[0])
            at = sign[1].end()
        else:
            letters += text[at]
            at += 1
    return Read(found, letters)


LINKS = ["[Claim](", "https://example.org", "[", "](", ")", "<", ">", "<@123>", "<@&1>", "<#5>", "@", "@everyone", "@here"]
LINES = ["# ", "-# ", "> ", "- ", "1. ", "1", ".", "\n", " ", "Ada"]
SIGNS = ["||", "`", "```", "**", "__", "*", "_", "~~", "\\", "<t:0:R>", "</a:1>", "<id:home>", "<:a:1>", ":smile:", ":", "{seat}"]
ODD = st.lists(st.sampled_from([*LINKS, *LINES, *SIGNS]), min_size=1, max_size=6).map("".join)
NAMES = st.one_of(ODD, st.text(min_size=1, max_size=20)).map(plain_name)
BOARD = link(verbatim("Ishtar"), "https://discord.com/channels/1/2")
SEATS = (who(0), who(1))
SENTENCES = [
    joined("\n", say("**{question}**", question=say("{seat}, where?", seat=who(0))), who(1)),
    story_of([Event("back", say(BACK, seat=who(0))), Event("gone", say("{seat} resigns.", seat=who(1)))]),
    say("~~{line}~~", line=say("{seat} plays beside {other}.", seat=who(0), other=who(1))),
    joined(", ", *SEATS),
    joined("", *SEATS),
    say("{people} play {game} in {place}.", people=SEATS, game=BOARD, place=place(3)),
    clip(say("-# {seat} · {time} · {move}", seat=who(0), time=moment(0, "R"), move=typed("7 2")), 3000),
    joined(" · ", person(7), role(8), command("game new"), who(0), who(1)),
]


@pytest.mark.parametrize("sentence", SENTENCES, ids=str)
@given(one=NAMES, other=NAMES)
def test_no_name_means_anything_in_a_message(sentence: Text, one: str, other: str) -> None:
    plain = read(Reader(("Ada", "Ben")).markdown(sentence))
    found = read(Reader((one, other)).markdown(sentence))
    assert found.signs == plain.signs
    told = plain.letters.replace("Ada", "\0").replace("Ben", visible(other)).replace("\0", visible(one))
    assert found.letters == told


@given(one=NAMES, other=NAMES)
def test_nor_does_one_that_is_no_seat_s(one: str, other: str) -> None:
    for sentence in (
        say("{name} takes over {former}'s seat.", name=one, former=other),
        say(INVITATION, host=one, table=1, game=other),
        say("{names}", names=(one, other)),
        joined("\n", verbatim(one), verbatim(other)),
        link(verbatim(one), "https://discord.com/channels/1/2"),
    ):
        bare = Text(sentence.message, tuple((name, _harmless(value, one, other)) for name, value in sentence.params))
        assert read(Reader().markdown(sentence)).signs == read(Reader().markdown(bare)).signs


def _harmless(value: object, *names: str) -> object:
    if isinstance(value, Text):
        return Text(value.message, tuple((key, _harmless(each, *names)) for key, each in value.params))
    if isinstance(value, tuple):
        return tuple(_harmless(each, *names) for each in value)
    return "Ada" if value in names else value


@given(name=NAMES)
def test_labels_show_a_name_as_it_is(name: str) -> None:
    reader = Reader((name,))
    assert reader.label(say("{seat} · {n}", seat=who(0), n=1)) == f"{visible(name)} · 1"
    view = build(layout(say("x"), menu(who(0), "m", [(who(0), "1")]), names=(name,)), reader)
    (placeholder,) = [each.placeholder for each in view.walk_children() if hasattr(each, "placeholder")]
    assert placeholder == visible(name)


@given(name=NAMES)
def test_a_name_in_a_block_stays_in_its_line(name: str) -> None:
    block = fence(f"Ben: 3\n{name}: 2\nCleo: 1")
    told, bare = Reader().markdown(block), Reader().bare(block)
    assert read(told).signs == ["code"]
    for lines in (told.removeprefix("```\n").removesuffix("\n```"), bare):
        before, own, after = lines.split("\n")
        assert (before, after) == ("Ben: 3", "Cleo: 1")
        assert not INVISIBLE.search(own)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("\u3164", "?"), ("\u202e\u200b", "?"), ("\ufe0f\u034f", "?"), ("Ada\u200b", "Ada"), (" Ada \n L.", "Ada L.")],
)
def test_a_name_that_nobody_sees_is_a_question_mark(name: str, kept: str) -> None:
    assert plain_name(name) == kept


def test_halves_of_a_link_in_two_names_stay_two_names() -> None:
    told = Reader(("[Claim](https://evil", ".example)")).markdown(joined("", *SEATS))
    assert read(told) == Read([], "[Claim](https://evil.example)")


def test_typed_text_keeps_its_letters() -> None:
    assert Reader().markdown(typed("7 `x` **2**")) == "`7 ˋxˋ **2**`"


def test_commands_are_mentions_where_their_ids_are_known() -> None:
    text = say("{new} opens a table.", new=command("game new"))
    assert Reader(commands={"game": 5}).markdown(text) == "</game new:5> opens a table."
    assert Reader().markdown(text) == "**/game new** opens a table."
    assert Reader(commands={"game": 5}).label(text) == "/game new opens a table."


def test_texts_are_no_strings() -> None:
    made = button(say("Your move"), "b1:move:1")
    assert isinstance(made, Button)
    (shown,) = build(note(say("{seat} moves.", seat=who(0)), ("*Ada*",)), Reader(("*Ada*",))).children
    assert shown.content == "\\*Ada\\* moves."  # type: ignore[attr-defined]


LOTUS, CARD = "<:parterre_lotus_00000:12>", "<:parterre_card_00000:13>"
EMOJIS = {"lotus": LOTUS, "card": CARD}
PLANTS = say("{seat} plants {what}", seat=who(0), what=piece("lotus", say("a lotus")))
PICKS = joined(" · ", verbatim("1"), piece("card", verbatim("T. / .P"), alone=True))


def test_a_piece_is_shown_beside_its_word_or_in_place_of_it() -> None:
    reader = Reader(("Ada",), emojis=EMOJIS)
    assert reader.markdown(PLANTS) == f"Ada plants {LOTUS} a lotus"
    assert reader.markdown(PICKS) == f"1 · {CARD}"
    assert reader.pictured(PLANTS) == (LOTUS, "Ada plants a lotus")
    assert reader.pictured(PICKS) == (CARD, "1")
    assert reader.pictured(joined(", ", PLANTS, PICKS)) == (LOTUS, "Ada plants a lotus, 1 · T. / .P")


def test_piece_without_emoji_is_a_word() -> None:
    for reader in (Reader(("Ada",)), Reader(("Ada",), emojis={"rose": LOTUS}), Reader(("Ada",), emojis=EMOJIS).in_words()):
        assert reader.markdown(PLANTS) == "Ada plants a lotus"
        assert reader.pictured(PICKS) == (None, "1 · T. / .P")
    shown = Reader(("Ada",), emojis=EMOJIS)
    assert (shown.bare(PLANTS), shown.label(PICKS)) == ("Ada plants a lotus", "1 · T. / .P")
    assert str(PICKS) == "1 · T. / .P"


def test_no_emoji_is_cut_in_two() -> None:
    reader = Reader(("Ada",), emojis=EMOJIS)
    assert reader.markdown(clip(PLANTS, 60)) == f"Ada plants {LOTUS} a lotus"
    assert reader.markdown(clip(PLANTS, 30)) == "Ada plants a lotus"
    assert reader.markdown(clip(PLANTS, 10)) == "Ada plant…"


def test_emojis_make_no_story_shorter() -> None:
    events = [Event("planted", PLANTS)] * (STORY_CHARACTERS // len("Ada plants a lotus\n"))
    told, words = (Reader(("Ada",), emojis=emojis).markdown(story_of(events)) for emojis in (EMOJIS, {}))
    assert told.count("\n") == words.count("\n") == len(events) - 1


def test_opening_events_stand_below_the_headline() -> None:
    def event(kind: str, **how: bool) -> Event:
        return Event(kind, say("{kind}", kind=kind), **how)

    turn = [event("taken", begins=True), event("dealt"), event("turn", headline=True), event("laid")]
    events = [*turn, event("row"), *turn, event("taken", begins=True), event("dealt")]
    one = ["**turn**", "-# taken", "-# dealt", "-# laid"]
    assert Reader().markdown(story_of(events)).splitlines() == [*one, "-# row", *one, "-# taken", "-# dealt"]
    assert Reader().markdown(story_of(turn[:2])) == "taken\ndealt"
    late = Event("late", say("A stand-in plays."))
    assert Reader().markdown(story_of([late, *turn])).splitlines()[0] == "A stand-in plays."


def test_text_too_long_with_emojis_uses_words() -> None:
    line = joined("", *[PLANTS] * 100)
    (shown,) = build_message(note(line, ("Ada",)), Reader(("Ada",), emojis=EMOJIS)).children
    assert shown.content == "Ada plants a lotus" * 100  # type: ignore[attr-defined]
    (shown,) = build_message(note(PLANTS, ("Ada",)), Reader(("Ada",), emojis=EMOJIS)).children
    assert LOTUS in shown.content  # type: ignore[attr-defined]


def test_buttons_and_options_show_emojis() -> None:
    row, lines = layout(*rows([button(PICKS, "p1:pick")]), menu(say("Which?"), "p1:menu", [(PLANTS, "0")])), Reader(emojis=EMOJIS)
    (pick, choose) = [each for each in build(row, lines).walk_children() if isinstance(each, (ui.Button, ui.Select))]
    assert (pick.label, str(pick.emoji)) == ("1", CARD)
    assert [(option.label, str(option.emoji)) for option in choose.options] == [("Seat 1 plants a lotus", LOTUS)]


@pytest.mark.parametrize(("locale", "point", "group"), [("en-US", ".", ","), ("de", ",", "."), ("fr", ",", "\u00a0")])
def test_plots_have_numbers_as_in_the_language(locale: str, point: str, group: str) -> None:
    look = Reader(locale=locale, translate=str, theme=DARK).look
    assert look == Look(DARK, point, group)
