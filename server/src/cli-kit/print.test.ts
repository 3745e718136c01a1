import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatsOf } from '../i18n/formats.ts';
import { counted, formatBytes } from './print.ts';

test('commands write numbers and sizes as pages do', () => {
  const pages = formatsOf({ language: 'en', timeZone: 'UTC' });
  for (const size of [0, 1, 999, 1000, 10_000, 999_960, 500_000_000, 1_234_567_890, 5e15]) {
    assert.equal(formatBytes(size), pages.size(size).replace('\u00a0', ' '));
  }
  assert.equal(counted(5000, 'file'), `${pages.number(5000)} files`);
  assert.equal(counted(1, 'file'), '1 file');
});
