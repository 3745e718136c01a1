import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import type { AccountId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, sampleAccount, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { addMail, openOutbox, readMail as read, sender } from './outbox-fixture.ts';

test('a person’s mail to somebody whose language is unknown is in the language of that person', async (t) => {
  const outbox = await openOutbox(t);
  const account = sampleAccount('ann@example.com', { role: 'user', language: 'sv' });
  await outbox.database.accounts.add(account);
  const subjectOf = async (label: string, language: string) => {
    const { entry } = await addMail(outbox, { account, label, receiver: { language } });
    return (await read(outbox, entry)).subject;
  };
  assert.match(await subjectOf('unknown', ''), /har skickat/);
  assert.match(await subjectOf('known', 'de'), /hat Ihnen/);
});

test('a receipt of a person leads to the page of the transfer; one of a program to none', async (t) => {
  const outbox = await openOutbox(t);
  const person = sampleAccount('ann@example.com', { role: 'user' });
  await outbox.database.accounts.add(person);
  const dispatch = sampleDispatch(person, 'of a person');
  const receiver = sampleReceiver(dispatch, 'bob@example.com');
  await outbox.database.dispatches.add(dispatch, [receiver]);
  const { entry } = await addMail(outbox, { kind: 'receipt' });
  const ofPerson = { ...entry, to: person.email, accountId: person.id, receiverId: receiver.id };
  const page = `https://files.example.com/app/sent/${dispatch.id}`;
  assert.deepEqual((await read(outbox, ofPerson)).links, [page]);
  assert.deepEqual((await read(outbox, entry)).links, []);
});

test('an invitation names who invites, where an account does that is shown', async (t) => {
  const outbox = await openOutbox(t);
  const { accounts, accountLinks } = outbox.database;
  const admin = sampleAccount('ann@example.com', { role: 'admin', displayName: 'Ann Berg' });
  const shy = sampleAccount('shy@example.com', {
    visibility: { number: false, email: false, language: false, nick: false },
  });
  for (const account of [admin, shy]) await accounts.add(account);

  async function textOf(label: string, invitedBy?: AccountId): Promise<string> {
    const { entry } = await addMail(outbox, { kind: 'invitation', to: sender.email, label });
    await accountLinks.add({
      id: entry.id,
      accountId: sender.id,
      kind: 'invitation',
      hash: hashFor(label),
      createdAt: noon,
      expiresAt: noon + day,
      ...(invitedBy === undefined ? {} : { invitedBy }),
    });
    return (await read(outbox, { ...entry, receiverId: undefined })).text;
  }

  assert.match(await textOf('ann'), /You have been invited to/);
  assert.match(
    await textOf('by ann', admin.id),
    /Ann Berg \(ann@example\.com\) has invited you to/,
  );
  assert.match(await textOf('by shy', shy.id), /You have been invited to/);
});
