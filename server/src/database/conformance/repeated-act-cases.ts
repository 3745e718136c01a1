import assert from 'node:assert/strict';
import type { RepeatedAct } from '../../domain/model/audit.ts';
import { noon } from '../../testing/fake-clock.ts';
import type { DatabaseCase } from './database-case.ts';

function actOf(changes: Partial<RepeatedAct> = {}): RepeatedAct {
  return {
    action: 'sign_in.failed',
    subject: '192.0.2.1',
    object: 'alice@example.com',
    outcome: 'refused',
    details: { contact: 'zoe@example.com', isLast: true, bytes: 5_000_000_000 },
    actor: { name: 'anonymous', source: '192.0.2.1', requestId: 'request' },
    acts: 7,
    recorded: 20,
    firstAt: noon,
    lastAt: noon + 1,
    dueAt: noon + 2,
    ...changes,
  };
}

export const repeatedActCases: readonly DatabaseCase[] = [
  {
    name: 'counts repeated acts by action and subject',
    async run({ repeatedActs }) {
      const acts = [
        actOf(),
        actOf({ subject: '192.0.2.2', acts: 1, details: {} }),
        actOf({ action: 'upload.begun', outcome: 'ok' }),
      ];
      for (const act of acts) await repeatedActs.save(act);
      for (const act of acts) assert.deepEqual(await repeatedActs.find(act), act);
      assert.equal(await repeatedActs.find(actOf({ subject: '192.0.2.3' })), undefined);
      const more = actOf({ object: 'bob@example.com', acts: 8, details: {}, lastAt: noon + 5 });
      await repeatedActs.save(more);
      assert.deepEqual(await repeatedActs.find(more), more);
    },
  },
  {
    name: 'lists and removes the repeated acts whose period has ended, the first due first',
    async run({ repeatedActs }) {
      const [later, sooner] = [actOf({ dueAt: noon + 9 }), actOf({ subject: 'b', dueAt: noon })];
      for (const act of [later, sooner]) await repeatedActs.save(act);
      assert.deepEqual(await repeatedActs.listDue(noon - 1, 10), []);
      assert.deepEqual(await repeatedActs.listDue(noon + 8, 10), [sooner]);
      assert.deepEqual(await repeatedActs.listDue(noon + 9, 10), [sooner, later]);
      assert.deepEqual(await repeatedActs.listDue(noon + 9, 1), [sooner]);
      await repeatedActs.remove(sooner);
      assert.deepEqual(await repeatedActs.listDue(noon + 9, 10), [later]);
    },
  },
];
