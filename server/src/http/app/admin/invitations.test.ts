import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { day } from '../../../domain/model/clock.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { tokenField } from '../../routing/session-guard.ts';
import { openPeopleFixture, ownForm } from '../people-fixture.ts';

async function open(context: TestContext) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { clock });
  const { app, database } = fixture;
  const admin = await fixture.addPerson('admin@example.com', { role: 'admin' });
  const user = await fixture.addPerson('user@example.com');

  async function invite(email: string) {
    await admin.post('/app/admin/accounts/invite', { email, number: '', role: 'user' });
    const account = await database.accounts.findByEmail(email);
    assert.ok(account);
    return { account, path: `/app/admin/invitations/${account.id}` };
  }

  /** Sends a file as the form of the page does. */
  function sendFile(person: typeof admin, text: string) {
    const boundary = 'a-boundary';
    const part = (head: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    return app.inject({
      method: 'POST',
      url: '/app/admin/invitations/file',
      headers: {
        ...ownForm,
        ...{ accept: 'text/html', cookie: person.cookie },
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: [
        part(`name="${tokenField}"`, person.token()),
        part('name="file"; filename="people.csv"', text),
        `--${boundary}--\r\n`,
      ].join(''),
    });
  }
  const recorded = async () => (await database.audit.listNewest(1))[0];
  return { ...fixture, clock, admin, user, invite, sendFile, recorded };
}

describe('open invitations', () => {
  test('they are listed with who invites and until when, to administrators alone', async (context) => {
    const { admin, user, invite, clock, signIn } = await open(context);
    assert.match((await admin.get('/app/admin/invitations')).body, /Nobody has an open invitation/);
    await invite('new@example.com');
    const { body } = await admin.get('/app/admin/invitations');
    assert.match(body, /new@<wbr \/>example\.com[^]*admin@example\.com/);
    assert.doesNotMatch(body, /\/join\//);
    assert.equal((await user.get('/app/admin/invitations')).statusCode, 404);
    clock.advance(8 * day);
    const later = await (await signIn(admin.account)).get('/app/admin/invitations');
    assert.match(later.body, /Nobody has an open invitation/);
  });

  test('the link is shown for somebody who never joined, works, and is recorded', async (context) => {
    const { admin, user, app, invite, recorded } = await open(context);
    const { path } = await invite('new@example.com');
    const shown = await admin.post(`${path}/show`);
    const [, link = ''] = /value="https?:\/\/[^/]+(\/join\/[\w-]+)"/.exec(shown.body) ?? [];
    assert.notEqual(link, '');
    assert.equal(
      (await app.inject({ url: link, headers: { host: ownForm.host } })).statusCode,
      200,
    );
    const record = await recorded();
    assert.deepEqual(
      [record?.action, record?.object, record?.actor],
      ['person.invitation_shown', 'new@example.com', 'admin@example.com'],
    );
    assert.equal((await user.post(`${path}/show`)).statusCode, 404);
  });

  test('no link is shown for somebody who can sign in, not even one of a reset', async (context) => {
    const { admin, user, database } = await open(context);
    const { id } = user.account;
    await database.passwords.put({ accountId: id, phc: 'hash', setAt: 0 });
    await admin.post(`/app/admin/accounts/${id}/link`);
    const refused = await admin.post(`/app/admin/invitations/${id}/show`);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /has joined already/);
    assert.doesNotMatch(refused.body, /\/(join|reset)\//);
    assert.equal((await admin.post(`/app/admin/invitations/${id}/recall`)).statusCode, 422);
    assert.notEqual(await database.accounts.find(id), undefined);
  });

  test('a recalled invitation ends with the account that was made for it', async (context) => {
    const { admin, app, invite, database, recorded } = await open(context);
    const { account, path } = await invite('new@example.com');
    const shown = await admin.post(`${path}/show`);
    const [, link = ''] = /(\/join\/[\w-]+)"/.exec(shown.body) ?? [];
    const answer = await admin.post(`${path}/recall`);
    assert.equal(answer.headers.location, '/app/admin/invitations?done=recalled');
    assert.equal(await database.accounts.find(account.id), undefined);
    assert.equal((await recorded())?.action, 'person.invitation_recalled');
    const dead = await app.inject({ url: link, headers: { host: ownForm.host } });
    assert.notEqual(dead.statusCode, 200);
    await invite('new@example.com');
  });
});

describe('a file of people', () => {
  test('each line has its result, and a bad one spoils no other', async (context) => {
    const { admin, sendFile, database } = await open(context);
    const file = [
      'E-mail,Name,Mobile',
      'ida@example.com,Ida Ek,+46700000001',
      'nonsense,X,',
      'user@example.com,,',
      'ida@example.com,Twice,',
      'per@example.com,Per,12',
      'eva@example.com,,',
    ].join('\r\n');
    const { body, statusCode } = await sendFile(admin, file);
    assert.equal(statusCode, 200);
    assert.match(body, /2 of 6 were invited/);
    for (const problem of [/valid e-mail address/, /already an account/, /6 to 15 digits/]) {
      assert.match(body, problem);
    }
    const ida = await database.accounts.findByEmail('ida@example.com');
    assert.deepEqual([ida?.displayName, ida?.role], ['Ida Ek', 'user']);
    assert.notEqual(await database.accounts.findByEmail('eva@example.com'), undefined);
    assert.equal(await database.accounts.findByEmail('per@example.com'), undefined);
    const mails = (await database.outbox.list(9)).map(({ kind, to }) => [kind, to]);
    assert.deepEqual(mails.sort(), [
      ['invitation', 'eva@example.com'],
      ['invitation', 'ida@example.com'],
    ]);
    // The same file again invites nobody twice.
    assert.match((await sendFile(admin, file)).body, /0 of 6 were invited/);
  });

  test('one without addresses, with too many lines or too large is refused as a whole', async (context) => {
    const { admin, user, sendFile, database } = await open(context);
    const before = (await database.accounts.list()).length;
    const many = Array.from({ length: 1001 }, (_, index) => `p${index}@example.com`).join('\n');
    for (const text of ['', 'a,b\nc,d\n', many, 'x'.repeat(1_000_001)]) {
      assert.equal((await sendFile(admin, text)).statusCode, 422);
    }
    assert.equal((await sendFile(user, 'new@example.com')).statusCode, 404);
    assert.equal((await database.accounts.list()).length, before);
  });
});
