"""The host: tables, people's settings and time. It knows rules and database rows, and nothing of Discord."""
