/* global File, setImmediate */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileQueue } from './file-queue.js';

/** @import { UploadEvents } from './file-queue.js' */

const files = [new File(['123'], 'a.txt'), new File(['45'], 'b.txt')];
const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large.mov');

/** @param {number} count */
function makeFiles(count) {
  return Array.from({ length: count }, (_, at) => new File(['x'], `${at}.txt`));
}

/**
 * A queue in which each upload does what `finish` says for its file.
 * @param {(file: File, events: UploadEvents) => Promise<string | undefined>} finish
 * @param {object} [extra] more options of the queue
 */
function start(finish, extra = {}) {
  /** @type {string[]} */
  const told = [];
  const queue = createFileQueue({
    files,
    createUpload: (file, events) => ({
      finish: () => finish(file, events),
      pause: () => told.push(`pause ${file.name}`),
      resume: () => told.push(`resume ${file.name}`),
      stop: () => told.push(`stop ${file.name}`),
      leave: () => told.push(`leave ${file.name}`),
    }),
    onStart: (sent, offset) => told.push(`start ${String(sent)}, ${String(offset)}`),
    onProgress: (sent, all, { name }, offset) =>
      told.push(`sent ${String(sent)}/${String(all)}, ${name} ${String(offset)}`),
    onWait: (reason) => told.push(`wait: ${reason}`),
    ...extra,
  });
  return { queue, told };
}

/**
 * Uploads that end when the test says so.
 * @param {readonly File[]} chosen
 * @param {object} [extra]
 */
function startHeld(chosen, extra = {}) {
  /**
   * @type {Map<string, { end: (id: string | undefined) => void, fail: (error: Error) => void, events: UploadEvents }>}
   */
  const running = new Map();
  /** @type {string[]} */
  const order = [];
  const { queue, told } = start(
    async (file, events) => {
      order.push(file.name);
      /** @type {PromiseWithResolvers<string | undefined>} */
      const { promise, resolve, reject } = Promise.withResolvers();
      running.set(file.name, { end: resolve, fail: reject, events });
      try {
        return await promise;
      } finally {
        running.delete(file.name);
      }
    },
    { files: chosen, ...extra },
  );
  const finished = queue.finish();
  /** @param {string} name */
  async function end(name) {
    running.get(name)?.end(`id of ${name}`);
    await settle();
  }
  /** @param {string} name */
  async function interrupt(name) {
    running.get(name)?.end(undefined);
    await settle();
  }
  return { queue, told, running, order, finished, end, interrupt };
}

/** All promises that can go on have done so. */
function settle() {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('the bytes of all files count together', async () => {
  const { queue, told } = start((file, { onStart, onProgress }) => {
    onStart(1);
    onProgress(file.size);
    return Promise.resolve(`id of ${file.name}`);
  });
  assert.deepEqual(await queue.finish(), ['id of a.txt', 'id of b.txt']);
  assert.deepEqual(told, ['start 1, 1', 'sent 3/5, a.txt 3', 'start 4, 1', 'sent 5/5, b.txt 2']);
});

test('three small files go at once, and what is reported keeps their order', async () => {
  /** @type {string[]} */
  const done = [];
  const chosen = makeFiles(5);
  const { running, order, finished, end } = startHeld(chosen, {
    onDone: (/** @type {File} */ { name }) => done.push(name),
  });
  assert.deepEqual([...running.keys()], ['0.txt', '1.txt', '2.txt']);
  await end('1.txt');
  assert.deepEqual([...running.keys()], ['0.txt', '2.txt', '3.txt']);
  assert.deepEqual(done, []);
  await end('0.txt');
  assert.deepEqual(done, ['0.txt', '1.txt']);
  for (const name of ['4.txt', '3.txt', '2.txt']) await end(name);
  assert.deepEqual(done, ['0.txt', '1.txt', '2.txt', '3.txt', '4.txt']);
  assert.deepEqual(
    await finished,
    chosen.map(({ name }) => `id of ${name}`),
  );
  assert.deepEqual(
    order,
    chosen.map(({ name }) => name),
  );
});

test('a large file goes alone', async () => {
  const [one, two, three] = makeFiles(3);
  assert.ok(one && two && three);
  const { running, finished, end } = startHeld([one, large, two, three]);
  assert.deepEqual([...running.keys()], ['0.txt']);
  await end('0.txt');
  assert.deepEqual([...running.keys()], ['large.mov']);
  await end('large.mov');
  assert.deepEqual([...running.keys()], ['1.txt', '2.txt']);
  await end('1.txt');
  await end('2.txt');
  assert.equal((await finished)?.length, 4);
});

test('a failure names the file, stops the others, and ends the queue', async () => {
  const cause = new Error('refused');
  const { told, running, order, finished, interrupt } = startHeld(makeFiles(5));
  running.get('1.txt')?.fail(cause);
  const failed = assert.rejects(finished, { message: '1.txt was not uploaded', cause });
  await settle();
  assert.deepEqual(told.sort(), ['stop 0.txt', 'stop 1.txt', 'stop 2.txt']);
  await interrupt('0.txt');
  await interrupt('2.txt');
  await failed;
  assert.equal(order.length, 3);
});

test('the buttons reach the files that are on their way; a stopped one ends the queue', async () => {
  const { queue, told, finished, end, interrupt } = startHeld(makeFiles(4));
  queue.pause();
  await end('0.txt');
  queue.resume();
  queue.stop();
  assert.deepEqual(told, [
    ...['pause 0.txt', 'pause 1.txt', 'pause 2.txt'],
    'pause 3.txt',
    ...['resume 1.txt', 'resume 2.txt', 'resume 3.txt'],
    ...['stop 1.txt', 'stop 2.txt', 'stop 3.txt'],
  ]);
  for (const name of ['1.txt', '2.txt', '3.txt']) await interrupt(name);
  assert.equal(await finished, undefined);
});

test('what arrived before the queue was stopped is reported', async () => {
  /** @type {string[]} */
  const done = [];
  const { queue, finished, end, interrupt } = startHeld(makeFiles(3), {
    onDone: (/** @type {File} */ { name }) => done.push(name),
  });
  await end('2.txt');
  queue.stop();
  await interrupt('0.txt');
  await interrupt('1.txt');
  assert.equal(await finished, undefined);
  assert.deepEqual(done, ['2.txt']);
});

test('what the files wait for is told when every one of them waits', async () => {
  const { told, running, finished, end } = startHeld(makeFiles(4));
  const eventsOf = (/** @type {string} */ name) =>
    running.get(name)?.events ?? assert.fail(`${name} is not on its way`);
  eventsOf('0.txt').onWait('busy');
  eventsOf('1.txt').onWait('lost');
  assert.equal(told.length, 0);
  eventsOf('2.txt').onWait('busy');
  assert.deepEqual(told, ['wait: lost']);
  eventsOf('1.txt').onStart(0);
  await end('1.txt');
  eventsOf('3.txt').onStart(0);
  assert.deepEqual(told, ['wait: lost', 'start 0, 0', 'start 1, 0']);
  await end('3.txt');
  assert.equal(told.at(-1), 'wait: busy', 'the two that are left wait for the server');
  await end('0.txt');
  await end('2.txt');
  await finished;
});

test('a refused file is named, and the others go on', async () => {
  /** @type {string[]} */
  const named = [];
  const { queue } = start(
    (file) => (file.name === 'a.txt' ? Promise.reject(new Error('refused')) : Promise.resolve('b')),
    {
      onRefused: (/** @type {File} */ { name }) => named.push(`refused ${name}`),
      onDone: (/** @type {File} */ { name }) => named.push(`done ${name}`),
    },
  );
  assert.deepEqual(await queue.finish(), ['b']);
  assert.deepEqual(named, ['refused a.txt', 'done b.txt']);
});

test('a skipped file is left out, whether it was begun or not', async () => {
  const chosen = makeFiles(5);
  const { queue, told, order, finished, end, interrupt } = startHeld(chosen);
  const [, second, , fourth] = chosen;
  assert.ok(second && fourth);
  queue.skip(second);
  queue.skip(fourth);
  assert.deepEqual(told, ['leave 1.txt']);
  await interrupt('1.txt');
  for (const name of ['0.txt', '2.txt', '4.txt']) await end(name);
  assert.deepEqual(await finished, ['id of 0.txt', 'id of 2.txt', 'id of 4.txt']);
  assert.deepEqual(order, ['0.txt', '1.txt', '2.txt', '4.txt']);
});
