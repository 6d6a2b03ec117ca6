#!/usr/bin/python3
"""diy.py - what one writes who has no archive: samples as rows in SQLite, and
a script with numpy and scipy that compares two kernels on a host.

usage: diy.py fill ARCHIVE FILE      the runs of an archive as such rows
       diy.py compare FILE HOST A B  a table; its last line is the time in
                                     seconds since the modules were imported

A comparison is of the means of runs, by Welch's test with its interval and
Holm's correction over the rows; medians and outliers are of all samples.
"""
import sqlite3
import struct
import sys
import time

import numpy as np
from scipy import stats

STARTED = time.perf_counter()

SCHEMA = """
CREATE TABLE run (id INTEGER PRIMARY KEY, host TEXT, kernel TEXT, rev TEXT,
                  commit_id TEXT, at INTEGER);
CREATE INDEX run_by_host ON run (host, kernel);
CREATE TABLE series (id INTEGER PRIMARY KEY, test TEXT, metric TEXT,
                     UNIQUE (test, metric));
CREATE TABLE sample (series INTEGER, run INTEGER, n INTEGER, value REAL,
                     PRIMARY KEY (series, run, n)) WITHOUT ROWID;
"""

TAGS = """
SELECT e.tag, t.value FROM environment_tag e JOIN tag t ON t.id = e.tag
WHERE e.environment = ? AND t.key = ?
"""

SAMPLES = """
SELECT s.series, r.kernel = ?3, s.run, s.value
FROM run r CROSS JOIN series x
JOIN sample s ON s.series = x.id AND s.run = r.id
WHERE r.host = ?1 AND r.kernel IN (?2, ?3)
ORDER BY s.series, r.kernel = ?3, s.run, s.n
"""


def runs(archive):
    keys = ("host", "kernel", "rev", "commit")
    known = {}
    for run, env, at in archive.execute(
            "SELECT id, environment, at_ns FROM run"):
        if env not in known:
            known[env] = dict(archive.execute(
                "SELECT t.key, t.value FROM environment_tag e"
                " JOIN tag t ON t.id = e.tag WHERE e.environment = ?",
                (env,)))
        yield (run, *(known[env].get(key) for key in keys), at)


def samples(archive):
    lists = {key: struct.unpack(f"<{len(blob) // 4}i", blob) for key, blob in
             archive.execute("SELECT id, series FROM series_list")}
    of_run = dict(archive.execute("SELECT id, series_list FROM run"))
    for result, n, blob in archive.execute(
            "SELECT id, n, samples FROM result WHERE samples IS NOT NULL"):
        run = result >> 17
        series = lists[of_run[run]][result & 0x1FFFF]
        for i, value in enumerate(struct.unpack(f"<{n}d", blob)):
            yield (series, run, i, value)


def fill(archive, path):
    archive = sqlite3.connect(archive)
    db = sqlite3.connect(path)
    db.executescript(SCHEMA)
    db.executemany("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?)", runs(archive))
    db.executemany("INSERT INTO series VALUES (?, ?, ?)", archive.execute(
        "SELECT id, test, metric FROM series"))
    db.executemany("INSERT INTO sample VALUES (?, ?, ?, ?)", samples(archive))
    db.commit()
    db.execute("ANALYZE")
    db.commit()


class Side:
    """The samples of one series on one side, in the order of their runs."""

    def __init__(self, run, value):
        first = np.flatnonzero(np.r_[True, run[1:] != run[:-1]])
        counts = np.diff(np.r_[first, len(run)])
        self.means = np.add.reduceat(value, first) / counts
        self.mean = self.means.mean()
        self.cv = 100 * self.means.std(ddof=1) / self.mean
        low, self.median, high = np.percentile(value, (25, 50, 75))
        far = 3 * (high - low)
        self.outliers = int(((value < low - far) | (value > high + far)).sum())


def welch(a, b):
    """The change in percent, its 95 % interval, and p."""
    va, vb = (x.means.var(ddof=1) / len(x.means) for x in (a, b))
    df = (va + vb) ** 2 / (va ** 2 / (len(a.means) - 1) +
                           vb ** 2 / (len(b.means) - 1))
    half = stats.t.ppf(.975, df) * np.sqrt(va + vb)
    p = stats.ttest_ind(a.means, b.means, equal_var=False).pvalue
    change = b.mean - a.mean
    return (*(100 * x / a.mean for x in (change, change - half,
                                         change + half)), p)


def holm(p):
    order = np.argsort(p)
    adjusted = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    out = np.empty(len(p))
    out[order] = np.minimum(adjusted, 1)
    return out


def rows_of(db, host, a, b):
    """Every series that has samples on both sides."""
    found = db.execute(SAMPLES, (host, a, b)).fetchall()
    table = np.array(found, dtype=float)
    series, side, run, value = table.T
    cuts = np.flatnonzero((series[1:] != series[:-1]) |
                          (side[1:] != side[:-1])) + 1
    sides = {}
    for part in np.split(np.arange(len(table)), cuts):
        sides[int(series[part[0]]), int(side[part[0]])] = Side(
            run[part], value[part])
    for name, of in sides.items():
        if name[1] == 0 and (name[0], 1) in sides:
            yield name[0], of, sides[name[0], 1]


def compare(path, host, a, b):
    db = sqlite3.connect(path)
    names = {key: (test, metric) for key, test, metric in db.execute(
        "SELECT id, test, metric FROM series")}
    rows = [(names[key], x, y, welch(x, y))
            for key, x, y in rows_of(db, host, a, b)]
    adjusted = holm(np.array([row[3][3] for row in rows]))
    print(f"{host}: kernel {a} and {b}, {len(rows)} rows")
    for ((test, metric), x, y, (change, low, high, p)), q in zip(rows,
                                                                 adjusted):
        word = "" if q > .05 else "higher" if change > 0 else "lower"
        print(f"{test:12} {metric:8} {len(x.means):3}+{len(y.means):<3}"
              f" {x.mean:10.5g} {x.cv:4.1f} {y.mean:10.5g} {y.cv:4.1f}"
              f" {x.median:10.5g} {y.median:10.5g}"
              f" {change:+7.2f} % {low:+7.2f} .. {high:+7.2f} {p:.3g}"
              f" {q:.3g} {x.outliers}+{y.outliers} {word}")


def main():
    if sys.argv[1:2] == ["fill"] and len(sys.argv) == 4:
        fill(*sys.argv[2:])
    elif sys.argv[1:2] == ["compare"] and len(sys.argv) == 6:
        compare(*sys.argv[2:])
        print(time.perf_counter() - STARTED)
    else:
        sys.exit(__doc__)


main()
