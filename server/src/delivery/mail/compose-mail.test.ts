import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeWords } from 'postal-mime';
import { day } from '../../domain/model/clock.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { ApiKeyId, MailId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  hashFor,
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { Outbox } from './outbox-fixture.ts';
import { addMail, openOutbox, readMail as read, sender } from './outbox-fixture.ts';

test('a receiver is sent their own link, with the secret of the link that is live', async (t) => {
  const outbox = await openOutbox(t);
  const { entry, receiver } = await addMail(outbox, { receiver: { linkGeneration: 3 } });
  const mail = await read(outbox, entry);
  assert.deepEqual(mail.links, [`https://files.example.com/d/secret-3-of-${receiver.id}`]);
  assert.deepEqual(mail.envelope, { from: 'valise@example.com', to: 'bob@example.com' });
  assert.match(mail.subject, /anna@example\.com/);
  assert.match(mail.text, /a\.pdf/);
  assert.ok(mail.text.includes(mail.links[0] ?? 'no link'));
});

test('a contact is sent the link of the upload page', async (t) => {
  const outbox = await openOutbox(t);
  const grant = { kind: 'grant' } as const;
  const { entry, receiver } = await addMail(outbox, { kind: 'upload', dispatch: grant, files: [] });
  const { links } = await read(outbox, entry);
  assert.deepEqual(links, [`https://files.example.com/u/secret-0-of-${receiver.id}`]);
});

test('a sender who hides the address is not named', async (t) => {
  const outbox = await openOutbox(t);
  const shy = sampleAccount('shy@example.com', {
    visibility: { number: false, email: false, language: false, nick: false },
  });
  await outbox.database.accounts.add(shy);
  const dispatch = sampleDispatch(shy, 'hidden');
  const receiver = sampleReceiver(dispatch, 'bob@example.com');
  await outbox.database.dispatches.add(dispatch, [receiver]);
  const { entry } = await addMail(outbox);
  const mail = await read(outbox, { ...entry, receiverId: receiver.id });
  assert.doesNotMatch(JSON.stringify(mail), /shy@/);
});

test('a receiver sees the name of the sender with the address, and answers the sender', async (t) => {
  const outbox = await openOutbox(t);
  const name = 'Anna "A" Åberg =?utf-8?q?=0d=0aBcc:_eve@evil.example?=';
  await outbox.database.accounts.setDisplayName(sender.id, name);
  const { entry } = await addMail(outbox);
  const { parsed, subject, text } = await read(outbox, entry);
  assert.match(subject, /Anna "A" Åberg/);
  assert.match(text, /anna@example\.com/);
  assert.deepEqual(
    parsed.replyTo?.map(({ address }) => address),
    [sender.email],
  );
  assert.equal(parsed.from?.address, 'valise@example.com');
  assert.equal(parsed.bcc, undefined);
  const receipt = await addMail(outbox, { kind: 'receipt', label: 'receipt' });
  assert.equal((await read(outbox, receipt.entry)).parsed.replyTo, undefined);
});

test('a mail to an account has its times in the time zone of the account', async (t) => {
  const outbox = await openOutbox(t);
  const about = async (label: string) => {
    const { entry } = await addMail(outbox, { kind: 'unfetched', label });
    return (await read(outbox, entry)).text;
  };
  const before = await about('utc');
  await outbox.database.accounts.setLocale(sender.id, { language: 'en', timeZone: 'Asia/Tokyo' });
  const after = await about('tokyo');
  assert.match(before, /UTC/);
  assert.match(after, /GMT\+9|JST/);
});

test('the reader’s language is used; the operator’s where it is unknown', async (t) => {
  const outbox = await openOutbox(t);
  const { entry } = await addMail(outbox, { label: 'sv', receiver: { language: 'sv' } });
  assert.match((await read(outbox, entry)).html, /lang="sv"/);
  const other = await addMail(outbox, { label: 'xx', receiver: { language: 'tlh' } });
  assert.match((await read(outbox, other.entry)).html, /lang="en"/);
});

for (const kind of ['download', 'upload', 'reminder'] as const) {
  const dispatch = { kind: kind === 'upload' ? ('grant' as const) : ('drop' as const) };

  test(`mail of kind ${kind} about what was revoked is withdrawn`, async (t) => {
    const outbox = await openOutbox(t);
    const forOne = await addMail(outbox, { label: 'one', kind, dispatch });
    await outbox.database.dispatches.endLink(forOne.receiver.id, noon);
    assert.equal(await outbox.compose(forOne.entry), 'withdrawn');
    const forAll = await addMail(outbox, { label: 'all', kind, dispatch });
    await outbox.database.dispatches.end(forAll.dispatch.id, noon + 1);
    assert.equal(await outbox.compose(forAll.entry), 'withdrawn');
  });
}

for (const kind of ['download', 'upload', 'reminder'] as const) {
  test(`mail of kind ${kind} about what has expired is withdrawn`, async (t) => {
    const outbox = await openOutbox(t);
    const { entry } = await addMail(outbox, { kind });
    assert.notEqual(await outbox.compose(entry), 'withdrawn');
    outbox.clock.advance(day);
    assert.equal(await outbox.compose(entry), 'withdrawn');
  });
}

for (const kind of ['reminder', 'unfetched'] as const) {
  test(`mail of kind ${kind} names what was not fetched, and is withdrawn when all was`, async (t) => {
    const outbox = await openOutbox(t);
    const { downloads, dispatches } = outbox.database;
    const { entry, receiver, dispatch } = await addMail(outbox, {
      kind,
      files: ['a.pdf', 'b.pdf'],
    });
    const [first, second] = (await dispatches.find(dispatch.id))?.files ?? [];
    assert.ok(first && second);
    const taken = { receiverId: receiver.id, spans: [], completedAt: noon };
    await downloads.save({ ...taken, fileId: first.id });
    const { text } = await read(outbox, entry);
    assert.doesNotMatch(text, /a\.pdf/);
    assert.match(text, /b\.pdf/);
    await downloads.save({ ...taken, fileId: second.id });
    assert.equal(await outbox.compose(entry), 'withdrawn');
  });
}

for (const kind of ['receipt', 'received', 'unfetched'] as const) {
  test(`mail of kind ${kind} stays true after the end`, async (t) => {
    const outbox = await openOutbox(t);
    const { entry, dispatch } = await addMail(outbox, { kind });
    await outbox.database.dispatches.end(dispatch.id, noon + day);
    outbox.clock.advance(2 * day);
    assert.match((await read(outbox, entry)).text, /a\.pdf/);
  });
}

for (const kind of ['download', 'reminder', 'receipt', 'upload'] as const) {
  test(`mail of kind ${kind} has the title in its subject, unless a code hides it`, async (t) => {
    const outbox = await openOutbox(t);
    const dispatch = {
      kind: kind === 'upload' ? 'grant' : 'drop',
      title: 'X-rays of May',
    } as const;
    const { entry } = await addMail(outbox, { kind, dispatch });
    assert.match((await read(outbox, entry)).subject, /: X-rays of May$/);
    for (const [label, demands] of [
      ['locked', { secondFactor: 'email' }],
      ['told', { passwordHash: 'hash' }],
    ] as const) {
      const hidden = await addMail(outbox, { kind, label, dispatch: { ...dispatch, ...demands } });
      const { subject, html, text } = await read(outbox, hidden.entry);
      assert.doesNotMatch(subject + html + text, /X-rays/);
      const isToReceiver = kind === 'download' || kind === 'reminder';
      assert.equal(/need a password/.test(text), isToReceiver && label === 'told');
      if (isToReceiver) assert.doesNotMatch(subject + html + text, /a\.pdf|1 file/);
    }
  });
}

test('what came through a request is told with the title of the request, unless a code hides it', async (t) => {
  const outbox = await openOutbox(t);
  for (const [label, secondFactor] of [
    ['open', 'off'],
    ['locked', 'email'],
  ] as const) {
    const grant = sampleDispatch(sender, label, { kind: 'grant', title: 'X-rays', secondFactor });
    const asked = sampleReceiver(grant, 'bob@example.com');
    await outbox.database.dispatches.add(grant, [asked]);
    const origin = { email: asked.email, nick: 'Bob', grantReceiverId: asked.id };
    for (const kind of ['received', 'returned'] as const) {
      const dispatch = { kind: 'return', origin } as const;
      const { entry } = await addMail(outbox, { kind, label: `${label} ${kind}`, dispatch });
      const { text } = await read(outbox, entry);
      assert.equal(/Title +X-rays/.test(text), secondFactor === 'off', `${kind} ${label}`);
    }
  }
});

test('a receipt goes to the sender, and names the receiver', async (t) => {
  const outbox = await openOutbox(t);
  const { entry } = await addMail(outbox, { kind: 'receipt' });
  const mail = await read(outbox, entry);
  assert.equal(mail.envelope.to, sender.email);
  assert.match(mail.text, /bob@example\.com[^]*a\.pdf/);
});

test('a receipt names its drop, in the text and in a header; mails to receivers do not', async (t) => {
  const outbox = await openOutbox(t);
  const { entry, dispatch } = await addMail(outbox, { kind: 'receipt' });
  const { text, parsed } = await read(outbox, entry);
  const dropOf = (mail: typeof parsed) =>
    mail.headers.find(({ key }) => key === 'x-valise-drop')?.value;
  assert.ok(text.includes(dispatch.id));
  assert.equal(dropOf(parsed), dispatch.id);
  const { entry: link } = await addMail(outbox, { label: 'another' });
  assert.equal(dropOf((await read(outbox, link)).parsed), undefined);
});

test('a receipt names the reference of its drop, in the text and in a header', async (t) => {
  const outbox = await openOutbox(t);
  const dispatch = { reference: 'Fall Åberg 2026/7' };
  const { entry } = await addMail(outbox, { kind: 'receipt', dispatch });
  const { text, parsed } = await read(outbox, entry);
  assert.match(text, /Reference +Fall Åberg 2026\/7/);
  const header = parsed.headers.find(({ key }) => key === 'x-valise-reference');
  assert.equal(decodeWords(header?.value ?? ''), dispatch.reference);
});

test('the mail about keys that end lists those that end within 14 days, and is withdrawn without any', async (t) => {
  const outbox = await openOutbox(t);
  const { entry } = await addMail(outbox, { kind: 'key_ending', to: sender.email });
  const own = { ...entry, receiverId: undefined };
  assert.equal(await outbox.compose(own), 'withdrawn');
  for (const [label, days] of [
    ['Nightly', 10],
    ['Later', 40],
  ] as const) {
    const id = idFor<ApiKeyId>(label);
    await outbox.database.apiKeys.add({
      ...{ id, accountId: sender.id, hash: hashFor(label), salt: undefined },
      ...{ createdAt: outbox.clock.now(), expiresAt: outbox.clock.now() + days * day },
    });
    await outbox.database.apiKeys.setName(id, label);
  }
  const { text } = await read(outbox, own);
  assert.match(text, /Nightly: valid until/);
  assert.doesNotMatch(text, /Later/);
});

test('what came back is told with the contact as sender, and a link to the account’s own page', async (t) => {
  const outbox = await openOutbox(t);
  const grant = await addMail(outbox, { label: 'grant', dispatch: { kind: 'grant' } });
  const { entry } = await addMail(outbox, {
    label: 'return',
    kind: 'received',
    to: sender.email,
    receiver: { linkHash: undefined },
    dispatch: {
      kind: 'return',
      origin: { email: 'carl@example.com', nick: 'Carl', grantReceiverId: grant.receiver.id },
    },
  });
  const mail = await read(outbox, entry);
  assert.match(mail.subject, /Carl/);
  assert.deepEqual(mail.links, ['https://files.example.com/anna@example.com/']);
});

test('a person is led to the item in the inbox', async (t) => {
  const outbox = await openOutbox(t);
  const account = sampleAccount('nora@example.com', { role: 'user' });
  await outbox.database.accounts.add(account);
  const { entry, receiver } = await addMail(outbox, {
    account,
    kind: 'received',
    to: account.email,
    receiver: { linkHash: undefined },
    dispatch: {
      kind: 'return',
      origin: { email: '', nick: 'Carl', grantReceiverId: idFor('grant') },
    },
  });
  const mail = await read(outbox, entry);
  assert.deepEqual(mail.links, [`https://files.example.com/app/inbox/${receiver.inboxToken}`]);
  assert.doesNotMatch(mail.text, /API/);
});

/** Bob, a contact, has sent a file back, and gets the confirmation at an address. */
async function confirm(outbox: Outbox, label: string, grant: Partial<Dispatch>, to: string) {
  const { receiver } = await addMail(outbox, {
    label,
    dispatch: { kind: 'grant', ...grant },
    receiver: { language: 'sv' },
    files: [],
  });
  const { entry } = await addMail(outbox, {
    label: `${label} back`,
    kind: 'received',
    to: sender.email,
    receiver: { linkHash: undefined },
    dispatch: {
      kind: 'return',
      origin: { email: 'bob@example.com', nick: 'Bob', grantReceiverId: receiver.id },
    },
  });
  return { receiver, entry: { ...entry, kind: 'returned' as const, to } };
}

test('the one who sent files back is told which arrived, in their own language', async (t) => {
  const outbox = await openOutbox(t);
  const { entry, receiver } = await confirm(outbox, 'plain', {}, 'bob@example.com');
  const mail = await read(outbox, entry);
  assert.equal(mail.envelope.to, 'bob@example.com');
  assert.match(mail.html, /lang="sv"/);
  assert.match(mail.text, /anna@example\.com[^]*a\.pdf/);
  assert.deepEqual(mail.links, []);
  assert.match(mail.text, new RegExp(`/no-mail/${receiver.id}/`));
});

test('a confirmation names no file where a code is needed, and goes to nobody else', async (t) => {
  const outbox = await openOutbox(t);
  const locked = await confirm(outbox, 'locked', { secondFactor: 'email' }, 'bob@example.com');
  assert.doesNotMatch((await read(outbox, locked.entry)).text, /a\.pdf/);
  const other = await confirm(outbox, 'other', {}, 'eve@example.com');
  assert.equal(await outbox.compose(other.entry), 'withdrawn');
});

test('a mail of an account that is gone is withdrawn', async (t) => {
  const outbox = await openOutbox(t);
  const { entry } = await addMail(outbox);
  await outbox.database.dispatches.removeAll(sender.id);
  assert.equal(await outbox.compose(entry), 'withdrawn');
});

test('mails about an account say what happened, in the language of its owner', async (t) => {
  const { database, clock, compose } = await openOutbox(t);
  const dora = sampleAccount('dora@example.com', { language: 'de' });
  await database.accounts.add(dora);
  const subjects: Record<string, string> = {};
  const kinds = [
    'key_rotated',
    'account_disabled',
    'account_enabled',
    'password_changed',
    'passkey_added',
    'passkey_removed',
    'identity_linked',
    'identity_unlinked',
  ] as const;
  for (const kind of kinds) {
    const id = idFor<MailId>(kind);
    const about = { to: dora.email, accountId: dora.id, receiverId: undefined };
    await database.outbox.add([{ id, kind, ...about, createdAt: clock.now() }]);
    const outgoing = await compose((await database.outbox.find(id)) ?? assert.fail());
    assert.ok(typeof outgoing === 'object' && outgoing.by === 'mail');
    subjects[kind] = outgoing.mail.content.subject;
  }
  assert.deepEqual(subjects, {
    key_rotated: 'Ihr Konto hat einen neuen API-Schlüssel',
    account_disabled: 'Ihr Konto wurde gesperrt',
    account_enabled: 'Ihr Konto ist wieder freigegeben',
    password_changed: 'Ihr Passwort wurde geändert',
    passkey_added: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    passkey_removed: 'Ein Passkey wurde aus Ihrem Konto entfernt',
    identity_linked: 'Ein Anmeldedienst wurde mit Ihrem Konto verknüpft',
    identity_unlinked: 'Die Verknüpfung eines Anmeldedienstes mit Ihrem Konto wurde aufgehoben',
  });
});

test('a sender is told what the operator ended', async (t) => {
  const { database, compose } = await openOutbox(t);
  const { entry, dispatch, receiver } = await addMail({ database }, { kind: 'revoked' });
  const forOne = await compose(entry);
  await database.dispatches.end(dispatch.id, noon);
  const forAll = await compose(entry);
  for (const [outgoing, text] of [
    [forOne, /bob@example\.com[^]*This recipient’s link no longer works\.[^]*a\.pdf/],
    [forAll, /The links no longer work[^]*a\.pdf/],
  ] as const) {
    assert.ok(typeof outgoing === 'object' && outgoing.by === 'mail');
    assert.match(outgoing.mail.content.text, text);
  }
  assert.equal(receiver.email, 'bob@example.com');
});

test('mails to receivers name the address for complaints, those to accounts that for help', async (t) => {
  const outbox = await openOutbox(t);
  const download = await addMail(outbox, { label: 'download' });
  assert.match((await read(outbox, download.entry)).text, /abuse@example\.com/);
  const revoked = await addMail(outbox, { label: 'revoked', kind: 'revoked' });
  const { text } = await read(outbox, revoked.entry);
  assert.match(text, /help@example\.com/);
  assert.doesNotMatch(text, /abuse@/);
});

test('a link or a code leaves for nobody but its receiver, whatever the outbox says', async (t) => {
  const outbox = await openOutbox(t);
  const { entry } = await addMail(outbox);
  for (const kind of ['download', 'upload', 'reminder', 'code'] as const) {
    const redirected = { ...entry, kind, to: 'mallory@example.com' };
    assert.equal(await outbox.compose(redirected), 'withdrawn');
  }
  assert.notEqual(await outbox.compose(entry), 'withdrawn');
});
