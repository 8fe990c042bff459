"""Pictures of Djinns of the Lake keep to size and weight, and show marks, names and points."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, permutations
from math import dist, hypot
from random import Random

import pytest
from PIL import Image

import render
from cogs.shell.components import ALT_CHARACTERS
from cogs.shell.reader import cut
from render import fonts, plain
from render.album import sketch as sketch_of
from render.djinns.cards import room_for_cards, trophy
from render.djinns.domes import HALF_WIDTH_PX
from render.djinns.offers import Answer, Plate, overlap_area, plate, plates, protected_boxes
from render.djinns.places import BASE_DROP_PX, HIGH, SIZES, SPOTS, WIDE, number_at, stack_height
from render.djinns.signs import ARROW_PX, HOOP_SIZE_PX, colour_of_mover, trail
from render.writing import literal, recorded_texts
from rules.choice import Gain, Label, Option, Prompt
from rules.djinns import GAME
from rules.djinns.parts import COLOURS, FLOORS, Dome
from rules.djinns.state import Draft, State
from rules.djinns.story import Lifted
from rules.game import DEALER
from rules.text import say, tell
from tests.playing import at_random, play_out, with_states
from tests.render.approvals import unless_approved
from tests.render.djinns.positions import EARLY, END, MARKERS, MIDDLE, position, positions
from tests.render.sketches import named, with_marks

HEAVIEST = 250_000  # bytes


def itself(sketch: render.Sketch) -> render.Sketch:
    return sketch


@pytest.mark.parametrize("sketch", tuple(positions()), ids=lambda s: f"{len(s.teller.names)}-{s.view.state.plies}")
@unless_approved(itself)
def test_width_and_weight(sketch: render.Sketch) -> None:
    png = render.picture(sketch)
    assert len(png) <= HEAVIEST
    assert Image.open(io.BytesIO(png)).size == (WIDE, HIGH)


def test_name_that_no_font_can_write_becomes_the_seat() -> None:
    sketch = position(2, MIDDLE)
    strange, plain_names = named(sketch, "💧", "日本"), named(sketch, "Seat 1", "Seat 2")
    assert render.picture(strange) == render.picture(plain_names)


def test_missing_names_become_seats() -> None:
    assert render.picture(named(position(3, MIDDLE), "Ada"))


@pytest.mark.parametrize("seats", GAME.seats)
def test_marks_choice_and_last_move_show(seats: int) -> None:
    sketch = position(seats, EARLY, ())
    chosen = position(seats, EARLY, (sketch.asked.marks[0].key,)).asked
    without = replace(sketch, asked=render.NO_PROMPT, last=())
    shown = {render.picture(s) for s in (sketch, without, replace(without, last=sketch.last), replace(without, asked=chosen))}
    assert len(shown) == 4


def test_target_shows_its_points() -> None:
    sketch = replace(position(2, EARLY), asked=render.PromptSketch("landing", Draft(0)))
    one, other = (with_marks(sketch, [render.Mark("1-12", "12", note)]) for note in ("+8", "+3"))
    assert render.picture(one) != render.picture(other)


def test_equal_sketches_are_drawn_once() -> None:
    assert render.picture(position(3, MIDDLE)) is render.picture(position(3, MIDDLE))


def test_threads_draw_equal_pictures() -> None:
    sketches = [position(seats, moves) for seats in GAME.seats for moves in (EARLY, MIDDLE, END)] * 2
    draw = render.drawn
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(draw, sketches)) == [draw(sketch) for sketch in sketches]


@pytest.mark.parametrize("letter", "éüßœ→·−±…0123456789+")
def test_fonts_have_all_our_letters(letter: str) -> None:
    assert fonts.face_of(letter)


def test_long_text_is_cut_with_an_ellipsis() -> None:
    text, size = fonts.fit("W" * 60, 300, 46, 28)
    assert text.endswith(fonts.ELLIPSIS)
    assert fonts.width(text, size) <= 300


def test_alt_text_is_short_and_names_all_seats() -> None:
    for sketch in positions():
        text = cut(tell(plain.alt(GAME, sketch.view), sketch.teller.called), ALT_CHARACTERS)
        assert not text.endswith("…")
        assert all(name in text for name in sketch.teller.names)


def test_game_without_art_is_drawn_as_text() -> None:
    sketch = position(2, MIDDLE)
    text = plain.board(GAME, sketch.view, sketch.teller)
    assert "Amélie" in text
    assert plain.sheet(GAME, sketch.view, sketch.teller).width == 1400


def test_stopped_game_shows_no_seat_to_act() -> None:
    sketch = position(3, MIDDLE)
    stopped = replace(sketch, view=GAME.stopped(sketch.view))
    other = replace(stopped.view, state=replace(stopped.view.state, turn=(stopped.view.state.turn + 1) % 3))
    assert render.picture(stopped) == render.picture(replace(stopped, view=other)) != render.picture(sketch)


def test_option_that_completes_a_tower_has_a_star() -> None:
    sketch = replace(position(2, EARLY), asked=render.PromptSketch("stack", Draft()))
    plainly, starred = (with_marks(sketch, [render.Mark("12", "12", "+3", "12", star)]) for star in (False, True))
    assert render.picture(plainly) != render.picture(starred)


def test_no_stack_hides_the_stack_behind_it() -> None:
    """A stack in front, even of three floors, ends below the lowest floor of one behind."""
    for (x, y), (in_front_x, in_front_y) in permutations(SPOTS, 2):
        if in_front_y > y and abs(in_front_x - x) < 2 * HALF_WIDTH_PX:
            assert in_front_y - stack_height(FLOORS - 1) > y + BASE_DROP_PX


def plates_of(seats: int) -> Iterator[tuple[State, list[Plate]]]:
    """Yield the positions of a game, each with the plates of the stack that is moved."""
    moves = play_out(GAME, at_random(GAME.key), seats, frozenset(), Random(seats))
    for state, move in with_states(GAME.setup(seats, frozenset()), moves):
        if move.seat != DEALER and len(move.path) > 1:
            asked = sketch_of(GAME, state, move.seat, move.path[:1]).asked
            cards = room_for_cards(state, asking=True).box(seats)
            yield state, plates(state, asked.board.space, asked.marks, cards)


@pytest.mark.parametrize("seats", GAME.seats)
def test_plates_hide_no_stacks_cards_or_plates(seats: int) -> None:
    for state, found in plates_of(seats):
        boxes = [plate.box for plate in found]
        shown = [*protected_boxes(state.ring), room_for_cards(state, asking=True).box(seats)]
        assert not any(overlap_area(box, other) for box in boxes for other in shown)
        assert not any(overlap_area(one, other) for one, other in combinations(boxes, 2))
        assert all(x >= 0 and x + wide <= WIDE and y >= 0 and y + high <= HIGH for x, y, wide, high in boxes)


@pytest.mark.parametrize("seats", GAME.seats)
def test_cards_stay_the_same_through_the_questions_of_a_move(seats: int) -> None:
    stack = replace(position(seats, MIDDLE, ()), last=())
    landing = replace(position(seats, MIDDLE, (stack.asked.marks[0].key,)), last=())
    left, top, wide, high = room_for_cards(stack.view.state, asking=True).box(seats)
    one, other = (render.paint(each).crop((left, top, left + wide, top + high)) for each in (stack, landing))
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("seats", GAME.seats)
def test_questions_of_a_move_show_the_towers_taken(seats: int) -> None:
    sketch = position(seats, MIDDLE, ())
    tower = (Dome("red", 3), Dome("blue", 4))
    state = replace(sketch.view.state, taken=((tower,) * 3, *[()] * (seats - 1)))
    with recorded_texts() as text_runs:
        render.paint(replace(sketch, view=replace(sketch.view, state=state)))
    assert sum(each.ground == trophy(tower, 8).size for each in text_runs) == 3


def test_first_question_names_its_task_and_taken_djinns() -> None:
    with recorded_texts() as text_runs:
        render.paint(position(2, MARKERS + 1, ()))
    assert {"Choose a djinn", "taken"} <= {str(text_run.text) for text_run in text_runs}


def test_rings_do_not_reach_the_numbers_of_spaces() -> None:
    half_digit, half_wide, half_high = SIZES.small * 0.35, HOOP_SIZE_PX[0] / 2, HOOP_SIZE_PX[1] / 2
    for space, (x, y) in enumerate(SPOTS):
        across, down = number_at(space)[0] - x, number_at(space)[1] - y
        aside = max(0, abs(across) - fonts.width(literal(space + 1), SIZES.small) / 2)
        assert hypot(aside / half_wide, max(0, abs(down) - half_digit) / half_high) >= 1


def test_plate_shows_the_losses_of_others_as_the_button_does() -> None:
    sketch = replace(position(3, EARLY), asked=render.PromptSketch("landing", Draft(0)))

    def marked(seat: int) -> render.Sketch:
        return with_marks(sketch, [render.Mark("1-12", "12", "+3", others=((seat, -2),))])

    one, other = [seat for seat in range(3) if seat != sketch.view.state.turn]
    with recorded_texts() as text_runs:
        picture = render.paint(marked(one))
    assert {"12", "+3", "−2"} <= {text_run.text for text_run in text_runs}
    assert picture.tobytes() != render.paint(marked(other)).tobytes()


def test_plate_without_points_shows_no_number_but_its_space() -> None:
    (mark,) = render.sketch_prompt(
        Prompt("landing", say("?"), [Option("1-12", 1, lambda: Label(say("?"), "12", gain=Gain(0)))])
    ).marks
    with recorded_texts() as text_runs:
        plate("12", (Answer((Dome("red", 1),), ((("", mark.gain),) if mark.gain else ()), False),), upright=True)
    assert [text_run.text for text_run in text_runs] == ["12"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_poster_letters_are_readable_on_a_phone(seats: int) -> None:
    with recorded_texts() as text_runs:
        render.paint_final(position(seats, END), 1.2)
    share = 0.82  # of a poster with four seats
    assert min(text_run.size for text_run in text_runs) * share * 340 / WIDE >= 9


def test_all_towers_show_their_points() -> None:
    sketch = position(2, MIDDLE)
    tower = tuple(Dome(colour, strength) for colour, strength in zip(COLOURS, (1, 2, 3, 4), strict=True))
    state = replace(sketch.view.state, taken=((tower,) * 8, ()))
    crowded = replace(sketch, asked=render.NO_PROMPT, view=replace(sketch.view, state=state))
    with recorded_texts() as text_runs:
        render.paint(crowded)
    tokens = [each for each in text_runs if str(each.text) == "16" and each.ground == trophy(tower, 16).size]
    assert len(tokens) == 8
    assert min(each.size for each in tokens) * 340 / WIDE >= 12


@pytest.mark.parametrize("seats", GAME.seats)
def test_trail_shows_the_colour_of_its_player(seats: int) -> None:
    sketch = replace(position(seats, EARLY), asked=render.NO_PROMPT)
    state = sketch.view.state
    (lift,) = [event.data for event in sketch.last if isinstance(event.data, Lifted)]
    for colour in COLOURS:
        own = state.colours[lift.seat]
        assert colour_of_mover(state, lift._replace(domes=(Dome(colour, 1),))) == (colour if colour in own else own[0])


def test_trail_ends_at_the_arrow_and_not_in_it() -> None:
    for spaces in permutations(range(len(SPOTS)), 2):
        for way in ("clockwise", "counter"):
            dots, tip, _ = trail(spaces, (1, 2), way)
            assert ARROW_PX * 0.5 < min(dist(point, tip) for point in dots) < ARROW_PX * 1.2


def test_trail_begins_and_ends_at_stacks() -> None:
    for spaces in permutations(range(len(SPOTS)), 2):
        dots, tip, _ = trail(spaces, (1, 1), "clockwise")
        for point, space in ((dots[0], spaces[0]), (tip, spaces[1])):
            assert dist(point, SPOTS[space]) < 100
