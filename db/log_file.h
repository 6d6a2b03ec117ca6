/*
 * log_file.h - the log of a writer's archive, written once a commit. Private to
 * db/.
 *
 * SQLite writes a page into its log by two calls, header and content: 24 calls
 * for a small upload, which cost more than the disk's sync. Here those that
 * follow each other in the file are kept, 120 KiB at most, and given to the
 * system as one: before the log is synced, read, measured, cut or closed, and
 * before a write elsewhere in it.
 *
 * Only for synchronous=FULL, where a commit syncs the log before any other
 * connection is told that there is more of it: what they may read is always in
 * the file. A write that fails is told by the call that needed it, and the
 * transaction with it.
 */
#ifndef LOG_FILE_H
#define LOG_FILE_H

/*
 * The name of the file layer that does this, for sqlite3_open_v2(). Everything
 * but the log goes to the system's own. NULL: not to be had; the system's own
 * serves too
 * source    sqlite.org/vfs.html, sqlite.org/walformat.html
 */
const char *log_file_layer(void);

#endif
