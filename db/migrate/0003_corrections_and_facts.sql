-- Corrections that can be undone, and facts that are said once.
CREATE TABLE edit_before (
	edit        INTEGER PRIMARY KEY REFERENCES edit,
	environment INTEGER NOT NULL REFERENCES environment,
	at_ns       INTEGER NOT NULL,
	at_assumed  INTEGER NOT NULL
) STRICT;
CREATE TABLE edit_result_before (
	edit    INTEGER NOT NULL REFERENCES edit,
	result  INTEGER NOT NULL REFERENCES result,
	unit    INTEGER REFERENCES unit,
	better  INTEGER NOT NULL,
	assumed INTEGER NOT NULL,
	PRIMARY KEY (edit, result)
) STRICT, WITHOUT ROWID;
CREATE TABLE named_environment (
	name        TEXT PRIMARY KEY,
	environment INTEGER NOT NULL REFERENCES environment,
	at_ns       INTEGER NOT NULL,
	sender      TEXT NOT NULL
) STRICT, WITHOUT ROWID;
