#!/bin/sh
# Prints a checksum of the sources that a bundle is made of: of their names, sizes and times. A bundle is only run
# with the sources that it was made of. Times count in whole seconds, because layers of an image keep no more.
set -eu
cd "$(dirname "$0")/../.."
find server client protocol package-lock.json -type f ! -name '*.test.ts' -printf '%p %s %T@\n' |
  sed 's/\.[0-9]*$//' | LC_ALL=C sort | cksum | tr ' ' '-'
