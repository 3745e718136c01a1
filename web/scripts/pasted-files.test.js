import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenshotName } from './pasted-files.js';

test('a screenshot is called by its time, and keeps its ending', () => {
  const at = new Date(2026, 10, 9, 4, 2, 7);
  const name = screenshotName('image.png', 'Bildschirmfoto', at);
  assert.equal(name, 'Bildschirmfoto 2026-11-09 04.02.07.png');
});
