import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { parseCsv } from '../../../domain/model/csv.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
} from '../../../testing/samples.ts';
import { ourTranslations } from '../../../i18n/texts/translation.ts';
import { host, openPeopleFixture } from '../people-fixture.ts';
import { beginDraft } from '../send/new-draft-fixture.ts';
import { actions } from '../../routing/route-table-fixture.ts';

async function open(context: TestContext) {
  const fixture = await openPeopleFixture(context);
  const admin = await fixture.addPerson('admin@example.com', { role: 'admin' });
  const user = await fixture.addPerson('user@example.com');
  const lastRecord = async () => (await fixture.database.audit.listNewest(1))[0];
  return { ...fixture, admin, user, lastRecord };
}

const pages = ['', 'accounts', 'drops', 'outbox', 'audit', 'storage'];

describe('the section of administrators', () => {
  test('its pages have one spelling, so that a proxy can close them by their prefix', async (context) => {
    const { admin } = await open(context);
    assert.equal((await admin.get('/app/admin/accounts')).statusCode, 200);
    for (const spelling of [
      '//app/admin/accounts',
      '/app//admin/accounts',
      '/app/admin//accounts',
      '/app/%61dmin/accounts',
      '/%61pp/admin/accounts',
      '/app/admin%2Faccounts',
    ]) {
      assert.equal((await admin.get(spelling)).statusCode, 404, spelling);
    }
  });

  test('its pages are shown to administrators, and only their navigation leads there', async (context) => {
    const { admin, user } = await open(context);
    for (const page of pages) {
      const shown = await admin.get(`/app/admin/${page}`);
      assert.equal(shown.statusCode, 200, page);
      assert.match(shown.body, /<h1>/);
    }
    assert.match((await admin.get('/app/')).body, /href="\/app\/admin\/"/);
    assert.doesNotMatch((await user.get('/app/')).body, /\/app\/admin/);
  });

  test('the first page names what the server lacks, and uploads that found no space', async (context) => {
    const { app, admin, user } = await open(context);
    const before = await admin.get('/app/admin/');
    assert.match(before.body, /No mail server is set up/);
    assert.match(before.body, /The keys are in the data folder/);
    assert.doesNotMatch(before.body, /no space/);
    const { endpoint } = await beginDraft({ app }, user);
    const answer = await app.inject({
      method: 'POST',
      url: endpoint,
      headers: {
        ...{ host, 'tus-resumable': '1.0.0', 'upload-length': String(Number.MAX_SAFE_INTEGER) },
        'upload-metadata': `filename ${Buffer.from('a.bin').toString('base64')}`,
      },
    });
    assert.equal(answer.json<{ error: string }>().error, 'insufficient_storage');
    assert.match((await admin.get('/app/admin/')).body, /There is no space for new files/);
  });

  // Their forms take files, which nothing keeps while a proof is asked for.
  const provedFirst = ['/app/admin/invitations/file', '/app/admin/appearance'];

  test('everything that changes something demands the role and a recent proof', () => {
    const own = actions.filter(({ path }) => path.startsWith('/app/admin'));
    assert.ok(own.filter(({ method }) => method === 'POST').length >= 11);
    for (const { access, method, path } of own) {
      const isProved = method === 'POST' || provedFirst.includes(path);
      assert.ok(access !== 'public' && access.scheme === 'session', path);
      assert.deepEqual(
        [access.role, access.proof],
        ['admin', isProved ? 'recent' : undefined],
        path,
      );
    }
  });

  test('an act with an old proof changes nothing, asks again and keeps what was entered', async (context) => {
    const clock = createFakeClock();
    const fixture = await openPeopleFixture(context, { clock });
    const { database } = fixture;
    const admin = await fixture.addPerson('admin@example.com', { role: 'admin' });
    await database.passwords.put({ accountId: admin.account.id, phc: 'hash', setAt: 0 });
    const user = await fixture.addPerson('user@example.com');
    clock.advance(6 * 60_000);
    await admin.post(`/app/admin/accounts/${user.account.id}/disable`);
    assert.equal((await database.accounts.find(user.account.id))?.disabledAt, undefined);
    const fields = { email: 'new@example.com', number: '', role: 'admin' };
    const asked = await admin.post('/app/admin/accounts/invite', fields);
    assert.match(asked.body, /type="password"/);
    assert.match(asked.body, /name="email" value="new@example\.com"/);
    assert.match(asked.body, /action="\/app\/admin\/accounts\/invite"/);
    assert.equal(await database.accounts.findByEmail('new@example.com'), undefined);
    assert.equal((await admin.get('/app/admin/accounts')).statusCode, 200, 'reading goes on');
  });
});

describe('accounts', () => {
  test('accounts come in pages, by the beginning of the address, role and state', async (context) => {
    const { admin, database } = await open(context);
    for (let count = 100; count < 160; count += 1) {
      await database.accounts.add(sampleAccount(`many${count}@example.com`));
    }
    const first = (await admin.get('/app/admin/accounts?address=MANY')).body;
    assert.equal(first.match(/many\d+@<wbr \/>example\.com/g)?.length, 50);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
    const second = (await admin.get(next.replaceAll('&amp;', '&'))).body;
    assert.equal(second.match(/many\d+@<wbr \/>example\.com/g)?.length, 10);
    assert.doesNotMatch(second, /rel="next"/);
    const admins = (await admin.get('/app/admin/accounts?role=admin&state=active')).body;
    assert.match(admins, /admin@<wbr \/>example\.com/);
    assert.doesNotMatch(admins, /user@<wbr \/>example\.com/);
    assert.match((await admin.get('/app/admin/accounts?state=disabled')).body, /Nothing found/);
  });

  test('a person is invited by mail, and the administrator never sees the link', async (context) => {
    const { admin, database, lastRecord } = await open(context);
    const fields = { email: 'New@example.com', number: '', role: 'user' };
    const answer = await admin.post('/app/admin/accounts/invite', fields);
    assert.equal(answer.statusCode, 303);
    const account = await database.accounts.findByEmail('new@example.com');
    assert.equal(account?.role, 'user');
    const [mail] = await database.outbox.list(1);
    assert.deepEqual([mail?.kind, mail?.to], ['invitation', 'new@example.com']);
    assert.deepEqual(
      [(await lastRecord())?.action, (await lastRecord())?.actor],
      ['person.invited', 'admin@example.com'],
    );
    const shown = await admin.get(String(answer.headers.location));
    assert.match(shown.body, /The invitation is on its way/);
    const list = (await admin.get('/app/admin/accounts')).body;
    const rowOf = (address: string) =>
      /<tr[^>]*>(?:(?!<\/tr>)[^])*/g[Symbol.match](list)?.find((row) => row.includes(address));
    assert.match(rowOf('new@<wbr />example.com') ?? '', />\s*Invited\s*<[^]*>\s*Never\s*</);
    assert.match(rowOf('user@<wbr />example.com') ?? '', />\s*Active\s*</);
    const read = [shown.body, (await admin.get(`/app/admin/outbox/${mail?.id}`)).body];
    for (const text of read) assert.doesNotMatch(text, /\/join\//);
  });

  test('an invitation with problems keeps what was entered', async (context) => {
    const { admin, database } = await open(context);
    const before = (await database.accounts.list()).length;
    for (const [fields, problem] of [
      [{ email: 'nonsense', number: '12', role: 'admin' }, /Enter a valid e-mail address/],
      [{ email: 'user@example.com', number: '', role: 'admin' }, /already an account/],
    ] as const) {
      const answer = await admin.post('/app/admin/accounts/invite', fields);
      assert.equal(answer.statusCode, 422);
      assert.match(answer.body, problem);
      assert.ok(answer.body.includes(`value="${fields.email}"`));
      assert.match(answer.body, /value="admin" checked/);
    }
    assert.equal((await database.accounts.list()).length, before);
  });

  test('an account is disabled, enabled, signed out and sent a link, each act recorded', async (context) => {
    const { admin, user, database, lastRecord } = await open(context);
    const path = `/app/admin/accounts/${user.account.id}`;
    const post = async (act: string) => (await admin.post(`${path}/${act}`)).headers.location;
    const recorded = async () => {
      const record = await lastRecord();
      return [record?.action, record?.object, record?.actor];
    };
    const by = ['user@example.com', 'admin@example.com'];
    assert.equal(await post('link'), `${path}?done=link`);
    assert.deepEqual(await recorded(), ['person.invited', ...by]);
    assert.equal(await post('sessions'), `${path}?done=sessions`);
    assert.deepEqual(await recorded(), ['account.sessions_ended', ...by]);
    assert.equal((await user.get('/app/')).statusCode, 303, 'refused on the next request');
    assert.equal(await post('disable'), `${path}?done=disabled`);
    assert.deepEqual(await recorded(), ['account.disabled', ...by]);
    assert.notEqual((await database.accounts.find(user.account.id))?.disabledAt, undefined);
    assert.equal((await admin.post(`${path}/link`)).statusCode, 422);
    assert.equal(await post('enable'), `${path}?done=enabled`);
    assert.deepEqual(await recorded(), ['account.enabled', ...by]);
    assert.equal(
      (await admin.post(`/app/admin/accounts/${idFor('nobody')}/enable`)).statusCode,
      404,
    );
  });

  test('nobody disables their own account, nor the last administrator', async (context) => {
    const fixture = await open(context);
    const { admin, signIn, database } = fixture;
    const own = await admin.post(`/app/admin/accounts/${admin.account.id}/disable`);
    assert.equal(own.statusCode, 422);
    assert.match(own.body, /You cannot disable your own account/);
    const second = await fixture.addPerson('second@example.com', { role: 'admin' });
    const third = await signIn(second.account);
    const path = `/app/admin/accounts/${admin.account.id}/disable`;
    assert.equal((await third.post(path)).statusCode, 303);
    assert.notEqual((await database.accounts.find(admin.account.id))?.disabledAt, undefined);
    assert.equal((await admin.get('/app/admin/')).statusCode, 303);
  });

  test('a quota is set in GB, taken back and refused where it makes no sense', async (context) => {
    const { admin, user, database, lastRecord } = await open(context);
    const path = `/app/admin/accounts/${user.account.id}`;
    const quota = async () => (await database.accounts.find(user.account.id))?.quotaBytes;
    assert.equal((await admin.post(`${path}/quota`, { quota: '2,5' })).statusCode, 303);
    assert.equal(await quota(), 2.5e9);
    assert.deepEqual((await lastRecord())?.details, { bytes: 2.5e9 });
    assert.match((await admin.get(path)).body, /value="2.5"/);
    for (const wrong of ['-1', '1e3', 'x', '1000001', '1.2.3']) {
      const answer = await admin.post(`${path}/quota`, { quota: wrong });
      assert.equal(answer.statusCode, 422, wrong);
      assert.ok(answer.body.includes(`value="${wrong}"`));
    }
    assert.equal((await admin.post(`${path}/quota`, { quota: '' })).statusCode, 303);
    assert.equal(await quota(), undefined);
  });
});

test('no page of an administrator shows contents, names of files, messages, receivers or links', async (context) => {
  const { admin, user, database, installation, clock } = await open(context);
  const { account } = user;
  const drop = sampleDispatch(account, 'drop', { message: 'SECRET-message' });
  const receiver = sampleReceiver(drop, 'secret-receiver@example.com', { nick: 'SECRET-nick' });
  await database.dispatches.add(drop, [receiver]);
  const file = sampleFile(account, 'SECRET-file.pdf');
  await database.files.addToTray(file);
  await database.files.moveToDispatch([file], drop.id);
  await database.transact((repositories) =>
    installation.audit.record(
      repositories,
      { name: account.email, source: '192.0.2.1', requestId: '-' },
      { action: 'file.uploaded', object: file.name, outcome: 'ok' },
    ),
  );
  for (const page of [
    '',
    'drops',
    'drops?sender=user@example.com',
    'drops?state=live',
    'drops?state=ended',
    'audit',
    'audit?object=SECRET',
    'storage',
    'accounts',
    `accounts/${account.id}`,
  ]) {
    const { body, statusCode } = await admin.get(`/app/admin/${page}`);
    assert.equal(statusCode, 200, page);
    const shown = body.replaceAll('value="SECRET"', '');
    assert.doesNotMatch(shown, /SECRET|secret-receiver|\/d\//, page);
  }
  await database.dispatches.markOpened(receiver.id, clock.now());
  await database.dispatches.endLink(receiver.id, clock.now());
  assert.match(
    (await admin.get('/app/admin/drops')).body,
    /0 of 1 have downloaded everything[^]*Opened: 1[^]*Access revoked: 1/,
  );
  assert.match((await admin.get('/app/admin/audit')).body, /File name hidden/);
});

test('failed messages are listed by state, sent again and withdrawn', async (context) => {
  const { admin, user, database } = await open(context);
  const drop = sampleDispatch(user.account, 'drop');
  const receiver = sampleReceiver(drop, 'zoe@example.com');
  await database.dispatches.add(drop, [receiver]);
  const mail = sampleMail(receiver, drop);
  await database.outbox.add([mail]);
  await database.outbox.settle(mail.id, 'refused', Date.now(), '550 no such user');
  assert.match((await admin.get('/app/admin/outbox?state=refused')).body, /zoe@example\.com/);
  assert.match((await admin.get('/app/admin/outbox?state=waiting')).body, /Nothing found/);
  const path = `/app/admin/outbox/${mail.id}`;
  assert.match((await admin.get(path)).body, /550 no such user/);
  assert.equal((await admin.post(`${path}/retry`)).headers.location, `${path}?done=retried`);
  assert.equal((await database.outbox.find(mail.id))?.state, 'waiting');
  assert.equal((await admin.post(`${path}/retry`)).statusCode, 422);
  assert.equal((await admin.post(`${path}/withdraw`)).headers.location, `${path}?done=withdrawn`);
  assert.equal((await admin.post(`${path}/withdraw`)).statusCode, 422);
  await database.outbox.settle(mail.id, 'refused', Date.now());
  assert.equal((await admin.post('/app/admin/outbox/retry')).statusCode, 303);
});

describe('the audit trail', () => {
  test('it is filtered, and shows what was searched for', async (context) => {
    const { admin, user } = await open(context);
    await admin.post(`/app/admin/accounts/${user.account.id}/disable`);
    const found = (await admin.get('/app/admin/audit?who=admin&action=account.disabled')).body;
    assert.match(found, /title="account\.disabled">account disabled</);
    assert.match(found, /value="account.disabled"/);
    const none = (await admin.get('/app/admin/audit?from=2099-01-01')).body;
    assert.match(none, /Nothing found/);
    assert.equal((await admin.get('/app/admin/audit?from=nonsense&after=x')).statusCode, 200);
  });

  test('it comes in pages, the newest records first', async (context) => {
    const { admin, installation, database } = await open(context);
    const actor = { name: 'x', source: 'x', requestId: 'x' };
    await database.transact(async (repositories) => {
      for (let count = 100; count < 160; count += 1) {
        const object = `object-${count}`;
        const event = { action: 'receivers.set', object, outcome: 'ok' } as const;
        await installation.audit.record(repositories, actor, event);
      }
    });
    const first = (await admin.get('/app/admin/audit?who=x')).body;
    assert.equal(first.match(/object-1[1-5]\d/g)?.length, 50);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? [];
    const second = (await admin.get(next.replaceAll('&amp;', '&'))).body;
    assert.equal(second.match(/object-10\d/g)?.length, 10);
    assert.doesNotMatch(second, /object-1[1-5]|rel="next"/);
  });

  test('it is verified from the page', async (context) => {
    const { admin, installation, database } = await open(context);
    await database.transact((repositories) =>
      installation.audit.record(
        repositories,
        { name: 'x', source: 'x', requestId: 'x' },
        { action: 'receivers.set', object: 'x', outcome: 'ok' },
      ),
    );
    assert.match((await admin.get('/app/admin/audit')).body, /has not been verified yet/);
    const answer = await admin.post('/app/admin/audit/verify');
    assert.equal(answer.headers.location, '/app/admin/audit?done=checking');
    for (let tries = 0; tries < 100; tries += 1) {
      const { body } = await admin.get('/app/admin/audit');
      if (/1 records, none changed/.test(body)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.fail('it did not end');
  });

  test('an export is recorded, and holds its own record', async (context) => {
    const { admin, lastRecord } = await open(context);
    const csv = await admin.post('/app/admin/audit/export', { format: 'csv' });
    assert.match(String(csv.headers['content-disposition']), /audit\.csv/);
    const rows = parseCsv(csv.body);
    assert.deepEqual(
      rows
        .at(-1)
        ?.cells.slice(2, 6)
        .filter((_, index) => index !== 1 && index !== 2),
      ['admin@example.com', 'audit.exported'],
    );
    const json = await admin.post('/app/admin/audit/export', { format: 'json' });
    const last = JSON.parse(json.body.trim().split('\n').at(-1) ?? '') as { action: string };
    assert.equal(last.action, 'audit.exported');
    assert.deepEqual((await lastRecord())?.details, { format: 'json' });
  });
});

test('the section is there in every language', async (context) => {
  const fixture = await open(context);
  for (const language of Object.keys(ourTranslations)) {
    const admin = await fixture.addPerson(`${language}@example.com`, { role: 'admin', language });
    for (const page of pages) {
      const { body, statusCode } = await admin.get(`/app/admin/${page}`);
      assert.equal(statusCode, 200);
      assert.doesNotMatch(body, /\{\w+\}|admin\.\w+\.\w+|undefined/, `${language} ${page}`);
      assert.ok(Buffer.byteLength(body) < 80_000, 'a page of at most 80 kB');
    }
  }
});
