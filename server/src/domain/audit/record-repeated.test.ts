import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import type { AuditEvent } from '../model/audit.ts';
import { hour, minute } from '../model/clock.ts';
import { createRepeatedActs, recordRepeated, recordedAtOnce } from './record-repeated.ts';

const event: AuditEvent = {
  action: 'sign_in.foreign_path',
  object: 'bob@example.com',
  outcome: 'refused',
};

async function open(context: TestContext) {
  const { database, audit, clock } = await openExchange(context);
  const repeated = createRepeatedActs({ database, audit, clock });

  return {
    clock,
    act: async (times: number, subject = 'alice', object = event.object): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        await database.transact((repositories) =>
          recordRepeated({ audit, clock }, repositories, {
            actor,
            event: { ...event, object },
            subject,
          }),
        );
      }
    },
    recordDue: () => repeated.recordDue(new AbortController().signal),
    records: async () =>
      (await database.audit.list(0, 1000)).filter(({ action }) => action === event.action),
  };
}

test('line 9: a single act has one record, at once', async (context) => {
  const { act, records, recordDue, clock } = await open(context);
  await act(1);
  const [record, ...others] = await records();
  assert.deepEqual(others, []);
  assert.deepEqual([record?.object, record?.details], [event.object, {}]);
  clock.advance(hour);
  assert.equal(await recordDue(), 1);
  assert.equal((await records()).length, 1, 'nothing was left to be told');
  assert.equal(await recordDue(), 0);
});

test('line 9: a thousand acts in an hour cost a few records, and none is lost', async (context) => {
  const { act, records, recordDue, clock } = await open(context);
  await act(recordedAtOnce);
  clock.advance(minute);
  const firstAt = clock.now();
  await act(994);
  clock.advance(minute);
  await act(1, 'alice', 'last@example.com');
  const lastAt = clock.now();
  assert.equal(await recordDue(), 0);
  assert.equal((await records()).length, recordedAtOnce);
  clock.advance(hour);
  assert.equal(await recordDue(), 1);
  const written = await records();
  assert.equal(written.length, recordedAtOnce + 1);
  const sum = written.at(-1);
  assert.equal(sum?.object, 'last@example.com');
  assert.deepEqual(sum.details, { acts: 995, firstAt, lastAt });
});

test('line 9: subjects are counted apart, and each hour by itself', async (context) => {
  const { act, records, clock } = await open(context);
  await act(recordedAtOnce + 2, 'alice');
  await act(recordedAtOnce + 2, 'carl');
  assert.equal((await records()).length, 2 * recordedAtOnce);
  clock.advance(hour);
  await act(1, 'alice');
  const written = await records();
  assert.deepEqual(
    written.slice(2 * recordedAtOnce).map(({ details }) => details['acts']),
    [2, undefined],
    'the hour before is told first, although no job ran',
  );
});
