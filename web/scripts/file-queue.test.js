/* global File */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFileQueue } from './file-queue.js';

const files = [new File(['123'], 'a.txt'), new File(['45'], 'b.txt')];

/**
 * A queue in which each upload does what `finish` says for its file.
 * @param {(file: File, events: import('./file-queue.js').UploadEvents) => Promise<string | undefined>} finish
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
    }),
    onStart: (...bytes) => told.push(`start ${bytes.join('/')}`),
    onProgress: (sent, all, { name }, offset) =>
      told.push(`sent ${String(sent)}/${String(all)}, ${name} ${String(offset)}`),
    ...extra,
  });
  return { queue, told };
}

test('files go one after another, and their bytes count together', async () => {
  const { queue, told } = start((file, { onStart, onProgress }) => {
    onStart(1);
    onProgress(file.size);
    return Promise.resolve(`id of ${file.name}`);
  });
  assert.deepEqual(await queue.finish(), ['id of a.txt', 'id of b.txt']);
  assert.deepEqual(told, ['start 1/5', 'sent 3/5, a.txt 3', 'start 4/5', 'sent 5/5, b.txt 2']);
});

test('a failure names the file, and ends the queue', async () => {
  const cause = new Error('refused');
  let uploads = 0;
  const { queue } = start(() => {
    uploads += 1;
    return Promise.reject(cause);
  });
  await assert.rejects(queue.finish(), { fileName: 'a.txt', cause });
  assert.equal(uploads, 1);
});

test('the buttons reach the file that is on its way; a stopped one ends the queue', async () => {
  const { queue, told } = start((file) => {
    if (file.name === 'a.txt') return Promise.resolve('a');
    queue.pause();
    queue.resume();
    queue.stop();
    return Promise.resolve(undefined);
  });
  assert.equal(await queue.finish(), undefined);
  assert.deepEqual(told, ['pause b.txt', 'resume b.txt', 'stop b.txt']);
});

test('point 30: a refused file is named, and the others go on', async () => {
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

test('a skipped file is left out, and the next one follows', async () => {
  const { queue } = start((file) => {
    if (file.name === 'b.txt') return Promise.resolve('b');
    queue.skip();
    return Promise.resolve(undefined);
  });
  assert.deepEqual(await queue.finish(), ['b']);
});
