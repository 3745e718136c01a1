/* global Blob, File */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSentPictures } from './sent-pictures.js';

/**
 * @param {string} name
 * @param {string} [type]
 * @param {number} [size]
 */
function fileOf(name, type = 'image/jpeg', size = 10) {
  return new File([new Uint8Array(size)], name, { type });
}

/**
 * Pictures that are made and sent at once, but for what the test says otherwise.
 * @param {Partial<Parameters<typeof createSentPictures>[0]>} [given]
 */
function open(given = {}) {
  /** @type {string[]} */
  const told = [];
  const pictures = createSentPictures({
    make(file) {
      told.push(`make ${file.name}`);
      return Promise.resolve(new Blob([file.name]));
    },
    send(id) {
      told.push(`send ${id}`);
      return Promise.resolve(204);
    },
    wait: () => Promise.reject(new Error('Nothing is waited for')),
    ...given,
  });
  return { pictures, told };
}

test('pictures are made one after the other, of images that are not too large', async () => {
  const { pictures, told } = open({ wait: () => new Promise(() => undefined) });
  pictures.add(fileOf('a.jpg'), '1');
  pictures.add(fileOf('b.svg', 'image/svg+xml'), '2');
  pictures.add(fileOf('c.pdf', 'application/pdf'), '3');
  pictures.add(fileOf('d.png', 'image/png', 0), '4');
  pictures.add(fileOf('e.png', 'image/png', 30_000_001), '5');
  pictures.add(fileOf('f.png', 'image/png'), '6');
  await pictures.settled(1000);
  assert.deepEqual(told, ['make a.jpg', 'send 1', 'make f.png', 'send 6']);
  pictures.add(fileOf('g.webp', 'image/webp'), '7');
  await pictures.settled(1000);
  assert.deepEqual(told.slice(4), ['make g.webp', 'send 7']);
});

test('what fails leaves one file without a picture, and no other', async () => {
  /** @type {string[]} */
  const sent = [];
  const { pictures } = open({
    wait: () => new Promise(() => undefined),
    make: (file) =>
      file.name === 'none.jpg'
        ? Promise.resolve(undefined)
        : file.name === 'broken.jpg'
          ? Promise.reject(new Error('It cannot be opened'))
          : Promise.resolve(new Blob([])),
    send(id) {
      sent.push(id);
      if (id === 'lost') return Promise.reject(new Error('The line broke'));
      return Promise.resolve(id === 'removed' ? 404 : 503);
    },
  });
  for (const id of ['none', 'broken', 'lost', 'removed', 'busy', 'last'])
    pictures.add(fileOf(`${id}.jpg`), id);
  await pictures.settled(1000);
  assert.deepEqual(sent, ['lost', 'removed', 'busy', 'last']);
});

test('nothing more is made once the server takes none', async () => {
  for (const status of [403, 413]) {
    const { pictures, told } = open({
      wait: () => new Promise(() => undefined),
      send: () => Promise.resolve(status),
    });
    pictures.add(fileOf('a.jpg'), '1');
    pictures.add(fileOf('b.jpg'), '2');
    await pictures.settled(1000);
    pictures.add(fileOf('c.jpg'), '3');
    await pictures.settled(1000);
    assert.deepEqual(told, ['make a.jpg']);
  }
});

test('nobody waits longer for pictures than they say, and no more are made than the server keeps', async () => {
  /** @type {number[]} */
  const waits = [];
  const { pictures, told } = open({
    make: () => new Promise(() => undefined),
    wait(delayMs) {
      waits.push(delayMs);
      return Promise.resolve();
    },
  });
  await pictures.settled(5);
  assert.deepEqual(waits, [], 'there is nothing to wait for');
  pictures.add(fileOf('a.jpg'), '1');
  await pictures.settled(5);
  assert.deepEqual(waits, [5]);
  assert.deepEqual(told, []);

  const many = open({ wait: () => new Promise(() => undefined) });
  for (let at = 0; at < 1002; at += 1) many.pictures.add(fileOf(`${at}.jpg`), String(at));
  await many.pictures.settled(1000);
  assert.equal(many.told.filter((each) => each.startsWith('send')).length, 1000);
});
