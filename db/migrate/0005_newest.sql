-- What there is, and since when, must not read every run.
ALTER TABLE environment ADD COLUMN newest_ns INTEGER;
ALTER TABLE series_list ADD COLUMN newest_ns INTEGER;
CREATE INDEX run_trashed ON run (trashed_ns) WHERE trashed_ns IS NOT NULL;
UPDATE environment SET newest_ns = (SELECT max(at_ns) FROM run
	WHERE environment = environment.id AND trashed_ns IS NULL);
UPDATE series_list SET newest_ns = (SELECT max(at_ns) FROM run
	WHERE series_list = series_list.id AND trashed_ns IS NULL);
