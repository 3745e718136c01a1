#!/bin/sh
# Sends the files of a folder by night: OUTBOX/ADDRESS/FILE goes to ADDRESS. What was sent moves to sent/, what the server
# refuses to refused/, with the reason beside it. What could not be sent now stays, and goes with the next run.
#
#   send-outbox.sh OUTBOX URL HEADERS
#
# HEADERS is a file that only this job can read, with the line "Authorization: Bearer KEY". The exit status is 0 when the
# outbox is empty, 9 when something stays, 1 when something was refused.
set -eu
outbox=$1 url=$2 headers=$3
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
status=0

refuse() {
  mkdir -p "$outbox/refused/$1"
  cp "$answer" "$outbox/refused/$1/$2.reason.json"
  mv "$outbox/$1/$2" "$outbox/refused/$1/$2"
  status=1
}

for file in "$outbox"/*@*/*; do
  [ -f "$file" ] || continue
  to=$(basename "$(dirname "$file")") name=$(basename "$file")
  case $to$name in
    *[\"\\]*)
      echo '{"detail":"The address or the name has a quotation mark or a backslash."}' > "$answer"
      refuse "$to" "$name"
      continue
      ;;
  esac
  # The same file to the same address is sent once in seven days, however often this is run or killed.
  once=$(printf '%s %s %s' "$to" "$name" "$(sha256sum < "$file")" | sha256sum | cut -c 1-64)
  code=$(curl -sS -o "$answer" -w '%{http_code}' --max-time 600 -H @"$headers" -H "Idempotency-Key: $once" \
    -F "drop={\"receivers\":[{\"email\":\"$to\"}],\"reference\":\"$once\"};type=application/json" \
    -F "file=@\"$file\"" "$url/api/v1/drops") || code=000
  case $code in
    201)
      mkdir -p "$outbox/sent/$to"
      mv "$file" "$outbox/sent/$to/$name"
      ;;
    # Out of reach, busy, or wrong credentials: nothing is wrong with the file.
    000 | 401 | 403 | 409 | 429 | 5??) [ "$status" -eq 1 ] || status=9 ;;
    *) refuse "$to" "$name" ;;
  esac
done
exit "$status"
