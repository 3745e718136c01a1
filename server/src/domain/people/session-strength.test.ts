import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noon } from '../../testing/fake-clock.ts';
import { minute } from '../model/clock.ts';
import type { ProofWay } from '../model/person.ts';
import { proofWays } from '../model/person.ts';
import { isRecentlyProved, recentProofMs, replacesCode, strengthOf } from './session-strength.ts';

function proved(provedBy: ProofWay | undefined, provedAt = noon, factorSince?: number) {
  return strengthOf({ provedBy, provedAt, factorSince });
}

test('where an authenticator protects the account, a password or a mailed link is no recent proof', () => {
  const given = { now: noon + minute, hasAuthenticator: true };
  const enough = proofWays.filter((way) => isRecentlyProved(proved(way), given));
  assert.deepEqual(enough, ['recovery', 'authenticator', 'passkey', 'provider']);
  assert.ok(!isRecentlyProved(proved(undefined), given), 'a session of an earlier version');
  for (const way of proofWays) {
    assert.ok(isRecentlyProved(proved(way), { ...given, hasAuthenticator: false }));
  }
});

test('a proof is recent for five minutes, and half a session has none', () => {
  const after = (ms: number) =>
    isRecentlyProved(proved('passkey'), { now: noon + ms, hasAuthenticator: true });
  assert.ok(after(recentProofMs - 1));
  assert.ok(!after(recentProofMs));
  const half = strengthOf({ provedBy: undefined, provedAt: undefined, factorSince: undefined });
  assert.ok(!isRecentlyProved(half, { now: noon, hasAuthenticator: false }));
});

test('only a passkey or an authenticator from before the transfer and the last reset replaces a code', () => {
  const since = noon - 10;
  const transfer = { sentAt: noon, resetAt: undefined };
  const counting = proofWays.filter((way) => replacesCode(proved(way, noon, since), transfer));
  assert.deepEqual(counting, ['authenticator', 'passkey']);
  for (const way of ['authenticator', 'passkey'] as const) {
    const strength = proved(way, noon, since);
    assert.ok(
      !replacesCode(strength, { sentAt: since, resetAt: undefined }),
      'added as it was sent',
    );
    assert.ok(!replacesCode(strength, { sentAt: noon, resetAt: since }), 'added with a reset');
    assert.ok(!replacesCode(strength, { sentAt: noon, resetAt: since - 1 }), 'added after a reset');
    assert.ok(replacesCode(strength, { sentAt: noon, resetAt: noon + 1 }), 'kept by a reset');
    assert.ok(!replacesCode(proved(way), transfer), 'of which nobody knows since when');
  }
});
