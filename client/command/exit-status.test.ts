import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Retry } from '../src/problem.ts';
import { ValiseMismatch, ValiseProblem, ValiseUnreachable } from '../src/problem.ts';
import { CommandFailure, UsageError, exitStatusOf } from './exit-status.ts';
import { waitedStatus } from './send.ts';

function problem(status: number, code: string, retry: Retry = 'never'): ValiseProblem {
  return new ValiseProblem({
    ...{ status, code, retry, title: '', type: '', detail: '', errors: [] },
    ...{ requestId: undefined, retryAfterSeconds: undefined, oldestCursor: undefined },
  });
}

describe('the exit status', () => {
  const cases: [string, unknown, number | undefined][] = [
    ['a wrong key', problem(401, 'unauthorized'), 8],
    ['a key without the right', problem(403, 'forbidden'), 8],
    ['a server that is out of reach', new ValiseUnreachable('away'), 9],
    ['a store that is away', problem(503, 'unavailable', 'later'), 9],
    ['an upload that is not complete', problem(409, 'upload_in_progress', 'later'), 9],
    ['too many mails', problem(429, 'mail_quota', 'later'), 10],
    ['too many requests', problem(429, 'too_many_requests', 'later'), 10],
    ['a file that is too large', problem(413, 'too_large'), 10],
    ['a full disk', problem(507, 'insufficient_storage', 'later'), 10],
    ['what is not there', problem(404, 'not_found'), 4],
    ['a wrong value', problem(422, 'invalid'), 2],
    ['what has ended', problem(409, 'dispatch_ended'), 1],
    ['a wrong digest', new ValiseMismatch('other bytes'), 7],
    ['a wrong word', new UsageError('no such option'), 2],
    ['an end of its own', new CommandFailure(5, 'running'), 5],
    ['a bug', new TypeError('undefined is not a function'), undefined],
  ];
  for (const [what, error, expected] of cases) {
    test(`of ${what} is ${expected ?? 'none'}`, () => {
      assert.equal(exitStatusOf(error), expected);
    });
  }
});

test('who waits for receivers is told whether all, some or none have everything', () => {
  const statusOf = (...states: ('waiting' | 'opened' | 'completed' | 'revoked' | 'expired')[]) =>
    waitedStatus({
      receivers: states.map((state) => ({
        ...{ state, id: '', email: '', name: '', mail: null, mail_reason: null },
        ...{ opened_at: null, completed_at: null, revoked_at: null },
      })),
    });
  assert.equal(statusOf('completed', 'completed'), 0);
  assert.equal(statusOf('completed', 'revoked'), 11);
  assert.equal(statusOf('expired', 'completed'), 11);
  assert.equal(statusOf('completed', 'waiting'), 12);
  assert.equal(statusOf('opened'), 12);
  assert.equal(statusOf('revoked', 'expired'), 12);
});
