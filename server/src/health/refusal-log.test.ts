import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute, second } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createRefusalLog } from './refusal-log.ts';

const away = new ValiseError('unavailable', 'The database does not answer.');

test('an outage is logged when it begins, each minute with a count, and when it is over', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const clock = createFakeClock();
  const lines: [string, object][] = [];
  const add = (facts: object, text: string): void => {
    lines.push([text, facts]);
  };
  const refusals = createRefusalLog({ clock, log: { info: add, error: add } });

  function pass(ms: number, refusalsEach: number): void {
    for (let at = 0; at < ms; at += 5 * second) {
      for (let count = 0; count < refusalsEach; count += 1) refusals.note(away);
      clock.advance(5 * second);
      t.mock.timers.tick(5 * second);
    }
  }

  pass(minute, 100);
  pass(15 * second, 0);
  assert.deepEqual(lines, [
    ['requests are refused', { err: away }],
    ['requests are still refused', { refused: 1200, seconds: 55 }],
    ['requests are not refused any more', { refused: 1200, seconds: 55 }],
  ]);
  pass(minute, 0);
  assert.equal(lines.length, 3);
  refusals.note(away);
  assert.deepEqual(lines.at(-1), ['requests are refused', { err: away }]);
  pass(15 * second, 0);
  assert.deepEqual(lines.at(-1)?.[1], { refused: 1, seconds: 0 });
});
