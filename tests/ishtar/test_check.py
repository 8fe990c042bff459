"""R11.1–R11.4: findings of the checker in tables of one's own."""

from __future__ import annotations

import re

import pytest

from rules.ishtar import GAME
from rules.ishtar.check import findings
from rules.ishtar.parts import FACES, FACES_OF_TILES, MASTERIES, TREES, Gems, Mastery, Tree


def faults(**tables: object) -> list[str]:
    return [str(finding.text) for finding in findings(**tables) if finding.fault]  # type: ignore[arg-type]


def told(**tables: object) -> list[str]:
    return [str(finding.text) for finding in findings(**tables, source="owner") if not finding.fault]  # type: ignore[arg-type]


def with_face(name: str, text: str) -> dict[str, str]:
    return {**FACES, name: text}


def with_tile(shape: str, number: int, face: str) -> dict[str, tuple[str, ...]]:
    faces = list(FACES_OF_TILES[shape])
    faces[number - 1] = face
    return {**FACES_OF_TILES, shape: tuple(faces)}


def with_tree(number: int, cost: Gems, points: int) -> dict[int, Tree]:
    return {**TREES, number: Tree(cost, points)}


def test_r11_1_the_house_set_adds_up() -> None:
    assert list(GAME.check()) == []


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("1a", "p..S", "1a is not seven rows of 4 to 7 letters out of F S . p r w."),
        ("1a", FACES["1a"].replace("S", "x"), "1a is not seven rows of 4 to 7 letters out of F S . p r w."),
        ("1a", FACES["1a"].replace("F", "."), "1a should have one fountain; it has 0."),
        (
            "7a",
            FACES["1a"],
            "There should be six boards of two faces; there are 1a, 1b, 2a, 2b, 3a, 3b, 4a, 4b, 5a, 5b, 6a, 6b, 7a.",
        ),
    ],
)
def test_r11_2_a_face_must_be_readable(name: str, text: str, sentence: str) -> None:
    assert sentence in faults(faces=with_face(name, text))


def test_r11_2_the_supply_must_suffice() -> None:
    rich = {name: text.replace(".", "w") for name, text in FACES.items()}
    assert any(re.fullmatch("Gems w: [0-9]+ may be needed; there are 26.", fault) for fault in faults(faces=rich, source="owner"))


def test_r11_2_two_faces_of_a_board_are_never_used_together() -> None:
    rich = {"1a": FACES["1a"].replace(".", "w", 6), "1b": FACES["1b"].replace(".", "w", 5)}
    assert [text.count("w") for text in rich.values()] == [8, 8]
    assert faults(faces={**FACES, **rich}, source="owner") == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("S..S/Sw.../r...w./pp.Fp.r/r...../.r..r/SpSS", "1a: 6 of S; 3 to 5 would be fair."),
        ("F..S/Sw.../r...w./pp..p.r/r...../.r..r/pSpp", "1a: the fountain is too far from the centre."),
        ("p..S/Sw.../r.S.w./pp.Fp.r/r...../.r..r/p.pp", "1a: a stone, a white gem or more than two gems beside the fountain."),
        ("pS.S/Sw.../r...w./pp.Fp.r/r...../.r..r/p.pp", "1a: some cells cannot be reached or covered."),
        ("p..S/Sw.w./r...../pp.Fp.r/r...../.r..r/pSpp", "1a: rare gems lie close together."),
        ("p..S/Sw.../r...w./pp.F..r/rpp.../.r..r/.Spp", "1a: more than four rocks in a clump."),
    ],
)
def test_r11_2_promises_of_the_house_faces(text: str, sentence: str) -> None:
    assert sentence in faults(faces=with_face("1a", text))
    assert sentence in told(faces=with_face("1a", text))


def test_r11_2_no_two_faces_are_equal() -> None:
    assert "1a and 1b are the same face." in faults(faces=with_face("1b", FACES["1a"]))


@pytest.mark.parametrize(
    ("shape", "face", "sentence"),
    [
        ("bar", "g 5A g", "bar-1 is “g 5A g”; a tile is three of g, 1 to 4, with A, M or J after a digit."),
        ("bar", "g gA g", "bar-1 is “g gA g”; a tile is three of g, 1 to 4, with A, M or J after a digit."),
        ("vee", "g g g", "vee-1 has no flower."),
        ("tri", "1A 1A g", "tri-1 has two letters."),
        ("tri", "2 2 2", "tri-1 has three identical cells."),
    ],
)
def test_r11_3_a_tile_must_be_readable(shape: str, face: str, sentence: str) -> None:
    assert faults(tiles=with_tile(shape, 1, face)) == [sentence]


@pytest.mark.parametrize(
    ("shape", "face", "sentence"),
    [
        ("bar", "g 2 1A", "bar-1 and bar-3 are the same tile."),
        ("vee", "1A g g", "vee-1 and vee-13 are the same tile."),
        ("tri", "g 3M g", "tri-1 and tri-5 are the same tile."),
    ],
)
def test_r11_3_no_two_tiles_are_equal(shape: str, face: str, sentence: str) -> None:
    assert sentence in faults(tiles=with_tile(shape, 1, face), source="owner")


def test_r11_3_promises_of_the_house_tiles() -> None:
    odd = told(tiles=with_tile("bar", 13, "1M 2 1"))
    assert "The starting tiles of bar do not have the same numbers of flower cells as ours." in odd
    assert "The starting tiles of bar should be one A and one M." in odd
    assert "The letters of the basic tiles are – 10, A 10, J 4, M 12; ours are 11 A, 11 M, 4 J." in told(
        tiles=with_tile("bar", 1, "g 2 4M")
    )
    assert "Tiles of bar: 13, not 14." in faults(tiles={**FACES_OF_TILES, "bar": FACES_OF_TILES["bar"][:13]})


def test_r11_4_trees() -> None:
    assert "Trees 1 and 2 cost the same." in faults(trees=with_tree(2, Gems(3, 0, 0), 4))
    assert "Trees: 25, not 26 with the numbers from 1." in faults(trees={n: TREES[n] for n in range(1, 26)})
    assert "No tree costs 2r 1w, as in the example." in told(trees=with_tree(15, Gems(1, 2, 1), 9))
    assert "Tree 23 brings 13 points; 10.2 would be fair." in told(trees=with_tree(23, Gems(0, 0, 3), 13))
    assert "Trees 2 and 14: the more expensive one is not worth more." in told(trees=with_tree(14, Gems(0, 3, 0), 4))
    sentence = "The points of the trees should be 4 to 17, with 4, 7, 8, 8, 11 among them and one 17."
    assert sentence in told(trees=with_tree(24, Gems(0, 2, 2), 12))


def test_r3_17_masteries_need_a_known_effect() -> None:
    odd = {**MASTERIES, "m2": Mastery("fly", (1,))}
    assert faults(masteries=odd) == ["Mastery m2: fly 1 is not an effect."]
    assert "The masteries are not those of the columns." in faults(masteries={"m1": MASTERIES["m1"]})


def test_r1_5_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    from rules.ishtar import check_map
    from rules.ishtar.hexes import grid_of

    torn = {4: {"layout-9": ((0, 0), (7, -3), (14, -6), (21, -9))}, 5: {"layout-9": ((0, 0),)}}
    monkeypatch.setattr("rules.ishtar.check_map.LAYOUTS", torn)
    monkeypatch.setattr("rules.ishtar.hexes.LAYOUTS", torn)
    told_ = [str(text) for text in check_map.layouts()]
    grid_of.cache_clear()
    assert "layout-9 for 4 boards is not solid." in told_
    assert "layout-9 for 5 boards overlaps or lacks one." in told_
