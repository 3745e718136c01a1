import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSorter, treeOf } from './folder-tree.js';

/**
 * @param {string} folder
 * @param {string} name
 * @param {number} [sentBytes]
 * @returns {import('./folder-tree.js').TreeFile}
 */
function fileIn(folder, name, sentBytes = 0) {
  const row = () => assert.fail('is not drawn');
  const identity = `${folder}/${name}`;
  return { identity, folder, name, sizeBytes: 10, sentBytes, isProblem: false, row };
}

test('files are in their folders, whose sums count all below them', () => {
  const root = treeOf([
    fileIn('', 'letter.txt'),
    fileIn('Scans', 'a.dcm', 10),
    fileIn('Scans/2026', 'b.dcm', 5),
  ]);
  assert.deepEqual([root.count, root.sizeBytes, root.sentBytes], [3, 30, 15]);
  const scans = root.folders.get('Scans');
  assert.deepEqual([scans?.count, scans?.sentBytes], [2, 15]);
  assert.equal(scans?.folders.get('2026')?.path, 'Scans/2026');
  assert.deepEqual(
    root.files.map(({ name }) => name),
    ['letter.txt'],
  );
});

test('names are sorted as people do, and a new name or another one is put in its place', () => {
  const sort = createSorter('en');
  const names = (/** @type {import('./folder-tree.js').TreeFile[]} */ files) =>
    sort(files).map(({ name }) => name);
  const [two, ten, one] = ['IM2', 'IM10', 'IM1'].map((name) => fileIn('Scans', name));
  assert.ok(two && ten && one);
  assert.deepEqual(names([ten, two]), ['IM2', 'IM10']);
  assert.deepEqual(names([ten, two]), ['IM2', 'IM10']);
  assert.deepEqual(names([ten, two, one]), ['IM1', 'IM2', 'IM10']);
  assert.deepEqual(names([ten, { ...two, name: 'IM30' }]), ['IM10', 'IM30']);
});
