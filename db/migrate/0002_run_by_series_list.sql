-- Asking by test alone must not read every run.
CREATE INDEX run_by_series_list ON run (series_list, id);
