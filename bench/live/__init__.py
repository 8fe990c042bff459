"""What `bench/host.py` measures on running programs: this version of the bot, another one, and a bare bot as their peer."""
