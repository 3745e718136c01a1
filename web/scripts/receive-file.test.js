/* global AbortController, ReadableStream, Response, TextDecoder, TextEncoder */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Changed, NotSaved, receiveFile } from './receive-file.js';

/** @import { Sink } from './receive-file.js' */

const content = new TextEncoder().encode('0123456789');

/** @returns {Sink & { text: () => string }} */
function memory() {
  /** @type {Uint8Array[]} */
  let parts = [];
  return {
    bytes: 0,
    write(piece) {
      parts.push(piece);
      this.bytes += piece.length;
      return Promise.resolve();
    },
    restart() {
      parts = [];
      this.bytes = 0;
      return Promise.resolve();
    },
    text: () => parts.map((part) => new TextDecoder().decode(part)).join(''),
  };
}

/**
 * An answer that may break off; it says that the rest of the file comes.
 * @param {number} start
 * @param {number} end
 * @param {{ status?: number, breaksOff?: boolean, etag?: string }} options
 */
function answer(start, end, { status = 206, breaksOff = false, etag = '"1"' } = {}) {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(content.slice(start, end));
      if (!breaksOff) controller.close();
    },
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  const headers = { etag, 'content-length': String(content.length - start) };
  const response = new Response(body, { status, headers });
  Object.defineProperty(response, 'url', { value: '/file?ticket=t' });
  return response;
}

/**
 * @param {((() => Response) | Error)[]} answers
 * @param {Sink} sink
 * @param {AbortController} stop
 */
async function receive(answers, sink, stop = new AbortController()) {
  /** @type {string[]} */
  const asked = [];
  /** @type {number[]} */
  const waits = [];
  /** @type {string[]} */
  const reasons = [];
  const left = [...answers];
  await receiveFile('/file', sink, {
    fetch(input, init) {
      const url = typeof input === 'string' ? input : '';
      const headers = /** @type {Record<string, string>} */ (init?.headers);
      const { range = '', 'if-range': ifRange = '' } = headers;
      asked.push(`${init?.method} ${url} ${range} ${ifRange}`.trim());
      const next = left.shift();
      if (next === undefined || next instanceof Error) return Promise.reject(next ?? new Error());
      return Promise.resolve(next());
    },
    signal: stop.signal,
    wait(ms) {
      waits.push(ms);
      return Promise.resolve();
    },
    onStart: () => undefined,
    onProgress: () => undefined,
    onWait: (reason) => reasons.push(reason),
  });
  return { asked, waits, reasons };
}

test('a download is resumed where it broke off, as often as needed', async () => {
  const sink = memory();
  const { asked, waits, reasons } = await receive(
    [
      () => answer(0, 4, { status: 200, breaksOff: true }),
      new TypeError('offline'),
      new TypeError('offline'),
      () => answer(4, 7, { breaksOff: true }),
      () => answer(7, 10),
    ],
    sink,
  );
  assert.equal(sink.text(), '0123456789');
  assert.deepEqual(asked, [
    'POST /file',
    'GET /file?ticket=t bytes=4- "1"',
    'GET /file?ticket=t bytes=4- "1"',
    'GET /file?ticket=t bytes=4- "1"',
    'GET /file?ticket=t bytes=7- "1"',
  ]);
  assert.deepEqual(waits, [1000, 2000, 4000, 1000], 'progress shortens the next wait');
  assert.deepEqual(reasons, ['lost', 'lost', 'lost', 'lost']);
});

test('an answer from the beginning replaces what has arrived', async () => {
  const sink = memory();
  await receive(
    [() => answer(0, 4, { status: 200, breaksOff: true }), () => answer(0, 10, { status: 200 })],
    sink,
  );
  assert.equal(sink.text(), '0123456789');
});

test('an answer that ends early is not taken for the whole file', async () => {
  const sink = memory();
  const { asked } = await receive([() => answer(0, 4, { status: 200 }), () => answer(4, 10)], sink);
  assert.equal(sink.text(), '0123456789');
  assert.equal(asked.length, 2);
});

test('a busy server is asked again, when it says so and no earlier', async () => {
  const sink = memory();
  const { waits, reasons } = await receive(
    [
      () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
      () => new Response('', { status: 429 }),
      new TypeError('offline'),
      () => answer(0, 10, { status: 200 }),
    ],
    sink,
  );
  assert.equal(sink.text(), '0123456789');
  assert.deepEqual(waits, [7000, 2000, 4000]);
  assert.deepEqual(reasons, ['busy', 'busy', 'lost']);
});

for (const status of [403, 404, 410]) {
  test(`${status} means that the page has changed, and is not tried again`, async () => {
    await assert.rejects(receive([() => answer(0, 0, { status })], memory()), Changed);
  });
}

test('a sink that fails ends the download', async () => {
  const sink = { ...memory(), write: () => Promise.reject(new Error('disk full')) };
  await assert.rejects(receive([() => answer(0, 4, { status: 200 })], sink), NotSaved);
});

test('a cancelled download is not tried again', async () => {
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(receive([new TypeError('aborted')], memory(), stop));
});
