import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileKind } from './file-kind.ts';

test('the kind of a file is told from its name, and from its type where that is known', () => {
  for (const [name, kind] of [
    ['scan.dcm', 'picture'],
    ['Gait analysis.MP4', 'video'],
    ['photo.jpeg', 'picture'],
    ['call.m4a', 'audio'],
    ['notes.txt', 'text'],
    ['all.zip', 'archive'],
    ['README', 'file'],
    ['odd.xyz', 'file'],
  ] as const) {
    assert.equal(fileKind({ name }), kind, name);
  }
  assert.equal(fileKind({ name: 'odd.mp4', mediaType: 'audio/mp4' }), 'audio');
  assert.equal(fileKind({ name: 'data', mediaType: 'image/png' }), 'picture');
});
