"""Keep rows in a database and return them; nothing here knows a game or Discord.

`db.store.Store` is the door. `db.engines` opens a database by its address: SQLite for a file, PostgreSQL for a server.
"""
