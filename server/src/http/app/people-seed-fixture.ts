import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { day, hour } from '../../domain/model/clock.ts';
import type { MailId, ReceiverId } from '../../domain/model/ids.ts';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { systemRandomness } from '../../platform/system.ts';
import { createPasswordHasher } from '../../sealing/crypto/password-hash.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleAccount, sampleContact } from '../../testing/samples.ts';
import { formOf } from '../upload-page/upload-page-fixture.ts';
import { askForLink, sendBack } from './inbox/inbox-fixture.ts';
import type { PeopleFixture, TestPerson } from './people-fixture.ts';
import { openNewDraft } from './send/new-draft-fixture.ts';
import { openPeopleFixture, ownForm } from './people-fixture.ts';
import { addDrop } from './sent/sent-fixture.ts';

export const password = 'correct horse battery staple';
const longName = `${'a-scan-of-the-left-knee-'.repeat(8)}.dcm`;
const message =
  'The X-rays we talked about.\n\nCall me if anything is missing: https://example.org/' +
  'long'.repeat(40);

export type SeededPeople = Awaited<ReturnType<typeof openSeededPeople>>;

/**
 * A server with people who have sent, asked for, received and stored much, and one who has nothing yet.
 * `language`: of all their pages. `settings`: of the server, as on its command line.
 */
export async function openSeededPeople(
  context: Pick<TestContext, 'after'>,
  language = 'en',
  settings: readonly string[] = [],
) {
  const provider = await writeProvider(context);
  const args = ['--show-links', '--anyone-links', '--oidc-file', provider, ...settings];
  // It stands still: a proof stays recent, however long a browser takes.
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { args, clock });
  const { database, installation } = fixture;
  const named = { language, displayName: 'Annabella von und zu Langenfeld' };
  const ann = await fixture.addPerson('annabella.von-und-zu-langenfeld@clinic.example', named);
  const nobody = await fixture.addPerson('new@clinic.example', { language });
  const boss = await fixture.addPerson('boss@clinic.example', { language, role: 'admin' });
  const hasher = createPasswordHasher(installation.keys.derived.passwordPepper, systemRandomness);
  for (const { account } of [ann, boss]) {
    const phc = await hasher.hash(password, account.id);
    await database.passwords.put({ accountId: account.id, phc, setAt: clock.now() });
  }
  const half = await fixture.signIn(boss.account, 'half');
  const unproved = await fixture.signIn(ann.account, 'full', {
    by: 'password',
    at: clock.now() - hour,
  });

  const drops = await addDrops(fixture, ann);
  await addContacts(fixture, ann);
  await addPasskey(fixture, ann);
  await addAccounts(fixture, language);
  const issue = createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
  const operator = { name: 'operator', source: 'cli', requestId: '-' };
  const invited = sampleAccount('invited@clinic.example', { role: 'user', language });
  await database.accounts.add(invited);
  return {
    ...fixture,
    people: { ann, nobody, boss, half, unproved },
    ...drops,
    invited,
    invitation: await issue.send(operator, invited.email, 'invitation'),
    reset: await issue.send(operator, ann.account.email, 'reset'),
    ...(await addRequests(fixture, ann)),
    guarded: await addGuarded(fixture, ann, boss),
    forAnyone: await addForAnyone(fixture, ann),
    draft: await addDraft(fixture, ann),
    sentDraft: await addDraft(fixture, ann, { act: 'send' }),
  };
}

/** A provider is only asked when somebody signs in with it. */
async function writeProvider(context: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-looks-'));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'secret'), 'secret', { mode: 0o600 });
  const provider = {
    ...{ id: 'company', name: 'Company & Co', clientId: 'valise', clientSecretFile: 'secret' },
    issuer: 'https://login.example.com',
  };
  const file = join(folder, 'oidc.json');
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  return file;
}

/** A drop with a password, to somebody who has an account. */
async function addGuarded(fixture: PeopleFixture, ann: TestPerson, { account }: TestPerson) {
  const { drop, receivers } = await addDrop(fixture, ann, {
    ...{ label: 'guarded', emails: [account.email], names: ['report.pdf'] },
    overrides: { passwordHash: 'hash' },
  });
  const [{ id, inboxToken } = { id: '', inboxToken: '' }] = receivers;
  const link = fixture.installation.linkSecret(id as ReceiverId, 0);
  return { id: drop.id, link, inboxToken };
}

/** A drop to nobody by name. */
async function addForAnyone(fixture: PeopleFixture, ann: TestPerson) {
  const { database, installation } = fixture;
  const draft = await addDraft(fixture, ann, { receivers: '', anyone: 'yes', act: 'send' });
  const [drop] = await database.dispatches.list({ accountId: ann.account.id, limit: 1 });
  const [link = assert.fail()] = drop?.receivers ?? [];
  const secret = installation.linkSecret(link.id, 0);
  return { draft, id: drop?.dispatch.id ?? assert.fail(), link: link.id, secret };
}

async function addDrops(fixture: PeopleFixture, ann: TestPerson) {
  const { database, clock } = fixture;
  for (let at = 0; at < 26; at += 1) {
    const emails = [`reader-${at}@example.org`];
    await addDrop(fixture, ann, { label: `old ${at}`, emails, names: [`report-${at}.pdf`] });
  }
  const many = await addDrop(fixture, ann, {
    label: 'many',
    emails: Array.from({ length: 55 }, (_, at) => `receiver-${at}@department.example.org`),
    names: Array.from({ length: 110 }, (_, at) => `a-rather-long-name-of-a-file-${at}.pdf`),
    overrides: { expiresAt: clock.now() + 30 * day },
  });
  const ending = await addDrop(fixture, ann, {
    label: 'ending',
    emails: ['bob@example.org', `${'very.long.'.repeat(4)}name@hospital.example.org`, 'zoe@b.org'],
    names: [longName, 'summary.pdf', 'Übersicht (Kopie).txt'],
    overrides: { message, expiresAt: clock.now() + 6 * hour },
  });
  const [bob = assert.fail(), refused = assert.fail()] = ending.receivers;
  await database.dispatches.markOpened(bob.id, clock.now());
  const mail = idFor<MailId>(`mail ${refused.id}`);
  await database.outbox.settle(mail, 'refused', clock.now(), '550 5.1.1 no such user here');
  const ended = await addDrop(fixture, ann, {
    label: 'ended',
    emails: ['bob@example.org'],
    names: ['a.pdf'],
  });
  await ann.post(`/app/sent/${ended.drop.id}/revoke`);
  return {
    many: many.drop.id,
    drop: ending.drop.id,
    receiver: bob.id,
    refused: refused.id,
    mail,
    ended: ended.drop.id,
  };
}

async function addContacts({ database }: PeopleFixture, ann: TestPerson): Promise<void> {
  const contacts = Array.from({ length: 60 }, (_, at) =>
    sampleContact(`contact-${at}@hospital.example.org`, {
      nick: at % 3 === 0 ? '' : `Doctor Maximiliane Obermüller-Sonnenschein ${at}`,
      number: '46700000001',
      language: 'de',
    }),
  );
  await database.transact(({ contactBook }) => contactBook.addAll(ann.account.id, contacts));
  const members = contacts
    .slice(0, 20)
    .map(({ email }) => email)
    .join(', ');
  await ann.post('/app/contacts/groups', { name: 'Laboratory', members });
}

async function addPasskey({ database, clock }: PeopleFixture, { account }: TestPerson) {
  await database.passkeys.add({
    id: idFor('passkey'),
    accountId: account.id,
    rpId: 'localhost',
    publicKey: hashFor('key'),
    algorithm: -7,
    counter: 0,
    name: 'The phone in the pocket of my white coat',
    createdAt: clock.now(),
    lastUsedAt: clock.now(),
  });
}

async function addAccounts({ database, clock }: PeopleFixture, language: string): Promise<void> {
  for (let at = 0; at < 55; at += 1) {
    const overrides = {
      ...{ language, role: at % 2 === 0 ? ('user' as const) : ('api' as const) },
      ...(at === 0 && { disabledAt: clock.now() }),
    };
    const email = `colleague-with-a-long-name-${at}@department-of-radiology.clinic.example`;
    await database.accounts.add(sampleAccount(email, overrides));
  }
}

async function addRequests(fixture: PeopleFixture, ann: TestPerson) {
  const { database, clock } = fixture;
  const newest = async () => {
    const page = { limit: 1, now: clock.now() };
    const [request] = await database.fileRequests.list(ann.account.id, page);
    return request?.dispatch.id ?? assert.fail();
  };
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, at): [string, string] => [`scan-${at}.dcm`, 'x']),
  );
  await sendBack(fixture, await askForLink(ann, 'many'), many);
  await sendBack(fixture, await askForLink(ann, 'one'), { 'contract.pdf': 'signed' });
  const closed = await newest();
  await ann.post(`/app/requests/${closed}/close`);
  const mails = { way: 'mail', receivers: 'bob@example.org, zoe@example.org', days: '7' };
  await ann.post('/app/requests/new', { ...mails, key: 'mails', message });
  const mailed = await newest();
  await ann.post('/app/requests/new', { way: 'link', links: '3', days: '7', key: 'links' });
  const { body } = await ann.get('/app/inbox');
  const items = Array.from(body.matchAll(/href="\/app\/inbox\/([\w-]{22})"/g), ([, id]) => id);
  return { closed, mailed, linked: await newest(), items };
}

/** A draft with recipients and files, or one that was sent. */
async function addDraft(
  { app }: PeopleFixture,
  person: TestPerson,
  fields: Record<string, string> = {},
): Promise<string> {
  const { path, ticket } = await openNewDraft(person);
  const receivers = ['bob@example.org', 'zoe@example.org', 'Laboratory'].join('\n');
  const all = { csrf: person.token(), ticket, receivers, message, lifetime: '7', ...fields };
  const { payload, headers } = formOf(
    ...Object.entries(all),
    ['file', 'one', longName],
    ['file', 'two', 'summary.pdf'],
  );
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { ...ownForm, ...headers, accept: 'text/html', cookie: person.cookie },
    payload,
  });
  assert.equal(answer.statusCode, 303, answer.body);
  return path;
}
