import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { day, minute } from '../model/clock.ts';
import {
  createRateLimiter,
  createSignInLimiter,
  networksOf,
  signInLimits,
} from './rate-limiter.ts';
import { createRateCounter } from '../../coordination/shared-tables.ts';

const alice = 'alice@example.com';
const home = '192.0.2.1';
const { pair, account, network } = signInLimits;

function open() {
  const clock = createFakeClock();
  const limiter = createSignInLimiter(createRateCounter(clock));
  const fail = async (times: number, email = alice, address = home): Promise<string[]> => {
    const verdicts = Array.from({ length: times }, () => limiter.fail(email, address));
    return (await Promise.all(verdicts)).map(({ kind }) => kind);
  };
  return { clock, limiter, fail };
}

function isCounted(kinds: string[]): boolean {
  return kinds.every((kind) => kind === 'counted');
}

describe('the sign-in limiter', () => {
  test('takes so many failures a minute for one account from one network', async () => {
    const { fail, limiter, clock } = open();
    assert.ok(isCounted(await fail(pair)));
    clock.advance(15_500);
    const blocked = { kind: 'blocked', retryAfterSeconds: 45 };
    assert.deepEqual(await limiter.fail(alice, home), { ...blocked, first: true });
    assert.deepEqual(await limiter.fail(alice, home), { ...blocked, first: false });
    clock.advance(minute - 15_500);
    assert.ok(isCounted(await fail(pair)));
    assert.deepEqual(await fail(1), ['blocked']);
  });

  test('leaves another network and another account alone', async () => {
    const { fail } = open();
    await fail(2 * pair);
    assert.ok(isCounted(await fail(pair, alice, '192.0.2.2')));
    assert.ok(isCounted(await fail(pair, 'bob@example.com')));
  });

  test('takes so many failures a minute for one account, wherever they come from', async () => {
    const { fail } = open();
    for (let count = 0; count < account; count += 1) {
      assert.ok(isCounted(await fail(1, alice, `192.0.2.${count}`)));
    }
    assert.deepEqual(await fail(1, alice, '198.51.100.1'), ['blocked']);
  });

  test('takes so many failures a minute from one network, whoever is meant', async () => {
    const { fail } = open();
    for (let count = 0; count < network; count += 1)
      assert.ok(isCounted(await fail(1, `${count}@b`)));
    assert.deepEqual(await fail(1, alice), ['blocked']);
    assert.deepEqual(await fail(1, alice, '198.51.100.1'), ['counted']);
  });

  for (const [what, first, second] of [
    ['the hosts of one IPv6 network', '2001:db8:1:2::1', '2001:db8:1:2:ffff::2'],
    ['two spellings of one IPv6 network', '2001:db8::1', '2001:db8:0:0:1:2:3:4'],
    ['an IPv4 address and its IPv6 form', '192.0.2.1', '::ffff:192.0.2.1'],
  ] as const) {
    test(`takes ${what} for one`, async () => {
      const { fail } = open();
      await fail(pair, alice, first);
      assert.deepEqual(await fail(1, alice, second), ['blocked']);
    });
  }

  test('tells IPv6 networks apart', async () => {
    const { fail } = open();
    await fail(pair, alice, '2001:db8:1:2::1');
    assert.deepEqual(await fail(1, alice, '2001:db8:1:3::1'), ['counted']);
    assert.deepEqual(await fail(1, alice, '::1'), ['counted']);
  });

  test('goes by a clock that does not jump', async () => {
    const { fail, clock } = open();
    await fail(pair);
    clock.jump(day);
    assert.deepEqual(await fail(1), ['blocked']);
    clock.jump(-2 * day);
    clock.advance(minute);
    assert.deepEqual(await fail(1), ['counted']);
  });

  test('forgets the oldest in a flood of names and networks', async () => {
    const { fail } = open();
    await fail(pair);
    assert.deepEqual(await fail(1), ['blocked']);
    await Promise.all(
      Array.from({ length: 60_000 }, (_, count) =>
        fail(1, `${count}@example.com`, `2001:db8:${count.toString(16)}::1`),
      ),
    );
    assert.deepEqual(await fail(1), ['counted']);
  });

  test('takes all names that are too long for an address for one', async () => {
    const { fail } = open();
    for (let count = 0; count < account; count += 1) {
      await fail(1, `${count}${'x'.repeat(254)}`, `192.0.2.${count}`);
    }
    assert.deepEqual(await fail(1, 'y'.repeat(255), '198.51.100.1'), ['blocked']);
    assert.deepEqual(await fail(1, 'y'.repeat(254), '198.51.100.1'), ['counted']);
  });
});

test('an address is in networks of three widths, or two of IPv4', () => {
  const cases: [address: string, ...networks: string[]][] = [
    ['2001:db8:1:abcd::5', '2001:db8:1:abcd', '2001:db8:1:ab00::/56', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
    ['unknown', 'unknown'],
  ];
  for (const [address, ...networks] of cases) assert.deepEqual(networksOf(address), networks);
});

test('a window that has just begun is over after its whole seconds, however inexact its clock is', async () => {
  for (const [msLeft, secondsLeft] of [
    [60_000.000_000_007, 60],
    [59_000.6, 60],
    [0.2, 1],
  ] as const) {
    const limiter = createRateLimiter({ count: () => Promise.resolve([{ count: 1, msLeft }]) });
    assert.deepEqual(await limiter.count({ a: 9 }), { kind: 'counted', left: 8, secondsLeft });
  }
});
