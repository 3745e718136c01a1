/* global File */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRememberedFiles } from './remembered-files.js';
import { placeOf } from './tus-connection.js';

/** What the server is told, in order, and when it was told so much. */
function createServer() {
  /** @type {(string | string[])[]} */
  const told = [];
  const all = Promise.withResolvers();
  const remembered = createRememberedFiles({
    async remember(chosen) {
      await Promise.resolve();
      /** @type {unknown} */
      const files = JSON.parse(chosen);
      const names = /** @type {{ name: string }[]} */ (files).map(({ name }) => name);
      told.push(names);
      if (names.at(-1) === 'last.txt') all.resolve(undefined);
    },
    async forget(key) {
      await Promise.resolve();
      told.push(key);
    },
  });
  return { remembered, told, all: all.promise };
}

/** @param {string} name */
function fileOf(name) {
  return new File(['x'], name, { lastModified: 1 });
}

test('thousands of files are told in portions that fit into a form, each file once', async () => {
  const { remembered, told, all } = createServer();
  const names = Array.from({ length: 1000 }, (_, at) => `Scans - 2026 - IM${at}.dcm`);
  const files = names.map(fileOf);
  remembered.add(files);
  remembered.add([...files, fileOf('last.txt')]);
  await all;
  assert.deepEqual(told.flat(), [...names, 'last.txt']);
  assert.ok(told.length > 3, `${told.length} portions`);
});

test('a file that is removed while it is told is forgotten after that', async () => {
  const { remembered, told, all } = createServer();
  const wrong = fileOf('wrong.txt');
  remembered.add([wrong]);
  remembered.remove(wrong);
  remembered.remove(fileOf('never told.txt'));
  remembered.add([fileOf('last.txt')]);
  await all;
  assert.deepEqual(told, [['wrong.txt'], placeOf(wrong).key, ['last.txt']]);
});
