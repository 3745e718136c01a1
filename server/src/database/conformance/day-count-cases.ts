import assert from 'node:assert/strict';
import { day } from '../../domain/model/clock.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleMail, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice } from './database-case.ts';

const zoe = 'zoe@example.com';

export const dayCountCases: readonly DatabaseCase[] = [
  {
    name: 'counts the newest dispatches and mails by their day',
    async run(database) {
      await addAccounts(database, alice);
      const today = Math.floor(noon / day);
      for (const [label, days] of [
        ['old', 2],
        ['a', 0],
        ['b', 0],
      ] as const) {
        const sample = sampleDispatch(alice, label);
        const made = { ...sample, createdAt: noon - days * day };
        const receiver = sampleReceiver(made, zoe);
        await database.dispatches.add(made, [receiver]);
        await database.outbox.add([
          sampleMail(receiver, made, { id: idFor(label), createdAt: noon - days * day }),
        ]);
      }
      const counts = new Map([
        [today, 2],
        [today - 2, 1],
      ]);
      const { administration } = database;
      assert.deepEqual(await administration.countDays(9), { dispatches: counts, mails: counts });
      const newest = new Map([[today, 2]]);
      assert.deepEqual(await administration.countDays(2), { dispatches: newest, mails: newest });
    },
  },
];
