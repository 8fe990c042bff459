"""Data of an erased person does not come back: not from memory, and not by work that was under way."""

from __future__ import annotations

import pytest

from db.statement import Stale
from host.erasure import erase_person, is_known
from host.settings import PersonSettings, read_person_settings, remember_locale, set_person_settings
from host.tables import Tables
from tests.erasing import ADA, BEN, started


async def test_settings_that_were_read_before_are_forgotten(tables: Tables) -> None:
    await set_person_settings(tables.store, BEN, swift=True, language="fr", direct=True)
    assert (await read_person_settings(tables.store, BEN)).swift
    await erase_person(tables, BEN)
    assert await read_person_settings(tables.store, BEN) == PersonSettings()
    assert await set_person_settings(tables.store, BEN, locale="de") == PersonSettings(locale="de")


async def test_change_that_read_the_settings_before_the_erasure_stores_nothing(tables: Tables) -> None:
    await set_person_settings(tables.store, BEN, swift=True)
    before = await tables.store.settings.get("persons", BEN)
    assert before is not None
    await erase_person(tables, BEN)
    with pytest.raises(Stale):
        await tables.store.settings.put("persons", BEN, before, before)
    assert not await is_known(tables.store, BEN)


async def test_language_of_discord_is_remembered_of_players_only(tables: Tables) -> None:
    await started(tables, ADA, BEN)
    await remember_locale(tables.store, BEN, "fr")
    assert (await read_person_settings(tables.store, BEN)).locale == "fr"
    await erase_person(tables, BEN)
    await remember_locale(tables.store, BEN, "fr")
    assert not await is_known(tables.store, BEN)
    assert (await read_person_settings(tables.store, BEN)).locale == "en-US"


async def test_language_of_discord_is_remembered_of_people_with_settings(tables: Tables) -> None:
    await set_person_settings(tables.store, BEN, swift=True)
    await remember_locale(tables.store, BEN, "fr")
    assert await read_person_settings(tables.store, BEN) == PersonSettings(swift=True, locale="fr")
