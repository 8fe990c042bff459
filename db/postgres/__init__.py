"""One database of a PostgreSQL server, by asyncpg; imported only where such a database is used."""
