import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { minute } from '../../domain/model/clock.ts';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { addApp, codeOf, listMails, openSecurity } from '../app/security/security-fixture.ts';
import { openBrowser } from './visitor-fixture.ts';

const next = 'another horse, another battery';

/** Anna has two passkeys and an identity, and asked for a reset. */
async function open(t: TestContext, kind: 'invitation' | 'reset' = 'reset') {
  const security = await openSecurity(t);
  const { database, installation, clock, anna } = security;
  const { id: accountId, email } = anna.account;
  for (const [id, name] of [
    ['phone', 'My phone'],
    ['other', 'Another laptop'],
  ] as const) {
    await database.passkeys.add({
      ...{ id, accountId, name, rpId: 'localhost', publicKey: Buffer.from(id), algorithm: -7 },
      ...{ counter: 0, createdAt: clock.now(), lastUsedAt: undefined },
    });
  }
  await database.identities.add({
    ...{ issuer: 'https://id.example.com', subject: 's1', accountId, label: 'Anna' },
    ...{ createdAt: clock.now(), lastUsedAt: undefined },
  });
  const issue = createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
  const link = async () => {
    const operator = { name: 'operator', source: 'cli', requestId: '-' };
    const secret = await issue.send(operator, email, kind);
    return `/${kind === 'reset' ? 'reset' : 'join'}/${secret}`;
  };
  const left = async () => [
    ...(await database.passkeys.listFor(accountId)).map(({ id }) => id),
    ...(await database.identities.listFor(accountId)).map(({ subject }) => subject),
  ];
  return { ...security, accountId, link, left };
}

function proofIn(body: string): string {
  return /name="codeProof" value="([^"]*)"/.exec(body)?.[1] ?? '';
}

for (const kind of ['reset', 'invitation'] as const) {
  test(`a password that is set by ${kind} removes the passkeys and identities that are not ticked`, async (t) => {
    const fixture = await open(t, kind);
    const { link, left, database, accountId, clock } = fixture;
    const browser = openBrowser(fixture);
    const path = await link();
    const { body } = await browser.get(path);
    assert.match(body, /My phone/);
    assert.match(body, /Another laptop/);
    assert.match(body, /https:\/\/id\.example\.com/);
    assert.doesNotMatch(body, /checked/, 'nothing is ticked');
    assert.deepEqual(await left(), ['other', 'phone', 's1'].sort());
    const fields = { name: 'Anna', password: next, keep: ['passkey phone', 'passkey nobody'] };
    assert.equal((await browser.submit(path, fields)).headers.location, '/app/');
    assert.deepEqual(await left(), ['phone']);
    assert.equal((await database.passwords.find(accountId))?.resetAt, clock.now());
    const mails = await listMails(fixture);
    assert.ok(mails.includes('passkey_removed') && mails.includes('identity_unlinked'));
    const again = openBrowser(fixture);
    const second = await link();
    assert.equal((await again.submit(second, { name: 'Anna', password: next })).statusCode, 303);
    assert.deepEqual(await left(), [], 'nothing ticked: nothing stays');
  });
}

test('with an app, a reset shows and changes nothing before its code, and takes it once', async (t) => {
  const fixture = await open(t);
  const { link, left, clock, anna, database, accountId } = fixture;
  const { secret, codes } = await addApp(anna, () => clock.now());
  const before = await database.passwords.find(accountId);
  clock.advance(minute);
  const path = await link();
  const thief = openBrowser(fixture);
  const page = await thief.get(path);
  assert.match(page.body, /authenticator app protects this account/);
  assert.doesNotMatch(page.body, /My phone|anna@example\.com|name="password"/);
  for (const fields of [
    { password: next },
    { password: next, codeProof: 'authenticator.zzzzzzzz.' + 'A'.repeat(43) },
    { password: next, code: '000000' },
  ]) {
    const refused = await thief.submit(path, fields);
    assert.notEqual(refused.statusCode, 303);
    assert.doesNotMatch(refused.body, /My phone/);
  }
  assert.deepEqual(await database.passwords.find(accountId), before);
  assert.equal((await left()).length, 3);

  const owner = openBrowser(fixture);
  const shown = await owner.submit(path, { code: codeOf(secret, clock.now()) });
  assert.equal(shown.statusCode, 200);
  assert.match(shown.body, /My phone/);
  const codeProof = proofIn(shown.body);
  const stolen = await thief.submit(path, { password: next, codeProof });
  assert.notEqual(stolen.statusCode, 303, 'in another browser');
  const weak = await owner.send(path, shown.body, { password: 'short', codeProof });
  assert.equal(weak.statusCode, 422);
  assert.equal(proofIn(weak.body), codeProof, 'the code is not asked for again');
  const done = await owner.send(path, weak.body, { password: next, codeProof, keep: [] });
  assert.equal(done.headers.location, '/app/', 'no second code');
  const [session] = await database.sessions.listFor(accountId);
  assert.equal(session?.provedBy, 'authenticator');
  assert.ok(await database.totp.find(accountId), 'the app stays');

  const recovery = await owner.submit(await link(), { code: codes[0] ?? '' });
  assert.match(recovery.body, /name="password"/, 'a recovery code does too');
});

test('an identity that is ticked stays, and each way that a reset takes away has its record', async (t) => {
  const fixture = await open(t);
  const { link, left, database } = fixture;
  const kept = `identity ${JSON.stringify(['https://id.example.com', 's1'])}`;
  const done = await openBrowser(fixture).submit(await link(), { password: next, keep: [kept] });
  assert.equal(done.headers.location, '/app/');
  assert.deepEqual(await left(), ['s1']);
  const removed = await openBrowser(fixture).submit(await link(), { password: next });
  assert.equal(removed.headers.location, '/app/');
  const records = (await database.audit.listNewest(50))
    .filter(({ action }) => action === 'passkey.removed' || action === 'identity.unlinked')
    .map(({ action, details }) => `${action} ${String(details['name'] ?? details['subject'])}`);
  assert.deepEqual(records.sort(), [
    'identity.unlinked s1',
    'passkey.removed Another laptop',
    'passkey.removed My phone',
  ]);
});

test('a code that was entered for a reset counts for its link alone, and for half an hour', async (t) => {
  const fixture = await open(t);
  const { link, clock, anna, database, accountId } = fixture;
  const { secret } = await addApp(anna, () => clock.now());
  const before = await database.passwords.find(accountId);
  const owner = openBrowser(fixture);
  const enterCode = async (path: string) => {
    clock.advance(minute);
    const { body } = await owner.submit(path, { code: codeOf(secret, clock.now()) });
    const codeProof = proofIn(body);
    assert.notEqual(codeProof, '');
    return { body, fields: { password: next, codeProof } };
  };
  const first = await enterCode(await link());
  const newer = await link();
  const elsewhere = await owner.send(newer, first.body, first.fields);
  assert.notEqual(elsewhere.statusCode, 303, 'behind another link');
  const late = await enterCode(newer);
  clock.advance(30 * minute);
  const after = await owner.send(newer, late.body, late.fields);
  assert.notEqual(after.statusCode, 303, 'after half an hour');
  assert.deepEqual(await database.passwords.find(accountId), before);
  const again = await enterCode(newer);
  clock.advance(20 * minute);
  assert.equal((await owner.send(newer, again.body, again.fields)).statusCode, 303);
});

test('behind a reset five codes in a quarter of an hour are verified, and no more', async (t) => {
  const fixture = await open(t);
  const { link, clock, anna } = fixture;
  const { secret } = await addApp(anna, () => clock.now());
  clock.advance(15 * minute);
  const path = await link();
  const thief = openBrowser(fixture);
  for (let count = 0; count < 5; count += 1) await thief.submit(path, { code: '000000' });
  const right = { code: codeOf(secret, clock.now()) };
  assert.equal(proofIn((await thief.submit(path, right)).body), '', 'not even a right one');
  clock.advance(15 * minute);
  const later = { code: codeOf(secret, clock.now()) };
  assert.notEqual(proofIn((await thief.submit(path, later)).body), '');
});
