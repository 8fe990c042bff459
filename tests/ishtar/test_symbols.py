"""R3.12–R3.25: assistants, masteries, tokens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.choice import Gain
from rules.game import read
from rules.ishtar import GAME
from rules.ishtar.parts import Gems
from rules.ishtar.state import Assist, Place, Plant, Spot, State, Unlock
from rules.ishtar.story import Assisted
from rules.wording import gained, without_gain
from tests.ishtar.positions import (
    asks,
    at,
    do,
    first_spot,
    gains,
    having,
    labels,
    offered,
    own_points,
    position,
    question,
    refusal,
)
from tests.ishtar.reference_game import END, PLACING, moment
from tests.talk import event, kinds, told

SPOT = "a right g5"
EVERY = "m1:pp m2:pp m3:pp m4:pp m5:pp ma:pp mb:pp mc:pp md:pp me:pp"
LAID = "tri-13 g5 x0; @g5 0"


def uses(tile: str, text: str = "", where: str = SPOT, **given: object) -> list[str]:
    """Return the uses of a tile's symbol for a seat with these things."""
    state = having(position(text, tile), **given)
    return offered(state, where) if asks(state, where) == "symbol" else []


def test_r3_12_t22_without_a_symbol_nothing_is_asked() -> None:
    state = having(position("", "tri-12"), gems="9p")
    assert asks(state, SPOT) == "tree"
    assert not {"skipped", "symbol_idle"} & set(kinds(do(state, SPOT)))


@pytest.mark.parametrize(
    ("tile", "given", "why"),
    [
        ("tri-13", {"assistants": 0}, "none is left"),
        ("tri-6", {"gems": ""}, "a mastery costs two gems"),
        (
            "tri-6",
            {"gems": "2p", "masteries": EVERY},
            "all masteries are owned",
        ),
    ],
)
def test_r3_12_t22_a_symbol_without_a_use_says_why(tile: str, given: dict[str, object], why: str) -> None:
    state = having(position("", tile), **given)
    assert asks(state, SPOT) == "tree"
    step = do(state, SPOT)
    assert str(event(step, "symbol_idle").text).endswith(f": {why}.")


def test_r3_12_t22_a_joker_without_a_use_says_both() -> None:
    step = do(having(position("", "tri-8"), assistants=0, gems=""), SPOT)
    idle = event(step, "symbol_idle")
    assert str(idle.text) == "The joker has no effect: no assistant is left; a mastery costs two gems."


def test_r3_12_t22_a_mastery_without_any_effect_says_so() -> None:
    state = having(position("", "tri-7", row=(), supply=Gems()), gems="2p", masteries="m2:pp mb:pp")
    assert str(event(do(state, SPOT), "symbol_idle").text).endswith(": no mastery would do anything now.")


def test_r3_12_giving_up_is_final() -> None:
    step = do(position("", "tri-13"), f"{SPOT} done")
    assert told(step)[-1] == "The tile's assistant is not placed."
    later = replace(step.state, phase="place", turn=0, held="tri-12")
    assert later.players[0].assistants == 2
    assert asks(later, first_spot(later)) == "tree"


def test_r3_12_ru12_the_symbol_comes_before_planting() -> None:
    state = having(position("", "tri-13"), gems="9p 9r 9w")
    assert asks(state, SPOT) == "symbol"
    assert "assistant" not in offered(state, f"{SPOT} done")
    assert refusal(state, f"{SPOT} tree-9 h5 assistant") == "Use the letter once, before you plant any tree."


@pytest.mark.parametrize(
    ("gems", "asked"),
    [("9p 9r 9w", "Put an assistant on the letter A, or plant a tree?"), ("", "Put an assistant on the letter A?")],
)
def test_r3_12_ru12_trees_are_asked_for_where_there_are_any(gems: str, asked: str) -> None:
    state = having(position("", "tri-13"), gems=gems)
    assert question(state, SPOT) == asked
    assert ("tree-9" in offered(state, SPOT)) == ("tree" in asked)


def test_r3_13_an_assistant_goes_on_the_symbol() -> None:
    step = do(position("tri-13 g5 x0", "bar-13"), "a right i5 assistant")
    assert step.state.garden.assistants == ((at("i6"), 0),)
    assert step.state.players[0].assistants == 1
    assert event(step, "assisted").data == Assisted(0, at("i6"))
    assert told(step)[-1] == "An assistant stands on i6: +5 (1 flower, fountain 4)."
    assert str(without_gain(event(step, "assisted").text)) == "An assistant stands on i6."


def test_r3_13_gains_include_upper_masteries() -> None:
    state = having(position("tri-13 g5 x0; @g5 0", "bar-13"), masteries="m1:pp ma:pp")
    told_ = gains(state, "a right i5")["assistant"]
    assert told_
    assert str(gained(told_)) == "+2 (1 flower, masteries 1)"


def test_r3_13_t23_not_in_a_bed_with_an_assistant() -> None:
    text = "tri-13 g5 x0; @g5 1"
    state = having(position(text, "tri-2"), gems="")
    spot = "a right h6"  # cell 1 beside g6
    assert offered(state, spot)[-1] == "done"
    assert refusal(state, f"{spot} assistant") == "Seat 2 already has an assistant in this bed."
    assert str(event(do(state, spot), "symbol_idle").text).endswith(": the bed has one already.")


def test_r3_13_ru13_t24_joined_and_covered_flowers_count() -> None:
    state = position("tri-7 g5 x0", "tri-1")  # a free bed of three flowers
    after = do(state, "a right h6 assistant").state
    assert own_points(after).flowers == 3 + 2
    assert own_points(do(position("", "tri-13"), f"{SPOT} assistant").state).flowers == 2


def test_r3_13_nothing_removes_an_assistant() -> None:
    assert moment(END).garden.assistants[:2] == moment(END - 3).garden.assistants


def test_r3_14_two_gems_of_any_colours_stay_on_the_mastery() -> None:
    state = having(position("", "tri-6"), gems="1p 1r 1w")
    assert offered(state, f"{SPOT} m2") == ["pp", "pr", "pw", "rw"]  # 1p from the rock below
    after = do(state, f"{SPOT} m2 rw done").state
    assert after.players[0].masteries == (("m2", Gems(0, 1, 1)),)
    assert after.players[0].gems == Gems(2, 0, 0)
    assert after.supply == state.supply


@pytest.mark.parametrize(("gems", "keys"), [("1p 1r", "pp pr"), ("1r 1w", "pr pw rw"), ("4r", "pr rr")])
def test_r4_11_payments_of_two_gems(gems: str, keys: str) -> None:
    """The purple gem under the tile can be paid, too."""
    assert offered(having(position("", "tri-6"), gems=gems), f"{SPOT} m2") == keys.split()


def test_r3_14_t25_an_upper_mastery_needs_the_one_below() -> None:
    state = having(position("", "tri-6"), gems="4p")
    assert refusal(state, f"{SPOT} mc") == "Mastery C needs mastery 3 first."
    assert "mc" in uses("tri-6", gems="4p", masteries="m3:pp")
    assert "m3" not in uses("tri-6", gems="4p", masteries="m3:pp")


def test_r3_14_each_once() -> None:
    state = having(position("", "tri-6"), gems="4p", masteries="m3:pp mc:pp")
    assert refusal(state, f"{SPOT} m3") == "You already have mastery 3."
    assert refusal(state, f"{SPOT} mc") == "You already have mastery C."


def test_r3_14_t26_two_gems() -> None:
    state = having(position("", "tri-6"), gems="")
    assert refusal(state, f"{SPOT} m2") == "A mastery costs two gems; you have 1."


def test_r3_14_one_mastery_a_turn() -> None:
    state = having(position("", "tri-6"), gems="6p")
    assert refusal(state, f"{SPOT} m2 pp mb pp") == "Use the letter once, before you plant any tree."


def test_r3_15_t27_a_joker_is_an_assistant_or_a_mastery() -> None:
    state = having(position("", "tri-8"), gems="2p")
    assert offered(state, SPOT) == ["assistant", "m1", "m2", "m3", "m4", "m5", "done"]
    assert asks(state, f"{SPOT} assistant") == "tree"
    assert asks(state, f"{SPOT} m2 pp") == "tree"


def test_r3_16_ru14_t28_a_lower_mastery_must_have_an_effect() -> None:
    state = moment(PLACING[2])
    assert offered(state, "b left e9") == ["m1", "m2", "m3", "m4", "done"]
    sentence = "Mastery 5 would do nothing now: no two free grass cells lie side by side."
    assert refusal(state, "b left e9 m5") == sentence


def test_r3_16_the_other_effects() -> None:
    def refused(state: State, mastery: str) -> str:
        return refusal(having(state, gems="2p"), f"{SPOT} {mastery}")

    state = position("", "tri-6")
    nothing = "Mastery {} would do nothing now: {}."
    assert refused(replace(state, row=()), "m1") == nothing.format(1, "no tree is open")
    assert refused(replace(state, supply=Gems()), "m3") == nothing.format(3, "the supply is empty")
    bare = having(position("", "tri-7"), gems="2p")
    assert refusal(bare, f"{SPOT} m4") == nothing.format(4, "no grass cell may bloom now")


def test_r3_16_an_upper_mastery_is_always_worth_asking() -> None:
    state = having(position("", "tri-7"), gems="2p", masteries="m4:pp m5:pp")
    assert {"md", "me"} <= set(offered(state, SPOT))


def test_r3_17_labels_name_the_effect_of_a_mastery() -> None:
    found = labels(having(position("", "tri-8"), gems="4p", masteries="m5:pr"), SPOT)
    assert found["assistant"] == "assistant here"
    assert found["m3"] == "3 · 3 gems of one colour"
    assert found["m4"] == "4 · 1 cell with 3 flowers"
    assert found["me"] == "E · points for paid gems"
    assert found["done"] == "end the turn"


def test_r3_17_gains_are_the_points_at_once() -> None:
    found = gains(having(position("", "tri-8"), gems="4p", masteries="m5:pr"), SPOT)
    assert (found["m3"], found["me"]) == (None, Gain(5))
    assert found["assistant"]
    assert str(gained(found["assistant"])) == "+6 (2 flowers, fountain 4)"


def test_r3_17_owned_me_scores_the_price_of_later_masteries() -> None:
    state = having(position("", "tri-8"), gems="2w", masteries="m5:pr me:rw m2:pp")
    assert gains(state, SPOT)["m3"] == gains(state, SPOT)["mb"] == Gain(4)
    paid = gains(state, f"{SPOT} m3")
    assert paid == {"pw": None, "ww": Gain(2)}
    before, after = own_points(state), own_points(do(state, f"{SPOT} m3 ww p done").state)
    assert after.known - before.known == 4 + 2


def test_r3_17_the_price_of_me_scores_at_once() -> None:
    state = having(position("", "tri-8"), gems="2w", masteries="m5:pr")
    assert gains(state, SPOT)["me"] == Gain(7)
    assert labels(state, f"{SPOT} me") == {"pw": "1 purple, 1 white", "ww": "2 white"}
    before = own_points(state).total or 0
    after = do(state, f"{SPOT} me ww done").state
    assert own_points(after).masteries == (("me", 9),)
    assert before == 0


def test_r3_22_the_label_tells_how_many_gems_are_left() -> None:
    state = having(position("", "tri-8", supply=Gems(0, 2, 1)), gems="4p")
    assert labels(state, SPOT)["m3"] == "3 · 2 gems of one colour"
    assert labels(replace(state, supply=Gems(0, 0, 1)), SPOT)["m3"] == "3 · one gem"


def test_r7_3_the_actions_of_a_place() -> None:
    state = having(position("", "tri-8"), gems="2p 2w")
    spot = Spot(at("g5"), 0)
    assert read(GAME, state, 0, f"{SPOT} assistant done").action == Place(spot, Assist())
    assert read(GAME, state, 0, f"{SPOT} m3 pp w done").action == Place(spot, Unlock("m3", Gems(2, 0, 0), colour="w"))
    both = Place(spot, None, (Plant(13, at("g6")),))
    assert read(GAME, state, 0, f"{SPOT} tree-13 g6 done").action == both
