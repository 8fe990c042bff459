"""Pictures of Schlossgarten (section 10 of the specification)."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PIL import Image

import render
from render.album import question_with_turns
from render.layout import Box
from render.schlossgarten import minis, places, private
from render.schlossgarten.cards import FACE, SHADOW, extent, turn_boxes
from render.schlossgarten.elements import element
from render.schlossgarten.heads import FORMS, name_lines
from render.schlossgarten.places import window
from render.schlossgarten.public import LEAST
from render.writing import literal
from rules.choice import Path
from rules.game import Seat
from rules.schlossgarten import GAME
from rules.schlossgarten.best_turns import best_candidates
from rules.schlossgarten.board import NAMES as SQUARES
from rules.schlossgarten.board import board_of
from rules.schlossgarten.finishes import finishes
from rules.schlossgarten.parts import CARDS, KINDS, SIDES
from rules.schlossgarten.state import State, at
from rules.schlossgarten.work_choices import LITTLE_GARDENS
from tests.render.approvals import unless_approved
from tests.render.schlossgarten.positions import EARLY, END, MIDDLE, after, moments, rich, sketch
from tests.render.sketches import with_marks

HEAVIEST = 250_000  # bytes
SEATS = tuple(GAME.seats)
QUESTIONS = {
    "card": "",
    "pawn": "card-17",
    "where": "card-17 king",
    "hit": "card-17 king e5",
    "figure": "card-17 reach",
    "worker": "card-9 done",
    "work": "card-9 done gardener-works",
    "dig": "card-9 done gardener-works dig",
    "after": "card-9 done gardener-works dig b3",
    "site": "card-9 done gardener-works hedge-1",
}


PLACES = ("where", "hit", "figure", "dig", "site")


def size(sketch: render.Sketch) -> tuple[int, int]:
    return Image.open(io.BytesIO(render.picture(sketch))).size


def square(sketch: render.Sketch, name: str) -> bytes:
    """Return the pixels of a square of the garden on a question."""
    plot = private.layout(sketch.view, sketch.asked).plot
    left, top = plot.corner(SQUARES.index(name))
    box = (left, top, left + plot.size, top + plot.size)
    return Image.open(io.BytesIO(render.picture(sketch))).convert("RGB").crop(box).tobytes()


def shown(state: State, path: Path, seat: Seat = 0) -> render.Sketch:
    return sketch(state, seat, " ".join(path))


@pytest.mark.parametrize("moves", [1, EARLY, MIDDLE, END])
@pytest.mark.parametrize("seats", SEATS)
@unless_approved(after)
def test_public_picture_is_1400_pixels_wide_and_light(seats: int, moves: int) -> None:
    sketch = after(seats, moves)
    assert size(sketch) == (1400, places.HIGH)
    assert len(render.picture(sketch)) <= HEAVIEST


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(lambda seats: moments(seats)[::6])
def test_every_question_of_a_game_has_a_light_picture(seats: int) -> None:
    for state, seat, path in moments(seats)[::6]:
        for depth in range(len(path)):
            sketch = shown(state, path[:depth], seat)
            wide, high = size(sketch)
            assert wide == 1400
            assert high <= places.TALL
            assert len(render.picture(sketch)) <= HEAVIEST


@pytest.mark.parametrize("asked", tuple(QUESTIONS))
def test_positions_ask_the_questions_of_their_names(asked: str) -> None:
    assert sketch(rich(2), 0, QUESTIONS[asked]).asked.key == asked


def asking(asked: str) -> render.Sketch:
    return sketch(rich(2), 0, QUESTIONS[asked])


@pytest.mark.parametrize("asked", PLACES)
@unless_approved(asking)
def test_every_mark_shows(asked: str) -> None:
    full = asking(asked)
    for mark in full.asked.marks:
        fewer = tuple(each for each in full.asked.marks if each != mark)
        assert render.picture(with_marks(full, fewer)) != render.picture(full), mark


@pytest.mark.parametrize("asked", ["where", "hit", "dig", "site"])
@unless_approved(asking)
def test_every_offered_square_is_marked(asked: str) -> None:
    full = asking(asked)
    assert len(full.asked.marks) > 1
    for mark in full.asked.marks:
        fewer = with_marks(full, tuple(each for each in full.asked.marks if each != mark))
        assert square(fewer, mark.key) != square(full, mark.key), mark


@unless_approved(lambda: rich(2))
def test_every_answer_changes_the_picture() -> None:
    path = ["card-9", "king", "e4", "gardener", "b3", "architect", "c3", "done"]
    drawn = [render.picture(sketch(rich(2), 0, " ".join(path[:depth]))) for depth in range(len(path))]
    assert len(set(drawn)) == len(path)


def test_pawn_shows_on_its_new_square_during_the_move() -> None:
    before, then = sketch(rich(2), 0, "card-17"), sketch(rich(2), 0, "card-17 gardener b3")
    assert square(before, "b3") != square(then, "b3")
    assert square(before, "g1") == square(then, "g1")


def test_hit_and_jump_show_before_confirmation() -> None:
    """If the foreign gardener stands elsewhere, e5 is a step and e6 no jump."""
    state = rich(2)
    king, _, architect = state.pawns[1]
    elsewhere = replace(state, pawns=(state.pawns[0], (king, SQUARES.index("f7"), architect)))
    signs = dict[str, Any]()
    for name, each in (("there", state), ("gone", elsewhere)):
        full = sketch(each, 0, "card-17 king")
        signs[name] = square(full, "e6")
        assert any(mark.key == "e5" for mark in full.asked.marks)
    assert signs["there"] != signs["gone"]


def test_route_of_the_hitting_pawn_shows() -> None:
    asked, before = sketch(rich(2), 0, QUESTIONS["hit"]), sketch(rich(2), 0, QUESTIONS["pawn"])
    assert square(asked, "e4") != square(with_marks(before, ()), "e4")


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(rich)
def test_best_turns_show_beside_both_cards(seats: int) -> None:
    """The view has the turns; the marks have their letters and points."""
    state = rich(seats)
    full = question_with_turns(GAME, state, 0, (), GAME.best_turns(GAME.view(state, 0), ()))
    bare = replace(full, asked=full.asked._replace(turns=()))
    hidden = replace(full, asked=full.asked._replace(turns=tuple(replace(mark, gain="") for mark in full.asked.turns)))
    assert [mark.number for mark in full.asked.turns] == list("ABCDE")
    assert [mark.gain for mark in full.asked.turns] == [f"+{built.gain.own}" for built in best_candidates(full.view)]
    assert len({render.picture(each) for each in (full, bare, hidden)}) == 3
    assert all(size(each)[1] <= places.TALL for each in (full, bare))


@unless_approved(lambda: rich(2))
def test_best_works_show_beside_the_tiles() -> None:
    state, path = rich(2), tuple(QUESTIONS["dig"].split())
    turns = GAME.best_turns(GAME.view(state, 0), path)
    drawn = [render.picture(question_with_turns(GAME, state, 0, path, turns[:count])) for count in range(len(turns) + 1)]
    assert len(drawn) == len(set(drawn)) == 6
    assert all(Image.open(io.BytesIO(each)).height <= places.TALL for each in drawn)


@unless_approved(lambda: rich(2))
def test_card_question_shows_both_cards_and_their_ways() -> None:
    """A card that stands already and one that is out of reach look different from one with ways to make it."""
    state = rich(2)
    shut = replace(state, pits=tuple(square for square in range(49) if square not in state.pawns[0]))
    cards = (replace(state, hands=((9, other), *state.hands[1:])) for other in (17, 18))
    assert len({render.picture(sketch(each, 0)) for each in (*cards, shut)}) == 3


def test_card_asked_for_shows_beside_its_places() -> None:
    state = rich(2, hands=((17, 18), (1,)))
    one, other = (sketch(state, 0, f"card-{card} reach") for card in (17, 18))
    beside = (places.EDGE + places.GARDENS, 0, 1400, size(one)[1])
    assert size(one) == size(other)
    assert render.paint(one).crop(beside).tobytes() != render.paint(other).crop(beside).tobytes()


def test_number_shows_on_its_square() -> None:
    full = sketch(rich(2), 0, "card-17 king")
    other = tuple(replace(mark, number="5") if mark.key == "e4" else mark for mark in full.asked.marks)
    assert square(full, "e4") != square(with_marks(full, other), "e4")


def test_steps_left_show() -> None:
    """Two routes to the same square differ in steps."""
    direct, around = (sketch(rich(2), 0, f"card-17 {way}") for way in ("king e4", "king f4 king e4"))
    assert direct.asked.board.left > around.asked.board.left
    assert render.picture(direct) != render.picture(around)


@unless_approved(lambda: rich(2))
def test_answers_of_several_squares_are_little_gardens() -> None:
    many = sketch(rich(2), 0, "card-17 reach")
    assert len(many.asked.marks) == LITTLE_GARDENS
    for count in (LITTLE_GARDENS, 3, 1):
        few = with_marks(many, many.asked.marks[:count])
        assert size(few)[1] <= places.TALL
        assert render.picture(few) != render.picture(with_marks(many, many.asked.marks[1 : count + 1]))


def test_elements_with_one_site_each_show_where_they_go() -> None:
    """The answers are words; the picture has a little garden for each, and none for the end of the turn."""
    state = rich(2, hands=((9, 17), (1,)), pits=(at("b2"),), elements=(((),) * 6,) * 2, tiles=((), ()))
    full = sketch(state, 0, "card-9 done gardener-works")
    (placed,) = (mark for mark in full.asked.marks if mark.at)
    assert (placed.key, placed.at, placed.number) == ("hedge-1", "b2", "")
    elsewhere = with_marks(full, tuple(replace(mark, at=mark.at and "c2") for mark in full.asked.marks))
    assert render.picture(full) != render.picture(elsewhere)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("box", [(1000, 140, 372, 236), (1000, 140, 372, 480), (1100, 80, 258, 900), (880, 24, 490, 1200)])
def test_rotations_of_a_card_stand_apart_in_their_box(card: int, box: Box) -> None:
    left, upper, wide, tall = box
    found = [each for _, each in turn_boxes(card, box)]
    assert len(found) in ((1,) if tall < 300 else (1, 4))
    for x, y, across, down in found:
        assert left + SHADOW <= x <= x + across <= left + wide - SHADOW
        assert upper + SHADOW <= y <= y + down <= upper + tall - SHADOW
    for (x, y, across, down), (u, v, *_) in combinations(found, 2):
        assert u >= x + across + 2 * SHADOW or v >= y + down + 2 * SHADOW


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("tall", [204, 344, 564])
def test_last_card_has_large_pawns_in_all_rotations_or_in_one(card: int, tall: int) -> None:
    found = turn_boxes(card, (1004, 320, 372, tall), 2, LEAST)
    sizes = {across // extent(card, turn)[0] for turn, (_, _, across, _) in found}
    assert [turn for turn, _ in found] in ([0, 1, 2, 3], [2])
    assert min(sizes) >= (LEAST if len(found) == 4 else FACE)


@pytest.mark.parametrize("box", [private.ROOM, (24, 156, 1352, 1000)])
@pytest.mark.parametrize("count", range(1, 49))
def test_little_gardens_fit_into_their_box(count: int, box: Box) -> None:
    spots = minis.spots(count, box)
    assert len(set(spots)) == count
    for left, upper, wide, tall in spots:
        assert box[0] <= left <= left + wide <= box[0] + box[2]
        assert box[1] <= upper <= upper + tall <= box[1] + box[3]


@pytest.mark.parametrize("count", range(1, LITTLE_GARDENS + 1))
def test_squares_of_little_gardens_are_large_on_a_phone(count: int) -> None:
    """A pawn is as wide as its square: 20 pixels where the picture is 340 wide."""
    _, _, wide, _ = minis.spots(count, private.ROOM)[0]
    assert (wide - minis.SIDE) / minis.CLOSEST * 340 / 1400 >= 20


@pytest.mark.parametrize("places", [("a1",), ("g7", "g6"), ("a1", "g7"), ("d4", "c3", "d3"), ("a7", "c6", "b7")])
def test_little_garden_holds_all_its_squares(places: tuple[str, ...]) -> None:
    part = window(map(at, places), minis.CLOSEST)
    assert all(part.has(at(place)) for place in places)
    corners = [(part.west, part.north), (part.west + part.shown - 1, part.north - part.shown + 1)]
    assert all(0 <= edge < 7 for corner in corners for edge in corner)


@pytest.mark.parametrize("seats", SEATS)
@unless_approved(rich)
def test_cards_show_to_their_owner_alone(seats: int) -> None:
    state = rich(seats)
    other = replace(state, hands=(state.hands[0], (32,), *state.hands[2:]))
    for path in ("", "card-17", "card-17 king"):
        assert render.picture(sketch(state, 0, path)) == render.picture(sketch(other, 0, path))
    assert render.picture(sketch(state, None)) == render.picture(sketch(other, None))
    assert render.picture(sketch(state, 1)) != render.picture(sketch(other, 1))


@pytest.mark.parametrize("side", range(len(SIDES)))
def test_kinds_and_sides_of_elements_look_different(side: int) -> None:
    """Compare all kinds of one side, and all sides of one kind."""
    drawn = {element(side, kind, FORMS[each.size], 124).tobytes() for kind, each in enumerate(KINDS)}
    others = {element(other, 0, FORMS[1], 124).tobytes() for other in range(len(SIDES))}
    assert len(drawn) == len(KINDS)
    assert len(others) == len(SIDES)


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Zoë", ["Zoë"]),
        ("Maximiliane von Hohenstein", ["", "Maximiliane von", "Hohenstein"]),
        ("Wolfeschlegelsteinhausenberger12", ["Wolfeschle", "gelsteinhausenb", "erger12"]),
    ],
)
def test_names_beside_the_garden_are_whole(name: str, lines: list[str]) -> None:
    assert name_lines(literal(name))[0] == lines


@unless_approved(lambda: rich(2))
def test_points_tiles_and_cards_left_show() -> None:
    state = rich(2)
    one, *others = state.tiles
    changed = (
        replace(state, tiles=((*one, 3), *others)),
        replace(state, bag=state.bag[1:]),
        replace(state, goal=30),
        replace(state, turns=26),
        replace(state, quiet=12),
    )
    for seat in (None, 1):
        assert len({render.picture(sketch(each, seat)) for each in (state, *changed)}) == 1 + len(changed)


def test_every_detail_can_be_drawn() -> None:
    for seat, count in ((0, 3), (1, 2), (None, 1)):
        full = sketch(rich(2), seat)
        offered = render.details(GAME.key, full.view)
        assert len(offered) == count
        drawn = [replace(full, detail=each.key) for each in offered]
        assert len({render.picture(each) for each in drawn}) == count
        assert {size(each)[0] for each in drawn} == {1400}


def test_detail_of_a_card_without_figures_is_drawn() -> None:
    state = rich(2, pits=tuple(range(49)), elements=(((),) * 6,) * 2, tiles=((), ()))
    assert not finishes(board_of(state), 0, 17)
    assert size(replace(sketch(state, 0), detail="card-17"))[0] == 1400


def test_site_shows_the_points_it_costs() -> None:
    full = sketch(rich(2), 0, QUESTIONS["site"])
    first = full.asked.marks[0]
    dearer = with_marks(full, (replace(first, gain="−1"), *full.asked.marks[1:]))
    bare = with_marks(full, (replace(first, gain=""), *full.asked.marks[1:]))
    assert len({square(each, first.key) for each in (full, dearer, bare)}) == 3
