/* global AbortController, btoa, clearTimeout, fetch, setTimeout, TextEncoder, window, XMLHttpRequest */
// One file on its way to the server, piece by piece (tus 1.0). A lost connection is waited out: the
// server is asked how much has arrived, and the rest follows.

const version = { 'Tus-Resumable': '1.0.0' };
const smallestPieceBytes = 16 * 1024 * 1024;
const mostPieces = 1000;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;
/** What may be otherwise in a while: somebody else sends, too many requests, a server that starts. */
const passingStatuses = [408, 409, 423, 429, 500, 502, 503, 504];

/** The server said no, and would again. */
export class Refusal extends Error {
  constructor(status, code) {
    super(`The server answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** What tells a file from another of the same name and size, as far as a page can see. */
export function fingerprintOf(file) {
  return String(file.lastModified);
}

/** Forgets an upload. One that could not be reached is forgotten by the server in time. */
export async function terminate(url) {
  await fetch(url, { method: 'DELETE', headers: version }).catch(() => undefined);
}

/**
 * `url` is set to go on with an upload that was begun. `onBegin` hears the url of a new one, `onStart`
 * from where it goes on, `onProgress` how far it is, `onWait` that the connection was lost.
 */
export function createUpload({ endpoint, file, url, onBegin, onStart, onProgress, onWait }) {
  const pieceBytes = Math.max(smallestPieceBytes, Math.ceil(file.size / mostPieces));
  let request;
  let asking = new AbortController();
  let isPaused = false;
  let isStopped = false;
  let wake = () => undefined;

  async function begin() {
    const metadata = {
      filename: file.name,
      filetype: file.type,
      fingerprint: fingerprintOf(file),
    };
    const answer = await fetch(endpoint, {
      signal: asking.signal,
      method: 'POST',
      headers: {
        ...version,
        'Upload-Length': String(file.size),
        'Upload-Metadata': Object.entries(metadata)
          .map(([key, value]) => `${key} ${base64Of(value)}`)
          .join(','),
      },
    });
    if (answer.status !== 201) throw new Refusal(answer.status, codeIn(await answer.text()));
    url = answer.headers.get('location');
    onBegin(url);
    return 0;
  }

  async function findOffset() {
    const { signal } = asking;
    const answer = await fetch(url, { signal, method: 'HEAD', headers: version });
    if (answer.status === 404) {
      // Its time was over. The page itself may still be open, which beginning anew will tell.
      url = undefined;
      return await begin();
    }
    // This answer has no body to find a code in; a page that is locked is the only thing it refuses so.
    if (!answer.ok)
      throw new Refusal(answer.status, answer.status === 403 ? 'code_needed' : undefined);
    return Number(answer.headers.get('upload-offset'));
  }

  /** Sends one piece; resolves with where the upload is then. */
  function sendPiece(offset) {
    return new Promise((resolve, reject) => {
      request = new XMLHttpRequest();
      request.open('PATCH', url);
      for (const [name, value] of Object.entries(version)) request.setRequestHeader(name, value);
      request.setRequestHeader('Upload-Offset', String(offset));
      request.setRequestHeader('Content-Type', 'application/offset+octet-stream');
      request.upload.addEventListener('progress', ({ loaded }) => {
        onProgress(offset + loaded);
      });
      request.addEventListener('load', ({ target }) => {
        if (target.status === 204) resolve(Number(target.getResponseHeader('upload-offset')));
        else reject(new Refusal(target.status, codeIn(target.responseText)));
      });
      for (const end of ['error', 'abort']) {
        request.addEventListener(end, () => {
          reject(new Error('The request broke off'));
        });
      }
      request.send(file.slice(offset, offset + pieceBytes));
    });
  }

  async function goOn() {
    asking = new AbortController();
    let offset = url === undefined ? await begin() : await findOffset();
    onStart(offset);
    onProgress(offset);
    while (offset < file.size && !isPaused && !isStopped) {
      offset = await sendPiece(offset);
      onProgress(offset);
    }
    return offset;
  }

  function breakOff() {
    asking.abort();
    request?.abort();
  }

  /** Until it is time to try again, the browser is online again, or somebody presses a button. */
  function rest(delayMs) {
    return new Promise((resolve) => {
      const timer = delayMs === Infinity ? undefined : setTimeout(resolve, delayMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      window.addEventListener('online', wake, { once: true });
    });
  }

  return {
    /** Resolves with the upload's id once the whole file has arrived; undefined when stopped. */
    async finish() {
      let delayMs = firstDelayMs;
      for (;;) {
        if (isStopped) return undefined;
        if (isPaused) {
          await rest(Infinity);
          continue;
        }
        try {
          if ((await goOn()) === file.size) return url.split('/').at(-1);
          delayMs = firstDelayMs;
        } catch (error) {
          if (isPaused || isStopped) continue;
          if (error instanceof Refusal && !passingStatuses.includes(error.status)) throw error;
          await refuseUnreadable(file);
          onWait();
          await rest(delayMs);
          delayMs = Math.min(2 * delayMs, longestDelayMs);
        }
      }
    },

    pause() {
      isPaused = true;
      breakOff();
    },

    resume() {
      isPaused = false;
      wake();
    },

    /** What has arrived stays for a later visit. */
    stop() {
      isStopped = true;
      breakOff();
      wake();
    },
  };
}

/** A file that was changed or moved since it was chosen cannot be read any more, ever. */
async function refuseUnreadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new Refusal(0, 'unreadable');
  }
}

function codeIn(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return undefined; // Whatever stands between us and the server answers in its own words.
  }
}

function base64Of(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
