-- Notes on ranges of a history.
CREATE TABLE note (
	id        INTEGER PRIMARY KEY,
	at_ns     INTEGER NOT NULL,
	sender    TEXT NOT NULL,
	terms     TEXT NOT NULL,
	key       TEXT NOT NULL,
	lo        TEXT,
	hi        TEXT,
	text      TEXT NOT NULL,
	undone_ns INTEGER
) STRICT;
