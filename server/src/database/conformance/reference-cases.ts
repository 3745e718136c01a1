import assert from 'node:assert/strict';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import { noon } from '../../testing/fake-clock.ts';
import { sampleDispatch } from '../../testing/samples.ts';
import type { DeliveryQuery } from '../../domain/model/sent.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob } from './database-case.ts';

const zoe = 'zoe@example.com';

export const referenceCases: readonly DatabaseCase[] = [
  {
    name: 'lists sent drops by what their caller calls them, and keeps that nobody is mailed',
    async run(database) {
      await addAccounts(database, alice, bob);
      const called = (label: string, reference?: string) =>
        sampleDispatch(alice, label, {
          ...(reference && { reference }),
          title: label,
          notify: 'none',
        });
      const drops = [called('one', 'case 7'), called('two'), called('three', 'case 7')];
      const foreign = sampleDispatch(bob, 'foreign', { reference: 'case 7' });
      const request = sampleDispatch(alice, 'asked', { kind: 'grant', reference: 'case 7' });
      for (const each of [...drops, foreign, request]) await addDispatch(database, each, zoe);
      const [one, two, three] = drops;
      const list = async (reference: string, limit: number, after?: Dispatch) => {
        const query = { filter: 'all', now: noon, endsBefore: noon, limit, reference } as const;
        const found = await database.sent.list(alice.id, { ...query, after: after?.id });
        return found.map(({ dispatch }) => dispatch);
      };
      assert.deepEqual(await list('case 7', 9), [three, one]);
      assert.deepEqual(await list('case 7', 1), [three]);
      assert.deepEqual(await list('case 7', 9, three), [one]);
      assert.deepEqual(await list('case', 9), []);
      const deliveries = async (given: Partial<DeliveryQuery>) => {
        const query = { limit: 9, reference: 'case 7', ...given };
        const found = await database.sent.listDeliveries(alice.id, query);
        return found.map(({ dispatch, receivers }) => [dispatch.id, receivers.length]);
      };
      assert.deepEqual(await deliveries({}), [
        [three?.id, 1],
        [one?.id, 1],
      ]);
      assert.deepEqual(await deliveries({ limit: 1, after: three?.id }), [[one?.id, 1]]);
      const within = { after: two?.id, position: -1 };
      assert.deepEqual(await deliveries(within), [[one?.id, 1]], 'not of one called otherwise');
      assert.ok(two);
      assert.deepEqual((await database.dispatches.find(two.id))?.dispatch, two);
      assert.deepEqual((await database.dispatches.find(request.id))?.dispatch, request);
    },
  },
];
