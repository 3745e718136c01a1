import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { hour, minute } from '../model/clock.ts';
import {
  createRepeatedActs,
  recordRepeated,
  recordedAtOnce,
  recordedNetworks,
} from './record-repeated.ts';

const event = {
  action: 'sign_in.foreign_path',
  account: undefined,
  object: 'bob@example.com',
  outcome: 'refused',
} as const;

async function open(context: TestContext) {
  const { database, events, clock } = await openExchange(context);
  const repeated = createRepeatedActs({ database, events, clock });

  return {
    clock,
    act: async (times: number, subject = 'alice', object: string = event.object): Promise<void> => {
      for (let count = 0; count < times; count += 1) {
        await database.transact((repositories) =>
          recordRepeated({ events, clock }, repositories, {
            actor,
            event: { ...event, object },
            per: subject,
          }),
        );
      }
    },
    /** A stranger's act from an address. */
    from: (source: string) =>
      database.transact((repositories) =>
        recordRepeated({ events, clock }, repositories, { actor: { ...actor, source }, event }),
      ),
    recordDue: () => repeated.recordDue(new AbortController().signal),
    records: async () =>
      (await database.audit.list(0, 1000)).filter(({ action }) => action === event.action),
  };
}

test('a single act has one record, at once', async (context) => {
  const { act, records, recordDue, clock } = await open(context);
  await act(1);
  const [record, ...others] = await records();
  assert.deepEqual(others, []);
  assert.deepEqual([record?.object, record?.details], [event.object, {}]);
  clock.advance(hour);
  assert.ok((await recordDue()) > 0);
  assert.equal((await records()).length, 1, 'nothing was left to be told');
  assert.equal(await recordDue(), 0);
});

test('a thousand acts in an hour cost a few records, and none is lost', async (context) => {
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
  assert.ok((await recordDue()) > 0);
  const written = await records();
  assert.equal(written.length, recordedAtOnce + 1);
  const sum = written.at(-1);
  assert.equal(sum?.object, 'last@example.com');
  assert.deepEqual(sum.details, { acts: 995, firstAt, lastAt });
});

test('subjects are counted apart, and each hour by itself', async (context) => {
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

/** The acts that records tell of, each by itself or together. */
function toldActs(records: readonly { details: Record<string, unknown> }[]): number {
  return records.reduce((sum, { details }) => sum + Number(details['acts'] ?? 1), 0);
}

test('a stranger with a new network for each of 1,600 attempts makes few records, and none is lost', async (context) => {
  const cases: [what: string, source: (at: number) => string, networks: number, sums: string[]][] =
    [
      [
        'a /48',
        (at) => `2001:db8:1:${((at * 4099) % 65536).toString(16)}::5`,
        20,
        ['2001:db8:1::/48'],
      ],
      [
        'a /56',
        (at) => `2001:db8:1:ab${(at % 256).toString(16).padStart(2, '0')}::5`,
        10,
        ['2001:db8:1:ab00::/56'],
      ],
      ['a /24', (at) => `198.51.100.${at % 256}`, 20, ['198.51.100.0/24']],
      [
        'the whole Internet',
        (at) => `2001:${at.toString(16)}::1`,
        recordedNetworks.all,
        ['all networks'],
      ],
    ];
  for (const [what, source, networks, sums] of cases) {
    const { from, records, recordDue, clock } = await open(context);
    for (let at = 0; at < 1600; at += 1) await from(source(at));
    const atOnce = (await records()).length;
    assert.ok(atOnce >= networks && atOnce <= networks * recordedAtOnce, `${what}: ${atOnce}`);
    clock.advance(hour);
    await recordDue();
    const all = await records();
    const wide = all.flatMap(({ details }) => details['network'] ?? []);
    assert.deepEqual(wide, sums, what);
    assert.equal(toldActs(all), 1600, what);
  }
});

test('a network that was there before others came in numbers keeps its own records', async (context) => {
  const { from, records } = await open(context);
  await from('192.0.2.1');
  for (let at = 0; at < 300; at += 1) await from(`2001:${at.toString(16)}::1`);
  const before = (await records()).length;
  assert.equal(before, recordedNetworks.all);
  await from('192.0.2.1');
  await from('2001:fff::1');
  const [last, ...others] = (await records()).slice(before);
  assert.deepEqual([last?.source, others], ['192.0.2.1', []]);
});
