-- schema.sql - the whole archive; db/migrate/ brings older ones to exactly this.
--
-- Times are nanoseconds since 1970, UTC. Everything is kept: a run in the trash
-- has trashed_ns. Tag sets (option_set, environment, param_set) are stored once
-- and shared; a digest is the SHA-256 of the members' text in order, so that
-- one look-up finds a set that is there.

-- One key:value, shared by all that carry it.
CREATE TABLE tag (
	id       INTEGER PRIMARY KEY,
	key      TEXT NOT NULL,
	value    TEXT NOT NULL,
	sort_key BLOB NOT NULL,      -- bytes that compare as the values do
	UNIQUE (key, value)
) STRICT;
CREATE INDEX tag_by_order ON tag (key, sort_key);

-- The kernel options of an environment; most environments share few sets.
CREATE TABLE option_set (
	id       INTEGER PRIMARY KEY,
	digest   BLOB NOT NULL UNIQUE,
	complete INTEGER NOT NULL    -- 1: a full config, absence means n
) STRICT;
CREATE TABLE option_set_tag (
	option_set INTEGER NOT NULL REFERENCES option_set,
	tag        INTEGER NOT NULL REFERENCES tag,
	PRIMARY KEY (option_set, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX option_set_by_tag ON option_set_tag (tag, option_set);

-- All tags of a run: an option set and the other tags.
CREATE TABLE environment (
	id         INTEGER PRIMARY KEY,
	digest     BLOB NOT NULL UNIQUE,
	option_set INTEGER NOT NULL REFERENCES option_set,
	live_runs  INTEGER NOT NULL, -- runs that point here, trash aside
	newest_ns  INTEGER           -- the largest at_ns of these; NULL: none
) STRICT;
CREATE INDEX environment_by_option_set ON environment (option_set);
CREATE TABLE environment_tag (
	environment INTEGER NOT NULL REFERENCES environment,
	tag         INTEGER NOT NULL REFERENCES tag,
	PRIMARY KEY (environment, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX environment_by_tag ON environment_tag (tag, environment);

-- The parameters of a series.
CREATE TABLE param_set (
	id     INTEGER PRIMARY KEY,
	digest BLOB NOT NULL UNIQUE
) STRICT;
CREATE TABLE param_set_tag (
	param_set INTEGER NOT NULL REFERENCES param_set,
	tag       INTEGER NOT NULL REFERENCES tag,
	PRIMARY KEY (param_set, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX param_set_by_tag ON param_set_tag (tag, param_set);

-- What is measured: a test with its parameters, a metric and its role.
CREATE TABLE series (
	id        INTEGER PRIMARY KEY,
	test      TEXT NOT NULL,     -- '' where nobody named it
	param_set INTEGER NOT NULL REFERENCES param_set,
	metric    TEXT NOT NULL,
	role      INTEGER NOT NULL,  -- enum role of core/report.h
	UNIQUE (test, param_set, metric, role)
) STRICT;

-- Which series a run holds, in order; runs of one script share a list. The live
-- results of a series are the live runs of the lists it is a member of.
CREATE TABLE series_list (
	id        INTEGER PRIMARY KEY,
	digest    BLOB NOT NULL UNIQUE,
	series    BLOB NOT NULL,     -- series ids, little-endian, 4 bytes each
	live_runs INTEGER NOT NULL,  -- runs that point here, trash aside
	newest_ns INTEGER            -- the largest at_ns of these; NULL: none
) STRICT;
CREATE TABLE series_list_member (
	series      INTEGER NOT NULL REFERENCES series,
	series_list INTEGER NOT NULL REFERENCES series_list,
	PRIMARY KEY (series, series_list)
) STRICT, WITHOUT ROWID;

-- A unit as its source spells it.
CREATE TABLE unit (
	id       INTEGER PRIMARY KEY,
	spelling TEXT NOT NULL UNIQUE
) STRICT;

-- What was sent, byte for byte.
CREATE TABLE upload (
	id          INTEGER PRIMARY KEY,
	received_ns INTEGER NOT NULL,
	sender      TEXT NOT NULL,     -- a token's name or an address
	format      TEXT NOT NULL,     -- importers' names joined by '+'
	file        TEXT,              -- the name it was sent under
	terms       TEXT NOT NULL,     -- canonical TERMS, '-' for none
	key         TEXT UNIQUE,       -- Idempotency-Key
	size        INTEGER NOT NULL,  -- bytes before compression
	bytes       BLOB NOT NULL      -- zstd
) STRICT;

CREATE TABLE run (
	id          INTEGER PRIMARY KEY,
	upload      INTEGER NOT NULL REFERENCES upload,
	environment INTEGER NOT NULL REFERENCES environment,
	series_list INTEGER NOT NULL REFERENCES series_list,
	at_ns       INTEGER NOT NULL,  -- when measured
	at_assumed  INTEGER NOT NULL,  -- 1: not told, at_ns is the receipt
	identity    BLOB NOT NULL,     -- SHA-256, see DESIGN sec. 4
	doc_offset  INTEGER,           -- its document in the upload; NULL: all
	doc_size    INTEGER,
	trashed_ns  INTEGER            -- NULL: live
) STRICT;
CREATE INDEX run_by_environment ON run (environment, id);
CREATE INDEX run_by_series_list ON run (series_list, id);
CREATE INDEX run_by_at ON run (at_ns);
CREATE INDEX run_by_upload ON run (upload);
CREATE INDEX run_by_identity ON run (identity);
CREATE INDEX run_trashed ON run (trashed_ns) WHERE trashed_ns IS NOT NULL;

-- Where a run came from that was exported from another archive.
CREATE TABLE run_origin (
	run         INTEGER PRIMARY KEY REFERENCES run,
	received_ns INTEGER NOT NULL,
	sender      TEXT NOT NULL,
	format      TEXT NOT NULL,
	file        TEXT
) STRICT;

-- One series in one run; id = run << 17 | place in the run's series list.
CREATE TABLE result (
	id      INTEGER PRIMARY KEY,
	unit    INTEGER REFERENCES unit, -- NULL: not given
	better  INTEGER NOT NULL,  -- enum better of core/report.h
	assumed INTEGER NOT NULL,  -- 1: better is assumed from the unit
	n       INTEGER NOT NULL,
	min     REAL,              -- in the unit; NULL: what the samples tell,
	max     REAL,              -- or without these: a summary did not tell
	mean    REAL,
	stddev  REAL,              -- of the sample, n - 1; NULL for n = 1
	median  REAL,
	samples BLOB               -- n doubles, little-endian, in measured order;
	                           -- NULL: known by its published summary only
) STRICT;

-- A test that failed, was skipped or not supported: a state, never a number.
CREATE TABLE failure (
	run       INTEGER NOT NULL REFERENCES run,
	ordinal   INTEGER NOT NULL,
	test      TEXT NOT NULL,
	param_set INTEGER NOT NULL REFERENCES param_set,
	metric    TEXT,              -- NULL: the whole test
	reason    TEXT NOT NULL,
	PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX failure_by_test ON failure (test, run);

-- What the importer had to say of a run.
CREATE TABLE warning (
	run     INTEGER NOT NULL REFERENCES run,
	ordinal INTEGER NOT NULL,
	line    INTEGER NOT NULL,    -- 1-based; 0: the input as a whole
	message TEXT NOT NULL,
	PRIMARY KEY (run, ordinal)
) STRICT, WITHOUT ROWID;

-- Who changed what afterwards.
CREATE TABLE edit (
	id     INTEGER PRIMARY KEY,
	run    INTEGER NOT NULL REFERENCES run,
	at_ns  INTEGER NOT NULL,
	sender TEXT NOT NULL,
	action TEXT NOT NULL,        -- 'trash', 'restore', 'correct', 'undo'
	reason TEXT NOT NULL         -- of a correction: what it changed
) STRICT;
CREATE INDEX edit_by_run ON edit (run);

-- What a run was before a correction, so that it can be undone.
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

-- Facts of a machine and its kernel, said once, that uploads name by env:NAME.
CREATE TABLE named_environment (
	name        TEXT PRIMARY KEY,
	environment INTEGER NOT NULL REFERENCES environment,
	at_ns       INTEGER NOT NULL,  -- when it was said last
	sender      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Notes on ranges of a history, not on its runs: those come and go.
CREATE TABLE note (
	id        INTEGER PRIMARY KEY,
	at_ns     INTEGER NOT NULL,    -- when it was said
	sender    TEXT NOT NULL,
	terms     TEXT NOT NULL,       -- of its lines, as a link has them
	key       TEXT NOT NULL,       -- of the range: 'rev', 'kernel', 'at', ...
	lo        TEXT,                -- its ends, included; NULL: open
	hi        TEXT,
	text      TEXT NOT NULL,
	undone_ns INTEGER              -- NULL: it holds
) STRICT;
