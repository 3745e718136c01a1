#!/bin/sh
# Overwrites the safekeeping copy of the keys. Run it after each backup, never before: the copy must
# hold every key that the backup needs.
#   escrow-keys.sh [--rotated] [KEY_FOLDER [ESCROW_FOLDER]]
# --rotated  replaces the root key too, after "valise key rotate"
set -eu
umask 077
rotated=no
if [ "${1:-}" = --rotated ]; then
  rotated=yes
  shift
fi
keys=${1:-/var/lib/valise-keys}
escrow=${2:-/mnt/escrow/valise-keys}

refuse() {
  echo "escrow-keys: $1" >&2
  exit 1
}

[ -d "$escrow" ] || refuse "$escrow is not there. Is its volume mounted?"
# There is no root.key where the root key comes from a command or from systemd, and no keyring.sealed
# where PostgreSQL holds the keyring.
names=
for name in root.key keyring.sealed; do
  if [ -e "$keys/$name" ]; then
    names="$names $name"
  elif [ -e "$escrow/$name" ]; then
    refuse "$keys/$name is missing. If it has moved elsewhere for good, remove $escrow/$name."
  fi
done
[ -n "$names" ] || refuse "there are no keys in $keys. Is its volume mounted?"
if [ $rotated = no ] && [ -e "$escrow/root.key" ] && ! cmp -s "$keys/root.key" "$escrow/root.key"; then
  refuse "$escrow holds another root key, and it is not replaced. After a rotation, say --rotated."
fi
for name in $names; do
  cp "$keys/$name" "$escrow/$name.new"
  sync "$escrow/$name.new"
done
if [ -e "$escrow/root.key.new" ] && ! cmp -s "$keys/root.key" "$escrow/root.key.new"; then
  refuse "the root key is being rotated. Try again when that is done."
fi
for name in $names; do
  mv "$escrow/$name.new" "$escrow/$name"
done
sync "$escrow"
