import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenHasherOf } from '../../testing/token-hasher-fixture.ts';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { minute } from '../model/clock.ts';
import { createChallenges } from './challenges.ts';

const use = { purpose: 'sign in', browser: 'secret of a browser' };

test('a challenge counts for its purpose, in its browser, until it expires', async (context) => {
  const parts = await openExchange(context);
  const challenges = createChallenges(parts);
  const made = challenges.make(use, minute, 'here: ü');
  assert.equal(challenges.read(made, use)?.payload, 'here: ü');
  assert.equal(challenges.read(made, { ...use, purpose: 'prove' }), undefined);
  assert.equal(challenges.read(made, { ...use, browser: 'another' }), undefined);
  assert.notEqual(challenges.make(use, minute), challenges.make(use, minute));
  for (let at = 0; at < made.length; at += 1) {
    const other = made.charAt(at) === 'A' ? 'B' : 'A';
    const changed = `${made.slice(0, at)}${other}${made.slice(at + 1)}`;
    const read = challenges.read(changed, use);
    // The last character of a text in base64url may hold bits that nobody reads.
    if (read !== undefined) assert.equal(read.payload, 'here: ü');
  }
  const keyOfAnother = tokenHasherOf('another');
  const foreign = createChallenges({ ...parts, hasher: keyOfAnother }).make(use, minute);
  for (const wrong of ['', 'x', made.slice(1), `${made}.`, made.split('.')[0] ?? '', foreign]) {
    assert.equal(challenges.read(wrong, use), undefined, wrong);
  }
  parts.clock.advance(minute - 1);
  assert.ok(challenges.read(made, use));
  parts.clock.advance(1);
  assert.equal(challenges.read(made, use), undefined);
});

test('a challenge counts once, on whichever worker or node', async (context) => {
  const parts = await openExchange(context);
  const one = createChallenges(parts);
  const other = createChallenges({ ...parts, hasher: parts.hasher });
  const made = one.make(use, minute);
  const spend = async (challenges: typeof one) => {
    const open = challenges.read(made, use);
    assert.ok(open);
    return await parts.database.transact((rows) => challenges.spend(rows, open));
  };
  const both = await Promise.all([spend(one), spend(other)]);
  assert.deepEqual(both.sort(), [false, true]);
  assert.equal(await spend(one), false);
});
