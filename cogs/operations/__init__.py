"""The bot as a service on its machine: settings, exit codes, logs, health and metrics, systemd. Nothing here knows a game."""
