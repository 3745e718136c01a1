import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenHasherOf } from '../../testing/token-hasher-fixture.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { idFor } from '../../testing/samples.ts';
import type { AccountId } from '../model/ids.ts';
import { createKnownBrowsers, knownBrowserMs } from './known-browsers.ts';

const [anna, ben] = [idFor<AccountId>('anna'), idFor<AccountId>('ben')];

function open(key = 7) {
  const clock = createFakeClock();
  const hasher = tokenHasherOf(`key ${key}`);
  return { clock, browsers: createKnownBrowsers({ hasher, clock }) };
}

test('a browser is known to the accounts that were signed in to in it, for half a year', () => {
  const { clock, browsers } = open();
  const first = browsers.remember(undefined, anna);
  assert.ok(browsers.isKnown(first, anna, 0));
  assert.ok(!browsers.isKnown(first, ben, 0));
  assert.ok(!browsers.isKnown(undefined, anna, 0));
  clock.advance(1000);
  const both = browsers.remember(first, ben);
  assert.ok(browsers.isKnown(both, anna, 0) && browsers.isKnown(both, ben, 0));
  clock.advance(knownBrowserMs - 1000);
  assert.ok(!browsers.isKnown(both, anna, 0));
  assert.ok(browsers.isKnown(both, ben, 0));
});

test('a browser is known no more since the password was set or the person signed out everywhere', () => {
  const { clock, browsers } = open();
  const shown = browsers.remember(undefined, anna);
  assert.ok(browsers.isKnown(shown, anna, clock.now()));
  assert.ok(!browsers.isKnown(shown, anna, clock.now() + 1));
  clock.advance(1);
  assert.ok(browsers.isKnown(browsers.remember(shown, anna), anna, clock.now()));
});

test('a list that was not signed here, or was changed, makes no browser known', () => {
  const { browsers } = open();
  const shown = browsers.remember(undefined, anna);
  assert.ok(!open(8).browsers.isKnown(shown, anna, 0), 'another installation');
  const [, time = '', mac = ''] = shown.split('.');
  for (const forged of [
    `${ben}.${time}.${mac}`,
    `${anna}.${time}0.${mac}`,
    `${anna}.${time}.${mac.slice(0, -4)}AAAA`,
    `${anna}.${time}`,
    '~'.repeat(4000),
    '.'.repeat(4000),
  ]) {
    assert.ok(![anna, ben].some((id) => browsers.isKnown(forged, id, 0)), forged);
  }
});

test('a browser that many people share keeps the last of them, and no longer list', () => {
  const { browsers } = open();
  let shown: string | undefined;
  const all = Array.from({ length: 20 }, (_, index) => idFor<AccountId>(`person ${index}`));
  for (const id of all) shown = browsers.remember(shown, id);
  assert.deepEqual(
    all.filter((id) => browsers.isKnown(shown, id, 0)),
    all.slice(-5),
  );
  assert.ok((shown ?? '').length < 500);
});
