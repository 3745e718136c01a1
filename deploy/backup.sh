#!/bin/sh
# Copies the data of a Valise server, which may be running, and leaves the keys out on purpose.
#   backup.sh [DATA_FOLDER [BACKUP_FOLDER]]
set -eu
umask 077
data=$(realpath "${1:-/var/lib/valise}")
backup=${2:-/var/backups/valise}
mkdir -p "$backup/blobs"
cd "$backup"

# A sealed file never changes once it is there. Files whose time ends meanwhile vanish: status 24.
copy_blobs() {
  rsync -a --ignore-existing "$@" --exclude=/incoming/ "$data/blobs/" blobs/ ||
    [ $? -eq 24 ]
}

# First most of the files, then the database, then the files that came in between: so the backup
# holds every file that its database knows, but for those that ended while it was made.
copy_blobs --delete
rm -f valise.db.new
sqlite3 -cmd '.timeout 30000' "$data/valise.db" "VACUUM INTO 'valise.db.new'"
[ "$(sqlite3 valise.db.new 'PRAGMA integrity_check')" = ok ]
copy_blobs
[ ! -e "$data/valise.json" ] || cp "$data/valise.json" valise.json
sync -f .
mv valise.db.new valise.db
sync .
