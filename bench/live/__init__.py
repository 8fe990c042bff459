"""Gear for measurements of running programs: the bot, another version of it, and a bare bot as their peer."""
