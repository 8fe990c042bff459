"""What is measured on running programs: the bot, another version of it, and a bare bot as their peer."""
