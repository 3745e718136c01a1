/* global Buffer, File */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameFile } from './same-file.js';

/**
 * @param {BlobPart} content
 * @param {string} name
 */
function fileOf(content, name = 'IM000001', lastModified = 1) {
  return new File([content], name, { lastModified });
}

test('files that agree in name, size and time are one only if their content agrees', async () => {
  assert.ok(await isSameFile(fileOf('one'), fileOf('one')));
  assert.ok(!(await isSameFile(fileOf('one'), fileOf('two'))));
  assert.ok(!(await isSameFile(fileOf('one'), fileOf('one', 'IM000002'))));
  assert.ok(!(await isSameFile(fileOf('one'), fileOf('one', 'IM000001', 2))));
  assert.ok(await isSameFile(fileOf(''), fileOf('')));
});

test('of large files the beginning, the middle and the end are compared', async () => {
  const content = Buffer.alloc(9 * 1024 * 1024);
  const large = fileOf(content);
  for (const at of [0, content.length / 2 + 5, content.length - 1]) {
    const other = Buffer.from(content);
    other[at] = 1;
    assert.ok(!(await isSameFile(large, fileOf(other))), `byte ${at}`);
  }
  assert.ok(await isSameFile(large, fileOf(Buffer.from(content))));
});
