#!/bin/sh
# Makes the secrets, the bucket and the access key that deploy/compose.yaml needs. Run it once, as root; it may be
# run again, and makes only what is missing.
set -eu
umask 077
cd "$(dirname "$0")/.."

[ "$(id -u)" = 0 ] || {
  echo "set-up: run this as root: the secrets belong to users of the containers." >&2
  exit 1
}

# put NAME OWNER GROUP MODE: keeps what it reads as a secret.
put() {
  install -o "$2" -g "$3" -m "$4" /dev/stdin "compose/secrets/$1"
}
random() {
  [ -s "compose/secrets/$1" ] || openssl rand -hex 32 | put "$@"
}
garage() {
  docker compose exec -T garage /garage "$@"
}

# 1000 is the user of a node, 999 the group of PostgreSQL.
mkdir -p compose/secrets
random root-key 1000 1000 400
random database-password 1000 999 440
random postgres-password 0 0 400
random garage-rpc-secret 0 0 400

if [ ! -s compose/secrets/s3-credentials ]; then
  put s3-credentials 1000 1000 400 </dev/null
  docker compose up --detach --wait garage
  garage bucket info valise >/dev/null 2>&1 || garage bucket create valise >/dev/null
  credentials=$(garage key create valise |
    sed -n 's/^Key ID: */aws_access_key_id = /p; s/^Secret key: */aws_secret_access_key = /p')
  id=$(echo "$credentials" | sed -n 's/^aws_access_key_id = //p')
  garage bucket allow --read --write valise --key "$id" >/dev/null
  echo "$credentials" | put s3-credentials 1000 1000 400
fi

echo "The secrets are in $(pwd)/compose/secrets. Keep a copy of root-key in a safe place: without it no file can be read."
echo "Now run: docker compose up --detach --wait"
