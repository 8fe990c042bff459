-- first games are known by the seats at closed tables, owed turns by their level, and what was over last by its place
CREATE INDEX seats_past ON seats (person, "table") WHERE past = 1;
CREATE INDEX clocks_owed ON clocks (wake) WHERE level != '';
DROP INDEX tables_by_channel;
CREATE INDEX tables_by_channel ON tables (channel, status, id);
DROP INDEX tables_by_place;
CREATE INDEX tables_by_place ON tables (place, status, id);
