import assert from 'node:assert/strict';
import type { Account } from '../../domain/model/account.ts';
import type { AccountId, MailId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

export const invitationCases: readonly DatabaseCase[] = [
  {
    name: 'lists open invitations in pages, the last first, with who invites',
    async run(database) {
      await addAccounts(database, alice, bob);
      const link = (label: string, account: Account, expiresAt: number, invitedBy?: AccountId) =>
        database.accountLinks.add({
          id: idFor<MailId>(label),
          ...{ accountId: account.id, kind: 'invitation', hash: hashFor(label) },
          ...{ createdAt: noon, expiresAt, ...(invitedBy && { invitedBy }) },
        });
      await link('early', alice, noon + 2);
      await link('late', bob, noon + 3, alice.id);
      const list = async (query: { after?: AccountId; limit?: number; now?: number } = {}) =>
        (await database.administration.listInvitations({ now: noon, limit: 9, ...query })).map(
          ({ account, expiresAt, invitedBy }) => [account.email, expiresAt, invitedBy],
        );
      const [first, second] = [
        [bob.email, noon + 3, alice.email],
        [alice.email, noon + 2, undefined],
      ];
      assert.deepEqual(await list(), [first, second]);
      assert.deepEqual(await list({ limit: 1 }), [first]);
      assert.deepEqual(await list({ after: bob.id }), [second]);
      assert.deepEqual(await list({ after: alice.id }), []);
      assert.deepEqual(await list({ now: noon + 2 }), [first]);
      await database.accountLinks.removeAll(bob.id);
      assert.deepEqual(await list(), [second]);
    },
  },
];
