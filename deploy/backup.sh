#!/bin/sh
# Copies the data of a Valise server, which may be running, and leaves the keys out on purpose.
#   backup.sh [--force] [--checksum] [DATA_FOLDER [BACKUP_FOLDER]]
# --force     replaces a backup of another installation, or one that holds far more files
# --checksum  reads every file that was copied before, to find copies that have gone bad
set -eu
umask 077
force=no
compare=--size-only
while :; do
  case ${1:-} in
    --force) force=yes ;;
    --checksum) compare=--checksum ;;
    *) break ;;
  esac
  shift
done
data=$(realpath "${1:-/var/lib/valise}")
backup=${2:-/var/backups/valise}

refuse() {
  echo "backup: $1" >&2
  exit 1
}

# Whose database it is; nothing for a file that is none.
owner_of() {
  sqlite3 -cmd '.timeout 30000' "$1" "SELECT value FROM notes WHERE name = 'install.id'" 2>/dev/null || :
}

count_blobs() {
  find "$1" -path "$1/incoming" -prune -o -type f -print | wc -l
}

[ -s "$data/valise.db" ] || refuse "there is no Valise database in $data. Is its volume mounted?"
owner=$(owner_of "$data/valise.db")
[ -n "$owner" ] || refuse "$data/valise.db is not the database of a Valise server."
[ -d "$data/blobs" ] || refuse "there are no files in $data. Is its volume mounted?"

mkdir -p "$backup/blobs"
cd "$backup"
exec 9>backup.lock
flock -n 9 || refuse "another backup to $backup is being made."

# A good backup is not replaced by one of another installation, nor by one that has lost its files.
if [ -s valise.db ] && [ $force = no ]; then
  before=$(owner_of 'file:valise.db?immutable=1')
  [ -z "$before" ] || [ "$before" = "$owner" ] ||
    refuse "$backup belongs to another installation. --force replaces it."
  had=$(count_blobs blobs)
  has=$(count_blobs "$data/blobs")
  if [ "$had" -gt 0 ] && [ "$has" -eq 0 ] || [ "$had" -ge 20 ] && [ $((2 * has)) -lt "$had" ]; then
    refuse "$data holds $has files, $backup $had. If they have ended, --force goes on."
  fi
fi

# A sealed file never changes once it is there. Files whose time ends meanwhile vanish: status 24.
copy() {
  rsync -a "$@" || [ $? -eq 24 ]
}

# First most of the files, then the database, then the files that came in between: so the backup
# holds every file that its database knows, but for those that ended while it was made.
copy $compare --delete --exclude=/incoming/ "$data/blobs/" blobs/
rm -f valise.db.new
sqlite3 -cmd '.timeout 30000' "$data/valise.db" "VACUUM INTO 'valise.db.new'"
[ "$(owner_of 'file:valise.db.new?immutable=1')" = "$owner" ] ||
  refuse "the copy of the database is not whole."
[ "$(sqlite3 'file:valise.db.new?immutable=1' 'PRAGMA integrity_check')" = ok ] ||
  refuse "the copy of the database is damaged."
copy --size-only --exclude=/incoming/ "$data/blobs/" blobs/

# Settings, texts, pictures and captured mail, but neither keys nor secrets: what the settings name
# and the backup does not hold is listed, since a restored server needs it from elsewhere.
settings() {
  [ ! -e "$data/valise.json" ] ||
    sed -n 's/.*"\([A-Za-z]*\(File\|Dir\)\)": *"\([^"]*\)".*/\1 \3/p' "$data/valise.json"
}
settings | grep -E '^[A-Za-z]*((Password|Token|Key)File|[kK]eyDir) |^[A-Za-z]* /' >NOT-IN-BACKUP.txt || :
settings | sed -n -E 's,^[A-Za-z]*((Password|Token|Key)File|[kK]eyDir) ([^/].*),/\3,p' >.secret-files
find "$data" -name root.key -printf '/%P\n' | sed 's,/root\.key$,/*,' >>.secret-files
copy --delete --exclude-from=.secret-files --exclude=root.key --exclude='keyring.sealed*' \
  --exclude=/keys/ --exclude=/blobs/ --exclude='/valise.db*' --exclude=/valise.ballast* \
  --exclude='*.lock' --exclude=/NOT-IN-BACKUP.txt --exclude=/BACKUP-MADE.txt --exclude=/.secret-files "$data/" ./
rm -f .secret-files

# Files may have come in after the copy of the database, up to now: valise doctor knows by this.
date -u +%Y-%m-%dT%H:%M:%SZ >BACKUP-MADE.txt
sync -f .
[ ! -s valise.db ] || ln -f valise.db valise.db.1
mv valise.db.new valise.db
sync .
