import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import type { EventAccount, Happening } from '../model/event.ts';
import { mailKinds, rowOf } from '../model/mail-kinds.ts';

async function open(context: TestContext) {
  const { database, events, clock, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  return {
    alice,
    clock,
    tell: (happening: Happening) =>
      database.transact((repositories) => events.tell(repositories, actor, happening)),
    failAfter: (happening: Happening) =>
      database.transact(async (repositories) => {
        await events.tell(repositories, actor, happening);
        throw new Error('The act failed');
      }),
    records: () => database.audit.list(0, 10),
    mails: () => database.outbox.list(10),
  };
}

function removalBy(account: EventAccount) {
  return { action: 'passkey.removed', account, object: 'a', outcome: 'ok' } as const;
}

describe('an event', () => {
  test('has its record and the notice that follows from it', async (context) => {
    const { alice, clock, tell, records, mails } = await open(context);
    await tell(removalBy(alice));
    const [record, ...others] = await records();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [record?.action, record?.actor, record?.source, record?.requestId, record?.at],
      ['passkey.removed', actor.name, actor.source, actor.requestId, clock.now()],
    );
    assert.deepEqual([record?.object, record?.outcome, record?.details], ['a', 'ok', {}]);
    const [mail] = await mails();
    assert.deepEqual(
      [mail?.kind, mail?.to, mail?.accountId, mail?.receiverId, mail?.createdAt],
      ['passkey_removed', alice.email, alice.id, undefined, clock.now()],
    );
  });

  test('has neither where its act fails', async (context) => {
    const { alice, failAfter, records, mails } = await open(context);
    const event = removalBy(alice);
    await assert.rejects(failAfter(event), /The act failed/);
    assert.deepEqual([await records(), await mails()], [[], []]);
  });

  test('has the mails that its act names, in place of a notice', async (context) => {
    const { alice, tell, records, mails } = await open(context);
    const event = removalBy(alice);
    await tell({ ...event, mails: [] });
    assert.deepEqual(await mails(), []);
    const code = { kind: 'code', to: '4670', askedFrom: '192.0.2.0/24' } as const;
    await tell({ ...event, mails: [code, { kind: 'revoked', to: alice.email }] });
    assert.deepEqual((await mails()).map((mail) => [mail.kind, mail.to]).sort(), [
      ['code', '4670'],
      ['revoked', alice.email],
    ]);
    assert.equal((await records()).length, 2);
  });

  test('without a record has only its mails', async (context) => {
    const { alice, tell, records, mails } = await open(context);
    await tell({ action: 'key.expiring', account: alice });
    assert.deepEqual(await records(), []);
    assert.deepEqual(
      (await mails()).map(({ kind }) => kind),
      ['key_ending'],
    );
  });

  test('adds to the digest that was not sent yet', async (context) => {
    const { alice, tell, mails } = await open(context);
    for (const id of ['one', 'two']) {
      const digest = { kind: 'undelivered', to: alice.email, ids: [id] } as const;
      await tell({ action: 'mail.suppressed', account: alice, mails: [digest] });
    }
    assert.deepEqual(
      (await mails()).map(({ digest }) => digest),
      [{ ids: ['one', 'two'], count: 2 }],
    );
  });

  test('is refused where a mail would have no account or no address', async (context) => {
    const { alice, tell, records } = await open(context);
    const event = { action: 'account.disabled', object: 'a', outcome: 'ok' } as const;
    await assert.rejects(tell({ ...event, account: undefined }), /Nobody can be told/);
    await assert.rejects(tell({ ...event, account: { id: alice.id } }), /Nobody can be told/);
    const mails = [{ kind: 'reset', to: alice.email }] as const;
    await assert.rejects(tell({ ...event, account: undefined, mails }), /belongs to no account/);
    assert.deepEqual(await records(), []);
  });
});

test('every notice follows from events, or its act counts first, removes its account, or mails all administrators', () => {
  const counted = mailKinds.filter(
    (kind) => rowOf(kind).about === 'notice' && rowOf(kind).follows?.length === 0,
  );
  assert.deepEqual(counted, ['sign_in_codes_refused', 'account_removed', 'appearance_changed']);
});
