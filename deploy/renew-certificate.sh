#!/bin/sh
# Hands a renewed certificate to Valise: /etc/letsencrypt/renewal-hooks/deploy/valise
# certbot sets RENEWED_LINEAGE to the folder of what it renewed.
set -eu
install -o valise -g valise -m 600 "$RENEWED_LINEAGE/privkey.pem" /etc/valise/privkey.pem
install -o valise -g valise -m 644 "$RENEWED_LINEAGE/fullchain.pem" /etc/valise/fullchain.pem
systemctl reload valise
