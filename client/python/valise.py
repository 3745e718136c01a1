"""Sends, asks for, receives and follows files with a Valise server. One file, Python 3.9 or newer, nothing but the standard library.

    import valise
    client = valise.connect("https://files.example.com", key)
    drop = client.send(["report.pdf"], to=["bob@example.com"])
    print(drop["id"])
    for item in client.inbox(follow=False):
        item.save_to("inbox")
        item.ack()

Answers are those of API v1 (docs/api.md), as dictionaries.
"""

import base64
import errno
import hashlib
import hmac
import http.client
import io
import json
import os
import random
import re
import secrets
import stat
import threading
import time
import unicodedata
import urllib.parse

SMALL_BYTES = 2**20
SMALLEST_PIECE = 2**18
LARGEST_PIECE = 2**24
WEEK = 7 * 86_400
TUS = {"Tus-Resumable": "1.0.0"}
BYTES = {**TUS, "Content-Type": "application/offset+octet-stream"}


class ValiseError(Exception):
    """What can go wrong: each error of this module is one of these."""


class ValiseUnreachable(ValiseError):
    """The server was not reached, or the line broke before its answer was there."""


class ValiseMismatch(ValiseError):
    """What arrived is not what was sent, here or there."""


class ValiseProblem(ValiseError):
    """The server refused: a problem document (RFC 9457)."""

    def __init__(self, status, document, retry_after=None):
        super().__init__(document.get("detail") or f"The server answered with status {status}.")
        self.status = status
        self.code = document.get("code", "unknown")
        self.errors = document.get("errors", [])
        self.retry = document.get("retry") or _retry_of(status)
        self.request_id = document.get("request_id")
        self.retry_after = retry_after


def _retry_of(status):
    if status in (429, 503):
        return "later"
    return "same_key" if status == 408 or status >= 500 else "never"


def connect(url=None, key=None, *, patience=300, timeout=60, allow_plain_http=False):
    """Address and key that are left out come from VALISE_URL and VALISE_KEY_FILE, else from `valise login`."""
    stored = {} if url and key else _stored_login()
    url = url or os.environ.get("VALISE_URL") or stored.get("url")
    if not key and os.environ.get("VALISE_KEY_FILE"):
        with open(os.environ["VALISE_KEY_FILE"], encoding="utf-8") as file:
            key = file.read().strip()
    # A key belongs to the server that it was stored with.
    if url == stored.get("url"):
        key = key or stored.get("key")
        allow_plain_http = allow_plain_http or bool(stored.get("allowPlainHttp"))
    if not url or not key:
        raise ValiseError("No server and key: give them, set VALISE_URL and VALISE_KEY_FILE, or run valise login.")
    return Client(url, key, patience, timeout, allow_plain_http)


def _stored_login():
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    try:
        with open(os.path.join(config, "valise", "login.json"), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}


class _Patience:
    """How long one piece of work is repeated without success."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.reset()

    def reset(self):
        self.since = None
        self.turn = 0

    def after_failure(self, error, is_repeatable):
        retry = "same_key" if isinstance(error, ValiseUnreachable) else error.retry
        if not (retry == "later" or (retry == "same_key" and is_repeatable)):
            raise error
        self.pause(error)

    def pause(self, error):
        now = time.monotonic()
        self.since = now if self.since is None else self.since
        left = self.since + self.seconds - now
        asked = getattr(error, "retry_after", None) or 0
        if left <= 0 or asked > left:
            raise error
        back_off = min(20, 0.25 * 2**self.turn) * (0.5 + random.random() / 2)
        self.turn += 1
        time.sleep(min(left, max(asked, back_off)))


class Client:
    """A server and a key, and nothing else: threads can share it."""

    def __init__(self, url, key, patience, timeout, allow_plain_http):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
            raise ValiseError("The url must be the address of a server, as in https://files.example.com.")
        is_here = re.fullmatch(r"localhost|127(\.\d+){3}|::1", parts.hostname)
        if parts.scheme == "http" and not is_here and not allow_plain_http:
            raise ValiseError("The url begins with http: the key could be read by everybody on the line.")
        self.url = url.rstrip("/")
        self._parts = parts
        self._key = key
        self._patience = patience
        self._timeout = timeout

    def _open(self, method, path, *, query=None, headers=None, body=None, document=None, timeout=None):
        """One try. Returns the connection and an answer that is a success, whose body has not been read."""
        secure = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = kind(self._parts.hostname, self._parts.port, timeout=timeout or self._timeout)
        sent = {"Accept": "application/json", **(headers or {}), "Authorization": f"Bearer {self._key}"}
        if document is not None:
            body = json.dumps(document).encode()
            sent["Content-Type"] = "application/json"
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = f"{self._parts.path.rstrip('/')}/api/v1{path}"
        try:
            connection.request(method, f"{address}?{urllib.parse.urlencode(given)}" if given else address, body, sent)
            answer = connection.getresponse()
            if 200 <= answer.status < 300:
                return connection, answer
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise ValiseUnreachable(f"{self.url} was not reached: {error}") from error
        connection.close()
        if 300 <= answer.status < 400:
            raise ValiseError(f"{self.url} leads to {answer.getheader('Location')}: connect to Valise itself.")
        raise _problem(answer, text)

    def _attempt(self, method, path, **more):
        """The same with the body, which is read."""
        connection, answer = self._open(method, path, **more)
        try:
            return answer.headers, answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise ValiseUnreachable(f"{self.url} was not reached: {error}") from error
        finally:
            connection.close()

    def _request(self, method, path, *, idempotency_key=None, repeatable=False, **more):
        """Repeats what failed and can be repeated."""
        patience = _Patience(self._patience)
        if idempotency_key is not None:
            more["headers"] = {**more.get("headers", {}), "Idempotency-Key": idempotency_key}
        is_repeatable = method != "POST" or idempotency_key is not None or repeatable
        while True:
            try:
                return self._attempt(method, path, **more)
            except (ValiseProblem, ValiseUnreachable) as error:
                patience.after_failure(error, is_repeatable)

    def _read(self, method, path, **more):
        return json.loads(self._request(method, path, **more)[1])

    def _act(self, path, document=None):
        return self._read("POST", path, document=document, idempotency_key=secrets.token_hex(16))

    def _list(self, path, query):
        after = None
        while True:
            page = self._read("GET", path, query={**query, "limit": 200, "after": after})
            yield from page["items"]
            after = page["next"]
            if after is None:
                return

    def me(self):
        return self._read("GET", "/me")

    def upload(self, file, *, name=None, folder=None, type=None, resume_key=None, on_progress=None):
        """Uploads a path, or bytes with a name, to be sent later. A broken line is waited for.

        Receivers find the file in the folder, whose names have "/" between them.
        """
        if isinstance(file, (str, os.PathLike)):
            with open(file, "rb") as stream:
                size = os.fstat(stream.fileno()).st_size
                name = name or os.path.basename(os.fspath(file))
                return self._upload(stream, size, name, folder, type, resume_key, on_progress)
        if name is None:
            raise ValiseError("Bytes need a name.")
        return self._upload(io.BytesIO(file), len(file), name, folder, type, resume_key, on_progress)

    def _upload(self, stream, size, name, folder, kind, resume_key, on_progress):
        def changed():
            return ValiseMismatch(f"{name} has not {size} bytes: it changed meanwhile.")

        key = resume_key or secrets.token_hex(16)
        fields = (("filename", name), ("folder", folder), ("filetype", kind), ("key", key))
        metadata = ",".join(f"{field} {_base64(value.encode())}" for field, value in fields if value)
        headers = {**TUS, "Upload-Length": str(size), "Upload-Metadata": metadata}
        body = None
        if 0 < size <= SMALL_BYTES:
            body = stream.read(size)
            if len(body) != size:
                raise changed()
            headers.update(BYTES)
            headers["Upload-Checksum"] = f"sha256 {_base64(hashlib.sha256(body).digest())}"
        # Its metadata contain a key: who repeats it means the same upload.
        created = self._read("POST", "/uploads", headers=headers, body=body, repeatable=True)
        path = _below("uploads", created["id"])
        offset, piece_bytes = created["received"], SMALL_BYTES
        patience = _Patience(self._patience)
        while offset < size:
            if on_progress:
                on_progress(offset, size)
            stream.seek(offset)
            piece = stream.read(min(piece_bytes, size - offset))
            if not piece:
                raise changed()
            before, started = offset, time.monotonic()
            try:
                sent = {**BYTES, "Upload-Offset": str(offset)}
                got, _ = self._attempt("PATCH", path, headers=sent, body=piece, timeout=120)
                took = time.monotonic() - started
                if took < 1:
                    piece_bytes = min(LARGEST_PIECE, piece_bytes * 2)
                elif took > 5:
                    piece_bytes = max(SMALLEST_PIECE, piece_bytes // 2)
            except (ValiseProblem, ValiseUnreachable) as error:
                if getattr(error, "code", "") in ("offset_conflict", "upload_locked", "checksum_mismatch"):
                    patience.pause(error)
                else:
                    patience.after_failure(error, True)
                # The server may have more than the line let us know.
                got, _ = self._request("HEAD", path, headers=TUS)
                piece_bytes = SMALLEST_PIECE
            offset = int(got["Upload-Offset"])
            if offset > before:
                patience.reset()
        if on_progress:
            on_progress(size, size)
        digest, read = hashlib.sha256(), 0
        stream.seek(0)
        for piece in iter(lambda: stream.read(SMALL_BYTES), b""):
            digest.update(piece)
            read += len(piece)
        if read != size:
            raise changed()
        return self._verified(path, digest.hexdigest(), created)

    def _verified(self, path, sha256, upload):
        """Of many pieces, the server reads them back first."""
        pause = 0.05
        while upload["sha256"] is None and upload["size"] > 0 and pause < 30:
            upload = self._read("GET", path)
            if upload["sha256"] is None:
                time.sleep(pause)
                pause *= 1.5
        if upload["sha256"] not in (None, sha256):
            self._request("DELETE", path)
            raise ValiseMismatch(f"{upload['name']}: the server has other bytes than those here.")
        return {**upload, "sha256": sha256}

    def remove_upload(self, upload):
        self._request("DELETE", _below("uploads", upload))

    def send(self, files=(), *, to=(), uploads=(), idempotency_key=None, on_progress=None, **terms):
        """Uploads files and sends them. Terms are those of POST /drops: title, message, expires_in, reference, notify.

        A path may be that of a folder: its files are sent with their folders, links in it are left out.
        anyone=True makes a link with which anyone can download, besides `to` or in place of it: the answer has it in anyone_links, where the key may see links.
        options={"password": ...} asks receivers for it; no answer has it, and you tell it by other means.
        """
        key = idempotency_key or secrets.token_hex(16)
        whole = list(uploads)
        for index, (file, folder) in enumerate(found for each in _listed(files) for found in _files_below(each)):
            more = {"folder": folder, "on_progress": on_progress}
            whole.append(self.upload(file, resume_key=f"{key}-{index}", **more))
        document = {"receivers": [{"email": each} if isinstance(each, str) else each for each in _listed(to)], **terms}
        if whole:
            document["uploads"] = [each["id"] for each in whole]
        return self._read("POST", "/drops", document=document, idempotency_key=key)

    def status(self, drop):
        return self._read("GET", _below("drops", drop))

    def drops(self, **query):
        return self._list("/drops", query)

    def deliveries(self, **query):
        return self._list("/deliveries", query)

    def revoke(self, drop):
        return self._act(_below("drops", drop, "revoke"))

    def extend(self, drop, **end):
        return self._act(_below("drops", drop, "extend"), end)

    def anyone_links(self, drop):
        """The links for anyone of a drop, with their addresses where the key may see links."""
        return self._read("GET", _below("drops", drop, "anyone-links"))["items"]

    def add_anyone_link(self, drop):
        """Makes one more link with which anyone can download a live drop."""
        return self._act(_below("drops", drop, "anyone-links"))

    def revoke_anyone_link(self, drop, link):
        return self._act(_below("drops", drop, "anyone-links", link, "revoke"))

    def ask(self, *, idempotency_key=None, **terms):
        """Asks others for files. Terms are those of POST /requests; `from_` may list addresses in place of receivers.

        They can send for a week, unless expires_in or expires_at says otherwise.
        """
        asked = [{"email": each} if isinstance(each, str) else each for each in _listed(terms.pop("from_", ()))]
        if "expires_at" not in terms:
            terms.setdefault("expires_in", WEEK)
        document = {**terms, **({"receivers": asked} if asked else {})}
        key = idempotency_key or secrets.token_hex(16)
        return self._read("POST", "/requests", document=document, idempotency_key=key)

    def request(self, request):
        return self._read("GET", _below("requests", request))

    def close_request(self, request):
        return self._act(_below("requests", request, "close"))

    def inbox(self, *, follow=True, wait=25, seconds=300):
        """Yields what comes, the oldest first, each item to one program at a time.

        An item is held until `ack` or `release`, or until the loop ends: what is held then is released. A program that
        dies between its work and `ack` is given the item again.
        """
        held = []
        try:
            while True:
                document = {"max": 1, "seconds": seconds, "wait": wait if follow else 0}
                asked = time.monotonic()
                # What was handed out with an answer that was lost comes back when its lease ends.
                items = self._read("POST", "/inbox/lease", document=document, repeatable=True)["items"]
                if not items:
                    if not follow:
                        return
                    # A server that stops answers at once, whatever it was asked to wait.
                    if time.monotonic() - asked < 0.5:
                        time.sleep(1)
                    continue
                item = LeasedItem(self, items[0], seconds)
                held = [each for each in held if each.is_held] + [item]
                yield item
        finally:
            for item in held:
                if item.is_held:
                    item.release()

    def inbox_items(self, **query):
        """What is in the inbox, without taking it from others. Query: state, request, order, created_after…"""
        return (Item(self, about) for about in self._list("/inbox", query))

    def inbox_item(self, item):
        return Item(self, self._read("GET", _below("inbox", item)))

    def remove_item(self, item):
        self._request("DELETE", _below("inbox", item))

    def _download(self, item, file):
        """Yields the bytes of a file. A broken line is opened again behind the last of them."""
        path = _below("inbox", item, "files", file["id"])
        digest, have, tag = hashlib.sha256(), 0, None
        patience, faults, done = _Patience(self._patience), 0, False
        while have < file["size"] or not done:
            headers = {"Accept": "*/*", "Accept-Encoding": "identity"}
            if have:
                headers["Range"] = f"bytes={have}-"
            if have and tag:
                headers["If-Range"] = tag
            connection = None
            try:
                connection, answer = self._open("GET", path, headers=headers)
                tag = answer.getheader("ETag")
                first = re.match(r"bytes (\d+)-", answer.getheader("Content-Range") or "")
                # Who answers with the whole file in place of the rest is listened to from where we are.
                skip = have - int(first.group(1)) if answer.status == 206 and first else have
                if skip < 0:
                    raise ValiseMismatch(f"The server sent another part of {file['name']}.")
                while True:
                    piece = _piece(answer, self.url)
                    if not piece:
                        break
                    rest = piece[skip:]
                    skip -= len(piece) - len(rest)
                    if rest:
                        have += len(rest)
                        if have > file["size"]:
                            raise ValiseMismatch(f"{file['name']} is longer than the server says.")
                        digest.update(rest)
                        patience.reset()
                        yield rest
                done = True
                if have < file["size"]:
                    raise ValiseUnreachable(f"The line broke while {file['name']} was read.")
            except (ValiseProblem, ValiseUnreachable) as error:
                # That the stored file is damaged is answered so, and another try does not mend it.
                faults += getattr(error, "code", "") == "internal"
                if faults > 3:
                    raise
                patience.after_failure(error, True)
            finally:
                if connection:
                    connection.close()
        if digest.hexdigest() != file["sha256"]:
            raise ValiseMismatch(f"{file['name']}: what arrived is not what the server has.")

    def events(self, *, after=None, types=None):
        """Follows the feed without end. Yields each event with the cursor behind it."""
        kinds = ",".join(types) if types else None
        while True:
            # One event at a time: only the end of a page has a cursor.
            query = {"after": after, "types": kinds, "limit": 1, "wait": 25}
            page = self._read("GET", "/events", query=query)
            after = page["next"]
            for event in page["items"]:
                yield {**event, "cursor": after}


class Item:
    """What others sent. `about` is the item as the API tells it; its fields can be read as item["sender"]."""

    def __init__(self, client, about):
        self._client = client
        self.about = about

    def __getitem__(self, field):
        return self.about[field]

    @property
    def id(self):
        return self.about["id"]

    @property
    def files(self):
        return self.about["files"]

    def read(self, file):
        """Yields the bytes of a file. What is not as its sender gave it raises ValiseMismatch at the end."""
        return self._client._download(self.id, file)

    def save_to(self, folder):
        """Saves the files below a folder, in the folders that they were sent with, under names that are safe there, and
        beside what is there. Returns their paths.

        A file has its name when it is whole, verified and on the disk.
        """
        os.makedirs(folder, exist_ok=True)
        # Only whoever calls chooses this path: below it, no link is followed.
        root = os.path.realpath(folder)
        return [_save(root, file["path"], self.read(file)) for file in self.files]


class LeasedItem(Item):
    """An item that no other program is given for as long as its lease holds."""

    def __init__(self, client, about, seconds):
        super().__init__(client, about)
        self._seconds = seconds
        self._ended = threading.Event()
        self.is_lost = False
        # A program whose work is done does not stay for it.
        threading.Thread(target=self._renew, daemon=True).start()

    @property
    def is_held(self):
        return not self._ended.is_set()

    def ack(self):
        """Says that the item was dealt with. Raises a problem `lease_lost` where another program may have it."""
        self._ended.set()
        self._client._read("POST", self._path("ack"), document=self._lease(), repeatable=True)

    def release(self):
        """Gives it back, to be handed out again at once. A lease that is over already is no failure."""
        self._ended.set()
        try:
            self._client._attempt("POST", self._path("release"), document=self._lease())
        except ValiseError:
            pass  # It comes back when the lease ends, which is later and no harm.

    def _lease(self, **more):
        return {"lease": self.about["lease"], **more}

    def _path(self, verb):
        return _below("inbox", self.id, verb)

    def _renew(self):
        third = self._seconds / 3
        ends, pause = time.monotonic() + self._seconds, third
        while not self._ended.wait(pause):
            asked = time.monotonic()
            try:
                document = self._lease(seconds=self._seconds)
                self._client._attempt("POST", self._path("renew"), document=document, timeout=max(1, third))
                ends, pause = asked + self._seconds, third
            except ValiseError as error:
                if getattr(error, "retry", "") == "never" or time.monotonic() >= ends:
                    self.is_lost = True
                    return
                pause = min(5, third / 2)


def _piece(answer, url):
    try:
        return answer.read1(SMALL_BYTES)
    except (OSError, http.client.HTTPException) as error:
        raise ValiseUnreachable(f"{url} was not reached: {error}") from error


DEVICES = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])( *\.|$)", re.IGNORECASE)
DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def safe_name(name, windows=os.name == "nt"):
    """The name under which the file of a stranger is saved: one segment, no device, and not hidden."""
    last = re.split(r"[/\\]", name)[-1]
    safe = "".join("_" if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in DIRECTIONS else c for c in last)
    safe = re.sub(r"^\.+", lambda dots: "_" * len(dots.group()), safe)
    if windows:
        safe = re.sub(r'[<>:"|?*]', "_", safe)
        safe = re.sub(r"[. ]+$", lambda end: "_" * len(end.group()), safe)
        if DEVICES.match(safe):
            safe = f"_{safe}"
    return _numbered(safe, "") if safe.strip() else "file"


def _numbered(name, mark):
    """Puts a mark before the ending, and takes from the middle what does not fit."""
    parts = re.fullmatch(r"(.+?)((?:\.tar)?\.[^. ]{1,16})", name, re.DOTALL)
    stem, ending = parts.groups() if parts else (name, "")
    room = 255 - len((mark + ending).encode())
    return stem.encode()[:room].decode(errors="ignore") + mark + ending


def _save(root, sent, pieces):
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    part = os.path.join(root, f".valise-{secrets.token_hex(8)}.part")
    try:
        with os.fdopen(os.open(part, flags, 0o666), "wb") as stream:
            for piece in pieces:
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        *segments, name = sent.split("/")
        folder = root
        for segment in segments:
            folder = _enter_folder(folder, safe_name(segment))
        path = _give_name(folder, part, safe_name(name))
        if not all(os.path.isdir(each) and not os.path.islink(each) for each in _between(root, folder)):
            raise ValiseError(f"{folder} was replaced while a file was saved in it.")
    finally:
        if os.path.lexists(part):
            os.remove(part)
    if os.name != "nt":
        for each in [root, *_between(root, folder)]:
            handle = os.open(each, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    return path


def _between(root, folder):
    """The folders below the root, down to this one."""
    found = []
    while folder != root:
        found.insert(0, folder)
        folder = os.path.dirname(folder)
    return found


def _enter_folder(parent, wanted):
    """A folder that was there, or a new one. Where something else is, such as a link, another one is made beside it."""
    number = 1
    while True:
        mark = "" if number == 1 else f" ({number if number <= 100 else secrets.token_hex(8)})"
        path = os.path.join(parent, _numbered(wanted, mark))
        number += 1
        try:
            os.mkdir(path)
            return path
        except FileExistsError:
            if stat.S_ISDIR(os.lstat(path).st_mode):
                return path


def _give_name(root, part, wanted):
    """The first name that is free: two at the same moment never get the same, and nothing is replaced."""
    number = 1
    while True:
        mark = "" if number == 1 else f" ({number if number <= 100 else secrets.token_hex(8)})"
        path = os.path.join(root, _numbered(wanted, mark))
        number += 1
        try:
            os.link(part, path)
            return path
        except FileExistsError:
            continue
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK):
                raise
        # For file systems without links: an empty file of our own holds the name for a moment.
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        except FileExistsError:
            continue
        os.replace(part, path)
        return path


def _listed(given):
    """One text or path is meant as a list of one, and not as its characters."""
    return [given] if isinstance(given, (str, os.PathLike)) else given


def _files_below(path):
    """A file, or the files below a folder, each with its folder."""
    if not isinstance(path, (str, os.PathLike)) or not os.path.isdir(path):
        yield path, None
        return
    top = os.path.abspath(os.fspath(path))
    found = False
    for here, inner, names in os.walk(top):
        inner.sort(key=_in_order)
        below = os.path.relpath(here, os.path.dirname(top))
        folder = "/".join(re.sub(r"^([A-Za-z]):", r"\1_", each.replace("\\", "_")) for each in below.split(os.sep))
        for name in sorted(names, key=_in_order):
            file = os.path.join(here, name)
            if stat.S_ISREG(os.lstat(file).st_mode):
                found = True
                yield file, folder
    if not found:
        raise ValiseError(f"There are no files in {path}.")


def _in_order(name):
    """As people sort names: 2 before 10."""
    return [(int(each), "") if each.isdecimal() else (0, each.lower()) for each in re.split(r"(\d+)", name)], name


def _below(*parts):
    return "/" + "/".join(urllib.parse.quote(part, safe="") for part in parts)


def _base64(data):
    return base64.b64encode(data).decode()


def _problem(answer, text):
    try:
        document = json.loads(text)
    except ValueError:
        document = {}
    written = answer.getheader("Retry-After") or ""
    known = document if isinstance(document, dict) else {}
    return ValiseProblem(answer.status, known, int(written) if written.isdigit() else None)


def verify_webhook(body, headers, keys, *, now=None):
    """Verifies a message by Standard Webhooks, v1 (whsec_…) and v1a (whpk_…), and returns it."""
    found = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, at, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError:
        raise ValiseMismatch("The request lacks the headers of a webhook.") from None
    if not re.fullmatch(r"[0-9]{1,12}", at) or abs((time.time() if now is None else now) - int(at)) > 300:
        raise ValiseMismatch("The webhook is not of the last five minutes.")
    body = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{at}.".encode() + body
    for signature in signatures.split(" "):
        version, _, written = signature.partition(",")
        if any(_fits(version, written, key, signed) for key in keys):
            return json.loads(body)
    raise ValiseMismatch("No signature of the webhook fits.")


def _fits(version, written, key, signed):
    try:
        signature = base64.b64decode(written, validate=True)
        secret = base64.b64decode(re.sub(r"^wh(sec|pk)_", "", key), validate=True)
    except ValueError:
        return False
    if key.startswith("whpk_"):
        return version == "v1a" and _ed25519_fits(secret, signature, signed)
    return version == "v1" and hmac.compare_digest(hmac.new(secret, signed, hashlib.sha256).digest(), signature)


# Ed25519 (RFC 8032), to verify only: nothing here is secret, so that it need not take constant time.

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P


def _point(y, sign):
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return x, y, 1, x * y % _P


def _decoded(data):
    number = int.from_bytes(data, "little")
    return _point(number & (2**255 - 1), number >> 255)


_BASE = _point(4 * pow(5, _P - 2, _P) % _P, 0)


def _sum(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(factor, point):
    result = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            result = _sum(result, point)
        point = _sum(point, point)
        factor >>= 1
    return result


def _ed25519_fits(public, signature, message):
    if len(public) != 32 or len(signature) != 64:
        return False
    key, point = _decoded(public), _decoded(signature[:32])
    factor = int.from_bytes(signature[32:], "little")
    if key is None or point is None or factor >= _L:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    left = _times(factor, _BASE)
    right = _sum(point, _times(int.from_bytes(digest, "little") % _L, key))
    return (left[0] * right[2] - right[0] * left[2]) % _P == 0 and (left[1] * right[2] - right[1] * left[2]) % _P == 0
