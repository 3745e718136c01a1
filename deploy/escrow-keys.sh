#!/bin/sh
# Overwrites the safekeeping copy of the keys. Run it after each backup, never before: the copy must
# hold every key that the backup needs.
#   escrow-keys.sh [KEY_FOLDER [ESCROW_FOLDER]]
set -eu
umask 077
keys=${1:-/var/lib/valise-keys}
escrow=${2:-/mnt/escrow/valise-keys}

if [ ! -d "$escrow" ]; then
  echo "escrow-keys: $escrow is not there. Is its volume mounted?" >&2
  exit 1
fi
if [ -e "$escrow/root.key" ] && ! cmp -s "$keys/root.key" "$escrow/root.key"; then
  echo "escrow-keys: $escrow holds the key of another installation, and it is not replaced." >&2
  exit 1
fi
for name in root.key keyring.sealed; do
  cp "$keys/$name" "$escrow/$name.new"
  sync "$escrow/$name.new"
  mv "$escrow/$name.new" "$escrow/$name"
done
sync "$escrow"
