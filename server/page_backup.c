/* page_backup.c - the archive as a file, also while it is written to. */
#include "pages.h"
#include "upkeep.h"

int backup_get(struct request *rq, struct reply *rp, struct err *err)
{
	if (db_backup_open(rq->db, &rp->file, err) < 0)
		return -1;
	rp->has_file = true;
	rp->type = "application/vnd.sqlite3";
	return REPLY_NOW;
}
