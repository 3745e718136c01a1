import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNearestName } from './nearest-name.ts';

const names = ['port', 'host', 'publicUrl', 'maxFileSize', 'desttimeMin', 'desttimeMax'];

const slips: [string, string][] = [
  ['prot', 'port'],
  ['publicURL', 'publicUrl'],
  ['maxFilesize', 'maxFileSize'],
  ['maxfilesizes', 'maxFileSize'],
  ['destimeMin', 'desttimeMin'],
];

for (const [slip, meant] of slips) {
  test(`${slip} is taken for ${meant}`, () => {
    assert.equal(findNearestName(slip, names), meant);
  });
}

test('a name that resembles none is taken for none', () => {
  assert.equal(findNearestName('telemetry', names), undefined);
  assert.equal(findNearestName('port', []), undefined);
});
