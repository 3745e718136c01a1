import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { day, hour, minute, second } from '../../domain/model/clock.ts';
import type { TermsPolicy } from './dispatch-terms.ts';
import { parseDispatchTerms } from './dispatch-terms.ts';
import type { SentTerms } from '#protocol/operations/cgi.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import { readJson } from '../routing/read-input.ts';

const policy: TermsPolicy = {
  unit: 'seconds',
  defaultMs: 7 * day,
  minMs: second,
  maxMs: 365 * day,
};

function problemsOf(body: unknown, by = policy): string[] {
  try {
    const { json } = operations.cgi.createDrop.input;
    assert.ok(json);
    parseDispatchTerms(readJson(json, body) as SentTerms, by);
    return [];
  } catch (error) {
    assert.ok(error instanceof ValiseError);
    assert.equal(error.code, 'invalid');
    return (error.details ?? []).map(({ field, problem }) => `${field} ${problem}`);
  }
}

const times: [desttime: unknown, lifetimeMs: number, ttl: string][] = [
  [1, second, '1'],
  [3600, hour, '3600'],
  ['3600', hour, '3600'],
  [' 60 ', minute, '60'],
  ['060', minute, '060'],
  [31_536_000, 365 * day, '31536000'],
  [undefined, 7 * day, '604800'],
  [null, 7 * day, '604800'],
];

const outOfBounds = [0, '0', 31_536_001, '999999999999999'];
const noTimes = [-1, 1.5, '1.5', '', ' ', 'x', '1e3', '0x10', '+5', true, [60], {}, 1e21];

describe('the time to live', () => {
  for (const [desttime, lifetimeMs, ttl] of times) {
    test(`${desttime === undefined ? 'left out' : JSON.stringify(desttime)} is ${lifetimeMs / 1000} seconds`, () => {
      const terms = parseDispatchTerms({ desttime }, policy);
      assert.deepEqual(terms, { lifetimeMs, ttl, ttlUnit: 'seconds', message: undefined });
    });
  }
  for (const desttime of outOfBounds) {
    test(`${JSON.stringify(desttime)} is out of bounds`, () => {
      assert.deepEqual(problemsOf({ desttime }), ['desttime must be from 1 to 31536000 seconds.']);
    });
  }
  for (const desttime of noTimes) {
    test(`${JSON.stringify(desttime)} is none`, () => {
      assert.deepEqual(problemsOf({ desttime }), ['desttime must be a whole number of seconds.']);
    });
  }

  test('counts in the unit that the operator set', () => {
    const inHours: TermsPolicy = { ...policy, unit: 'hours', minMs: 90 * minute };
    const terms = parseDispatchTerms({ desttime: 48 }, inHours);
    assert.deepEqual(terms, {
      lifetimeMs: 2 * day,
      ttl: '48',
      ttlUnit: 'hours',
      message: undefined,
    });
    assert.equal(parseDispatchTerms({}, inHours).ttl, '168');
    const problem = 'desttime must be from 2 to 8760 hours.';
    assert.deepEqual(problemsOf({ desttime: 1 }, inHours), [problem]);
    assert.equal(
      parseDispatchTerms({ desttime: 2 }, { ...policy, unit: 'minutes' }).lifetimeMs,
      2 * minute,
    );
    assert.equal(
      parseDispatchTerms({ desttime: 2 }, { ...policy, unit: 'days' }).lifetimeMs,
      2 * day,
    );
  });
});

describe('the message', () => {
  test('is kept as it was sent, or left out', () => {
    for (const ddmessage of [
      '',
      'Hello\r\n\tthere',
      'x'.repeat(10_000),
      '\u{1f4bc}'.repeat(10_000),
    ]) {
      assert.equal(parseDispatchTerms({ ddmessage }, policy).message, ddmessage);
    }
    assert.equal(parseDispatchTerms({}, policy).message, undefined);
  });

  test('has at most 10,000 characters', () => {
    const problem = ['ddmessage must be at most 10000 characters long.'];
    assert.deepEqual(problemsOf({ ddmessage: 'x'.repeat(10_001) }), problem);
    assert.deepEqual(problemsOf({ ddmessage: '\u{1f4bc}'.repeat(10_001) }), problem);
  });

  test('is plain text', () => {
    for (const ddmessage of [5, ['x'], { x: 1 }, 'a\0b', 'a\u001b[31m', '\ud800']) {
      assert.deepEqual(problemsOf({ ddmessage }), ['ddmessage must be plain text.']);
    }
  });
});

test('the terms are an object, and every problem is told', () => {
  for (const body of [null, [], 'x', 5]) assert.equal(problemsOf(body).length, 1);
  assert.equal(problemsOf({ desttime: 'x', ddmessage: 5 }).length, 2);
  assert.deepEqual(problemsOf({ other: 1, desttime: 60 }), []);
});
