import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor } from '../../testing/exchange-fixture.ts';
import { createAuthenticator } from './authenticator-fixture.ts';
import { actorOf, browser, issuer, openPasskeys, site, visitor } from './passkeys-fixture.ts';
import { ceremonyMs } from './ceremony.ts';
import { maxPasskeys } from './new-passkeys.ts';
import { algorithms } from './webauthn.ts';

const phone = createAuthenticator(algorithms.ES256, 'phone');
const laptop = createAuthenticator(algorithms.EdDSA, 'laptop');

function handleOf({ id }: { id: string }): string {
  return Buffer.from(id).toString('base64url');
}

describe('a passkey', () => {
  test('is added, signs its owner in, and is recorded without a secret', async (context) => {
    const { passkeys, addPerson, register, database, sessions } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    assert.equal(await register(ann, phone), 'added');
    const { challenge } = passkeys.signInOptions(site, visitor);
    const response = phone.get({ challenge, userHandle: handleOf(ann) });
    const answer = await passkeys.signIn(actor, { response, site, browser: visitor }, browser);
    assert.ok(answer.kind === 'signed_in');
    assert.equal(answer.account.id, ann.id);
    assert.ok((await sessions.find(answer.cookie))?.session.provedAt);
    const [kept] = await passkeys.list(ann);
    assert.deepEqual([kept?.name, kept?.counter, kept?.rpId], ['Phone', 1, site.rpId]);
    assert.ok(kept?.lastUsedAt);
    const records = await database.audit.list(0, 10);
    assert.deepEqual(
      records.map(({ action, details }) => [action, details]),
      [
        ['passkey.added', { name: 'Phone' }],
        ['person.signed_in', { how: 'passkey' }],
      ],
    );
  });

  test('a challenge counts once, in its browser, for its purpose, for a while', async (context) => {
    const { passkeys, addPerson, register, clock, database } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    await register(ann, phone);
    let counter = 1;
    const attempt = async (challenge: string, from = visitor) => {
      counter += 1;
      const response = phone.get({ challenge, counter });
      const shown = { response, site, browser: from };
      return (await passkeys.signIn(actor, shown, browser)).kind;
    };
    const { challenge } = passkeys.signInOptions(site, visitor);
    assert.equal(await attempt(challenge, 'another browser'), 'refused');
    assert.equal(await attempt(challenge), 'signed_in');
    assert.equal(await attempt(challenge), 'refused');
    assert.equal(await attempt(passkeys.proofOptions(ann, site, visitor).challenge), 'refused');
    const { challenge: old } = passkeys.signInOptions(site, visitor);
    clock.advance(ceremonyMs);
    assert.equal(await attempt(old), 'refused');
    const newest = await database.audit.listNewest(1);
    assert.equal(newest[0]?.action, 'sign_in.failed');
  });

  test('of another, of nobody, of another host name or with a wrong handle is refused', async (context) => {
    const { passkeys, addPerson, register } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    const ben = await addPerson('ben@example.com');
    await register(ann, phone);
    const refuse = async (response: unknown, at = site) => {
      const shown = { response, site: at, browser: visitor };
      assert.equal((await passkeys.signIn(actor, shown, browser)).kind, 'refused');
    };
    const { challenge } = passkeys.signInOptions(site, visitor);
    await refuse(laptop.get({ challenge }));
    await refuse(phone.get({ challenge, userHandle: handleOf(ben) }));
    await refuse(undefined);
    const other = { origin: 'https://other.example.com', rpId: 'other.example.com' };
    const elsewhere = passkeys.signInOptions(other, visitor).challenge;
    await refuse(phone.get({ challenge: elsewhere, ...other }), other);
  });

  test('of a disabled account opens nothing', async (context) => {
    const { passkeys, addPerson, register, database, clock } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    await register(ann, phone);
    await database.accounts.setDisabled(ann.id, clock.now());
    const { challenge } = passkeys.signInOptions(site, visitor);
    const shown = { response: phone.get({ challenge }), site, browser: visitor };
    assert.equal((await passkeys.signIn(actor, shown, browser)).kind, 'refused');
    assert.deepEqual(await database.sessions.listFor(ann.id), []);
  });

  test('confirms who its owner is with a new session, and nobody else', async (context) => {
    const { passkeys, addPerson, register, sessions, database } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    const ben = await addPerson('ben@example.com');
    await register(ann, phone);
    await register(ben, laptop);
    const cookie = await sessions.open(database, ann, {
      ...{ state: 'full', proof: { by: 'password', at: 1 }, source: '', client: '' },
    });
    const live = await sessions.find(cookie);
    assert.ok(live);
    const { challenge } = passkeys.proofOptions(ann, site, live.session.id);
    const prove = (response: unknown) =>
      passkeys.prove(actorOf(ann), live, { response, site, browser: live.session.id });
    assert.equal((await prove(laptop.get({ challenge }))).kind, 'refused');
    const answer = await prove(phone.get({ challenge }));
    assert.ok(answer.kind === 'signed_in');
    assert.equal(await sessions.find(cookie), undefined, 'the old session has ended');
    assert.ok(await sessions.find(answer.cookie));
  });

  test('is added once, with the challenge of its account, and not without end', async (context) => {
    const { passkeys, addPerson, register } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    const ben = await addPerson('ben@example.com');
    assert.equal(await register(ann, phone, ' \u0000 '), 'added');
    assert.equal((await passkeys.list(ann))[0]?.name, 'Passkey');
    assert.equal(await register(ben, phone), 'known');
    const { challenge } = await passkeys.creationOptions(ann, site, 'session');
    const shown = { response: laptop.create({ challenge }), site, browser: 'session', name: 'x' };
    assert.equal(await passkeys.add(actorOf(ben), ben, shown), 'refused');
    assert.equal(await passkeys.add(actorOf(ann), ann, { ...shown, browser: 'x' }), 'refused');
    for (let count = 1; count < maxPasskeys; count += 1) {
      const next = createAuthenticator(algorithms.EdDSA, `number ${count}`);
      assert.equal(await register(ann, next), 'added');
    }
    assert.equal(await register(ann, laptop), 'too many');
    const { excludeCredentials } = await passkeys.creationOptions(ann, site, 'session');
    assert.equal(excludeCredentials.length, maxPasskeys);
  });

  test('is renamed and removed by its owner; a foreign one is like a missing one', async (context) => {
    const { passkeys, addPerson, register } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    const ben = await addPerson('ben@example.com');
    await register(ann, phone);
    await register(ann, laptop);
    const missing = { code: 'not_found', message: 'There is no such passkey.' };
    for (const id of [phone.id, 'bWlzc2luZw']) {
      await assert.rejects(passkeys.rename(actorOf(ben), ben, id, 'Mine'), missing);
      await assert.rejects(passkeys.remove(actorOf(ben), ben, id, site), missing);
    }
    await passkeys.rename(actorOf(ann), ann, phone.id, 'Old phone');
    assert.equal(await passkeys.remove(actorOf(ann), ann, laptop.id, site), 'removed');
    assert.deepEqual(
      (await passkeys.list(ann)).map(({ name }) => name),
      ['Old phone'],
    );
  });

  test('that is the last way to sign in is kept', async (context) => {
    const { passkeys, addPerson, register, database, clock } = await openPasskeys(context);
    const ann = await addPerson('ann@example.com');
    await register(ann, phone);
    const remove = () => passkeys.remove(actorOf(ann), ann, phone.id, site);
    assert.equal(await remove(), 'last way');
    const linked = { accountId: ann.id, subject: 'ann', label: '', createdAt: 0 };
    await database.identities.add({ ...linked, issuer: 'https://gone', lastUsedAt: undefined });
    assert.equal(await remove(), 'last way', 'a provider that is not configured lets nobody in');
    await database.passkeys.add({
      ...{ ...phone, accountId: ann.id, rpId: 'old.example.com', counter: 0, name: '' },
      ...{ id: 'b2xk', createdAt: 0, lastUsedAt: undefined },
    });
    assert.equal(await remove(), 'last way', 'nor does a passkey for another name');
    await database.identities.add({ ...linked, issuer, lastUsedAt: undefined });
    assert.equal(await remove(), 'removed');
    await register(ann, phone);
    await database.identities.remove(ann.id, issuer, 'ann');
    assert.equal(await remove(), 'last way');
    await database.passwords.put({ accountId: ann.id, phc: 'hash', setAt: clock.now() });
    assert.equal(await remove(), 'removed');
  });
});
