#!/usr/bin/env python3
"""An independent reader of the formats in docs/file-format.md.

It follows that page alone and shares no code with the server. It checks every vector of
vectors.json, prints how many of each kind it checked, and fails on the first that is wrong.
Needs Python 3 and its `cryptography` package.
"""

import base64
import hashlib
import json
import pathlib
import struct
import sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.constant_time import bytes_eq
from cryptography.hazmat.primitives.hashes import SHA256, SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand

HEADER, TAG, BOX_SALT, SLOT = 64, 16, 32, 80

PURPOSES = {
    "hashes": b"valise/hashes/v1",
    "tokenPepper": b"valise/token-pepper/v1",
    "apiKeyPepper": b"valise/api-key-pepper/v1",
    "link": b"valise/link/v1",
    "code": b"valise/code/v1",
    "audit": b"valise/audit/v1",
    "passwordPepper": b"valise/password-pepper/v1",
    "dropPasswordPepper": b"valise/drop-password-pepper/v1",
    "totp": b"valise/totp/v1",
    "keptForm": b"valise/kept-form/v1",
    "deviceLeave": b"valise/device-leave/v1",
    "webhook": b"valise/webhook/v1",
    "accountLink": b"valise/account-link/v1",
    "rows": b"valise/rows/v1",
    "receipts": b"valise/receipts/v1",
    "check": b"valise/check/v1",
}


class Refused(Exception):
    """The bytes are not what was sealed."""


def framed(*fields):
    return b"".join(struct.pack(">H", len(field)) + field for field in fields)


def segment_keys(vector, prefix, salt):
    context = framed(vector["installId"].encode(), vector["fileId"].encode())
    context += struct.pack(">I", vector["segment"])
    info = b"valise/sealed-file/v1" + prefix + salt + context
    output = HKDFExpand(SHA512(), 76, info).derive(bytes.fromhex(vector["fileKey"]))
    return AESGCM(output[:32]), output[32:44], output[44:]


def nonce(base, index):
    return (int.from_bytes(base, "big") ^ index).to_bytes(12, "big")


def open_file(vector, sealed):
    header, body = sealed[:HEADER], sealed[HEADER:]
    if len(header) != HEADER or header[:7] != b"VSEAL\x01\x01" or not 12 <= header[7] <= 20:
        raise Refused("header")
    aead, base, commitment = segment_keys(vector, header[:8], header[8:32])
    if not bytes_eq(commitment, header[32:]):
        raise Refused("commitment")
    size = (1 << header[7]) + TAG
    full = len(body) // size
    if len(body) - full * size < TAG:
        raise Refused("no closing chunk")
    chunks = (body[index * size : (index + 1) * size] for index in range(full + 1))
    try:
        return b"".join(aead.decrypt(nonce(base, i), chunk, None) for i, chunk in enumerate(chunks))
    except InvalidTag as error:
        raise Refused("chunk") from error


def seal_file(vector, plain):
    prefix = b"VSEAL\x01\x01" + bytes([vector["chunkSizeLog2"]])
    salt = bytes.fromhex(vector["salt"])
    aead, base, commitment = segment_keys(vector, prefix, salt)
    size = 1 << vector["chunkSizeLog2"]
    sealed = [prefix, salt, commitment]
    for index in range(len(plain) // size + 1):
        chunk = plain[index * size : (index + 1) * size]
        sealed.append(aead.encrypt(nonce(base, index), chunk, None))
    return b"".join(sealed)


def open_box(key, info, additional, box):
    if len(box) < BOX_SALT + TAG:
        raise Refused("box")
    box_key = HKDF(SHA256(), 32, box[:BOX_SALT], info).derive(key)
    try:
        return AESGCM(box_key).decrypt(bytes(12), box[BOX_SALT:], additional)
    except InvalidTag as error:
        raise Refused("box") from error


def unwrap(vector):
    wrapped = bytes.fromhex(vector["wrapped"])
    if wrapped[:2] != b"\x01\x01":
        raise Refused("version")
    bucket, file_id, owner = (vector[n].encode() for n in ("bucket", "fileId", "accountId"))
    info = framed(b"valise/wrap/v1", bucket, file_id)
    additional = framed(file_id, owner, b"\x01", bucket)
    return open_box(bytes.fromhex(vector["bucketKey"]), info, additional, wrapped[2:])


def derive(key, label):
    return HKDF(SHA256(), 32, b"", label).derive(key)


def open_ring_key(root_key, prefix, slots):
    key = derive(root_key, b"valise/ring-key/v1")
    for slot in slots:
        try:
            return open_box(key, b"valise/keyring-slot/v1", prefix, slot)
        except Refused:
            continue
    raise Refused("root key")


def open_keyring(root_key, sealed):
    """The document of a keyring; one of version 1 has its root key as the secret."""
    prefix = sealed[:8]
    if prefix == b"VKRING\x01\x01":
        key = derive(root_key, b"valise/keyring/v1")
        document = json.loads(open_box(key, b"valise/keyring-file/v1", prefix, sealed[8:]))
        return {**document, "secret": base64.b64encode(root_key)}
    if prefix != b"VKRING\x02\x01" or not 1 <= sealed[8] <= 8:
        raise Refused("version")
    end = 9 + SLOT * sealed[8]
    slots = [sealed[at : at + SLOT] for at in range(9, end, SLOT)]
    ring_key = open_ring_key(root_key, prefix, slots)
    return json.loads(open_box(ring_key, b"valise/keyring-file/v2", sealed[:end], sealed[end:]))


def expect(condition, name):
    if not condition:
        sys.exit(f"wrong: {name}")


def expect_refused(action, name):
    try:
        action()
    except Refused:
        return
    sys.exit(f"not refused: {name}")


def check_sealed(vector):
    plain = bytes(i % 251 for i in range(vector["plaintextBytes"]))
    expect(hashlib.sha256(plain).hexdigest() == vector["plaintextSha256"], vector["name"])
    sealed = seal_file(vector, plain)
    expect(hashlib.sha256(sealed).hexdigest() == vector["sealedSha256"], vector["name"])
    if "sealed" in vector:
        sealed = base64.b64decode(vector["sealed"])
    expect(open_file(vector, sealed) == plain, vector["name"])


def check_keyring(vector, root_key):
    document = open_keyring(bytes.fromhex(root_key), bytes.fromhex(vector["sealed"]))
    secret = base64.b64decode(document["secret"])
    derived = {name: derive(secret, label).hex() for name, label in PURPOSES.items()}
    expect(derived == vector["derived"], vector["name"])
    buckets = [[bucket, base64.b64decode(text).hex()] for bucket, text in document["buckets"]]
    expect(buckets == vector["buckets"], vector["name"])
    for name in ("installation", "changes"):
        expect(document.get(name) == vector.get(name), vector["name"])


def main():
    vectors = json.loads(pathlib.Path(__file__).with_name("vectors.json").read_text())
    for vector in vectors["sealed"]:
        check_sealed(vector)
    for vector in vectors["refused"]:
        sealed = base64.b64decode(vector["sealed"])
        expect_refused(lambda: open_file(vector, sealed), vector["name"])
    for vector in vectors["wraps"]:
        expect(unwrap(vector).hex() == vector["fileKey"], vector["name"])
    for vector in vectors["refusedWraps"]:
        expect_refused(lambda: unwrap(vector), vector["name"])
    for vector in vectors["keyrings"]:
        for root_key in vector["rootKeys"]:
            check_keyring(vector, root_key)
    for vector in vectors["firstKeyrings"]:
        check_keyring(vector, vector["rootKey"])
    for vector in vectors["refusedKeyrings"]:
        root_key, sealed = (bytes.fromhex(vector[n]) for n in ("rootKey", "sealed"))
        expect_refused(lambda: open_keyring(root_key, sealed), vector["name"])
    print(json.dumps({kind: len(v) for kind, v in vectors.items() if isinstance(v, list)}))


main()
