/* global File, setImmediate */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUpload } from './resumable-upload.js';
import { Refusal } from './tus-connection.js';

/** @import { TusConnection } from './tus-connection.js' */

const pieceBytes = 16 * 1024 * 1024;

/** More than goes with the creation. */
const largeBytes = 1024 * 1024 + 1;

/**
 * A server that keeps offsets, and fails each request for which `faults` has an error; where `losesAnswer`, it does
 * what is asked all the same. `onRequest` is called with each request before it is answered.
 */
class FakeServer {
  /** @type {Map<string, number>} */
  offsets = new Map();
  /** @type {(Error | undefined)[]} */
  faults = [];
  /** @type {string[]} */
  requests = [];
  losesAnswer = false;
  /** @type {(request: string) => void} */
  onRequest = () => undefined;
  /**
   * What the key of each file led to.
   * @type {Map<File, string>}
   */
  #urls = new Map();

  /** @type {TusConnection} */
  connection = {
    begin: ({ file, content, onProgress }, signal) =>
      this.#later(content === undefined ? 'POST' : `POST +${content.size}`, () => {
        const url = this.#urls.get(file) ?? `/tus/${this.offsets.size + 1}`;
        const known = this.offsets.get(url);
        if (known !== undefined) return { url, offset: known };
        if (content !== undefined) onProgress(content.size);
        signal.throwIfAborted();
        this.offsets.set(url, content?.size ?? 0);
        this.#urls.set(file, url);
        return { url, offset: content?.size ?? 0 };
      }),
    findOffset: (url) => this.#later(`HEAD ${url}`, () => this.offsets.get(url)),
    sendPiece: ({ url, offset, content, onProgress }, signal) =>
      this.#later(`PATCH ${url} ${offset}+${content.size}`, () => {
        assert.equal(offset, this.offsets.get(url), 'the offset is that of the server');
        onProgress(content.size);
        signal.throwIfAborted();
        this.offsets.set(url, offset + content.size);
        return offset + content.size;
      }),
  };

  /**
   * @template Result
   * @param {string} request
   * @param {() => Result} act
   * @returns {Promise<Result>}
   */
  async #later(request, act) {
    await Promise.resolve();
    this.requests.push(request);
    this.onRequest(request);
    const fault = this.faults.shift();
    if (fault === undefined) return act();
    if (this.losesAnswer) act();
    throw fault;
  }
}

/**
 * An upload to the server that writes down how long it waits, and what it tells.
 * @param {FakeServer} server
 * @param {number} sizeBytes
 * @param {string} [url]
 */
function start(server, sizeBytes, url) {
  /** @type {number[]} */
  const waits = [];
  /** @type {(string | number)[]} */
  const told = [];
  /** @type {(() => void)[]} */
  const whenWaiting = [];
  const upload = createUpload({
    connection: server.connection,
    async wait(delayMs, signal) {
      waits.push(delayMs);
      whenWaiting.shift()?.();
      if (delayMs !== Infinity || signal.aborted) return;
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
    },
    file: new File([new Uint8Array(sizeBytes)], 'scan.dcm'),
    url,
    onBegin: (begun) => told.push(begun),
    onStart: (offset) => told.push('start', offset),
    onProgress: (offset) => told.push(offset),
    onWait: (reason) => told.push(reason),
  });
  return { upload, waits, told, whenWaiting };
}

const broken = new TypeError('the connection broke');

test('a file is sent in pieces, and its id is that of the upload', async () => {
  const server = new FakeServer();
  const { upload, waits, told } = start(server, pieceBytes + 1);
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(server.requests, [
    'POST',
    `PATCH /tus/1 0+${pieceBytes}`,
    `PATCH /tus/1 ${pieceBytes}+1`,
  ]);
  const [whole, more] = [pieceBytes, pieceBytes + 1];
  assert.deepEqual(told, ['start', 0, '/tus/1', 0, whole, whole, more, more]);
  assert.deepEqual(waits, []);
});

test('a small file takes one request', async () => {
  const server = new FakeServer();
  const { upload, told } = start(server, 5);
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(server.requests, ['POST +5']);
  assert.deepEqual(told, ['start', 0, 5, '/tus/1', 5]);
  const empty = new FakeServer();
  assert.equal(await start(empty, 0).upload.finish(), '1');
  assert.deepEqual(empty.requests, ['POST +0']);
});

test('a small file whose answer was lost is not begun twice', async () => {
  const server = new FakeServer();
  server.losesAnswer = true;
  server.faults = [broken];
  const { upload, waits } = start(server, 5);
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(server.requests, ['POST +5', 'POST +5']);
  assert.deepEqual([...server.offsets], [['/tus/1', 5]]);
  assert.deepEqual(waits, [1000]);
});

test('a small file of which a part arrived goes on there', async () => {
  const server = new FakeServer();
  const { upload } = start(server, 5);
  server.onRequest = (request) => {
    if (request === 'HEAD /tus/1') server.offsets.set('/tus/1', 3);
  };
  server.faults = [undefined, broken];
  const { begin } = server.connection;
  server.connection.begin = async (creation, signal) => {
    const { url } = await begin(creation, signal);
    server.offsets.set(url, 2);
    return { url, offset: 2 };
  };
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(server.requests, [
    'POST +5',
    'PATCH /tus/1 2+3',
    'HEAD /tus/1',
    'PATCH /tus/1 3+2',
  ]);
});

test('a server that says when to try again is asked no earlier', async () => {
  for (const [retryAfterMs, expected] of [
    [0, 1000],
    [10_000, 10_000],
  ]) {
    const server = new FakeServer();
    server.faults = [new Refusal(429, 'too_many_requests', retryAfterMs)];
    const { upload, waits, told } = start(server, 5);
    assert.equal(await upload.finish(), '1');
    assert.deepEqual(waits, [expected]);
    assert.equal(told[0], 'busy', 'the connection was not lost');
  }
});

test('an upload that was begun goes on where the server is', async () => {
  const server = new FakeServer();
  server.offsets.set('/tus/old', 3);
  assert.equal(await start(server, 5, '/tus/old').upload.finish(), 'old');
  assert.deepEqual(server.requests, ['HEAD /tus/old', 'PATCH /tus/old 3+2']);
});

test('an upload that the server does not know any more begins anew', async () => {
  const server = new FakeServer();
  assert.equal(await start(server, 5, '/tus/old').upload.finish(), '1');
  assert.deepEqual(server.requests, ['HEAD /tus/old', 'POST +5']);
});

test('after a lost connection it asks for the offset, and waits twice as long each time', async () => {
  const server = new FakeServer();
  server.faults = [undefined, ...Array.from({ length: 7 }, () => broken)];
  const { upload, waits, told } = start(server, largeBytes);
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  assert.equal(told.filter((each) => each === 'lost').length, 7);
  assert.deepEqual(server.requests.slice(-2), ['HEAD /tus/1', `PATCH /tus/1 0+${largeBytes}`]);
});

test('after progress the next retry comes early again', async () => {
  const server = new FakeServer();
  // The second piece gets through only at the third attempt, the third piece at the second.
  server.faults = [undefined, undefined, broken, broken, undefined, undefined, broken];
  const { upload, waits } = start(server, 3 * pieceBytes);
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(waits, [1000, 2000, 1000]);
});

test('a status that may pass is retried; any other refuses the file', async () => {
  for (const status of [408, 409, 423, 429, 500, 502, 503, 504]) {
    const server = new FakeServer();
    server.faults = [undefined, new Refusal(status, undefined)];
    assert.equal(await start(server, largeBytes).upload.finish(), '1', String(status));
  }
  for (const status of [400, 403, 404, 410, 413, 415]) {
    const server = new FakeServer();
    const refusal = new Refusal(status, 'some_code');
    server.faults = [undefined, refusal];
    const { upload, waits } = start(server, largeBytes);
    await assert.rejects(upload.finish(), refusal);
    assert.deepEqual(waits, []);
  }
});

test('a file that cannot be read any more is refused, and not retried', async () => {
  const server = new FakeServer();
  server.faults = [broken];
  const file = new File(['12345'], 'gone.txt');
  file.slice = () => {
    throw new Error('NotReadableError');
  };
  const upload = createUpload({
    connection: server.connection,
    wait: () => assert.fail('it waits'),
    file,
    url: undefined,
    onBegin: () => undefined,
    onStart: () => undefined,
    onProgress: () => undefined,
    onWait: () => undefined,
  });
  await assert.rejects(upload.finish(), { status: 0, code: 'unreadable' });
});

test('a paused upload waits without end, and goes on after the pause', async () => {
  const server = new FakeServer();
  const { upload, waits, told, whenWaiting } = start(server, largeBytes);
  server.onRequest = (request) => {
    if (request.startsWith('PATCH') && waits.length === 0) upload.pause();
  };
  whenWaiting.push(() =>
    setImmediate(() => {
      upload.resume();
    }),
  );
  assert.equal(await upload.finish(), '1');
  assert.deepEqual(waits, [Infinity]);
  assert.ok(
    !told.includes('lost') && !told.includes('busy'),
    'nothing but the person is waited for',
  );
  assert.deepEqual(server.requests.slice(-2), ['HEAD /tus/1', `PATCH /tus/1 0+${largeBytes}`]);
});

test('a file that is left while its upload may begin is found out, and not sent', async () => {
  const server = new FakeServer();
  server.faults = [broken];
  const { upload, told } = start(server, 5);
  server.onRequest = () => {
    upload.leave();
  };
  assert.equal(await upload.finish(), undefined);
  assert.deepEqual(server.requests, ['POST +5', 'POST +5']);
  assert.ok(told.includes('/tus/1'), 'its url is told, so that it can be removed');

  const unbegun = new FakeServer();
  const never = start(unbegun, 5);
  never.upload.leave();
  assert.equal(await never.upload.finish(), undefined);
  assert.deepEqual(unbegun.requests, []);

  const sending = new FakeServer();
  const large = start(sending, 2 * pieceBytes);
  sending.onRequest = (request) => {
    if (request.startsWith('PATCH')) large.upload.leave();
  };
  assert.equal(await large.upload.finish(), undefined);
  assert.deepEqual(sending.requests, ['POST', `PATCH /tus/1 0+${pieceBytes}`]);
});

test('a stopped upload resolves with nothing, while it sends, waits or is paused', async () => {
  const sending = new FakeServer();
  const sent = start(sending, largeBytes);
  sending.onRequest = (request) => {
    if (request.startsWith('PATCH')) sent.upload.stop();
  };
  assert.equal(await sent.upload.finish(), undefined);

  const lost = new FakeServer();
  lost.faults = [broken];
  const waiting = start(lost, 5);
  waiting.whenWaiting.push(() => {
    waiting.upload.stop();
  });
  assert.equal(await waiting.upload.finish(), undefined);
  assert.equal(lost.requests.length, 1);

  const paused = start(new FakeServer(), 5);
  paused.upload.pause();
  paused.whenWaiting.push(() =>
    setImmediate(() => {
      paused.upload.stop();
    }),
  );
  assert.equal(await paused.upload.finish(), undefined);
});
