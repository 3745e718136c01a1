import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { day } from '../../../domain/model/clock.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import {
  hashFor,
  sampleAccount,
  sampleDispatch,
  sampleFile,
  sampleReceiver,
} from '../../../testing/samples.ts';
import { formatsOf } from '../../../i18n/formats.ts';
import { ourTranslations } from '../../../i18n/texts/translation.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { renderHealth } from './health-card.ts';

async function open(context: TestContext) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { clock });
  const admin = await fixture.addPerson('admin@example.com', { role: 'admin' });
  const user = await fixture.addPerson('user@example.com');
  const { database } = fixture;
  const lastRecord = async () => (await database.audit.listNewest(1))[0];
  const mailsOf = async (to: string) =>
    (await database.outbox.list(50)).filter((mail) => mail.to === to).map(({ kind }) => kind);
  return { ...fixture, clock, admin, user, lastRecord, mailsOf };
}

type World = Awaited<ReturnType<typeof open>>;

/** A drop of the user: one receiver has its file, the other has not. */
async function addDrop({ database, user, clock }: World) {
  const sample = sampleDispatch(user.account, 'drop');
  const drop = { ...sample, createdAt: clock.now(), expiresAt: clock.now() + 3 * day };
  const file = sampleFile(user.account, 'SECRET.pdf');
  const [done, slow] = ['done@example.com', 'slow@example.com'].map((email) => ({
    ...sampleReceiver(drop, email),
    linkHash: hashFor(email),
  }));
  assert.ok(done && slow);
  await database.dispatches.add(drop, [done, slow]);
  await database.files.addToTray(file);
  await database.files.moveToDispatch([file], drop.id);
  await database.downloads.save({
    ...{ receiverId: done.id, fileId: file.id, completedAt: clock.now() },
    spans: [{ start: 0, end: file.sizeBytes }],
  });
  return { drop, path: `/app/admin/drops/${drop.id}` };
}

describe('acts on a transfer', () => {
  test('it is shown in figures, without names of files or recipients', async (context) => {
    const world = await open(context);
    const { path } = await addDrop(world);
    const { body, statusCode } = await world.admin.get(path);
    assert.equal(statusCode, 200);
    assert.match(body, /user@<wbr \/>example\.com/);
    assert.match(body, /1 of 2 have downloaded everything/);
    assert.doesNotMatch(body, /SECRET|done@|slow@|\/d\//);
    assert.equal((await world.user.get(path)).statusCode, 404);
    assert.equal((await world.user.post(`${path}/end`)).statusCode, 404);
  });

  test('it is ended after a question, and its owner is mailed', async (context) => {
    const world = await open(context);
    const { drop, path } = await addDrop(world);
    const { admin, database } = world;
    assert.match((await admin.get(`${path}/end`)).body, /This cannot be undone/);
    const ended = await admin.post(`${path}/end`);
    assert.equal(ended.headers.location, `${path}?done=ended`);
    assert.notEqual((await database.dispatches.find(drop.id))?.endedAt, undefined);
    assert.deepEqual(await world.mailsOf('user@example.com'), ['revoked']);
    const record = await world.lastRecord();
    assert.deepEqual(
      [record?.action, record?.object, record?.actor],
      ['dispatch.revoked', drop.id, 'admin@example.com'],
    );
    const shown = await admin.get(path);
    assert.doesNotMatch(shown.body, /\/extend|\/resend|\/end"/);
    assert.equal((await admin.post(`${path}/end`)).statusCode, 422);
  });

  test('it is extended to one of the dates, and its owner is mailed', async (context) => {
    const world = await open(context);
    const { drop, path } = await addDrop(world);
    const { admin, database, clock } = world;
    const until = clock.now() + 7 * day;
    assert.ok((await admin.get(path)).body.includes(`value="${until}"`));
    const answer = await admin.post(`${path}/extend`, { until: String(until) });
    assert.equal(answer.headers.location, `${path}?done=extended`);
    assert.equal((await database.dispatches.find(drop.id))?.dispatch.expiresAt, until);
    assert.deepEqual(await world.mailsOf('user@example.com'), ['extended']);
    for (const wrong of [clock.now() - day, clock.now() + 4000 * day]) {
      const refused = await admin.post(`${path}/extend`, { until: String(wrong) });
      assert.equal(refused.statusCode, 422);
    }
  });

  test('new links go to those who have not downloaded everything, once an hour at most', async (context) => {
    const world = await open(context);
    const { drop, path } = await addDrop(world);
    const { admin, database, mailsOf } = world;
    assert.equal((await admin.post(`${path}/resend`)).headers.location, `${path}?done=resent`);
    assert.deepEqual(await mailsOf('slow@example.com'), ['download']);
    assert.deepEqual(await mailsOf('done@example.com'), []);
    assert.deepEqual(await mailsOf('user@example.com'), ['resent']);
    const links = (await database.dispatches.find(drop.id))?.receivers.map(
      ({ email, linkGeneration }) => [email, linkGeneration],
    );
    assert.deepEqual(links, [
      ['done@example.com', 0],
      ['slow@example.com', 1],
    ]);
    const again = await admin.post(`${path}/resend`);
    assert.equal(again.statusCode, 422);
    assert.match(again.body, /once an hour/);
  });

  test('nobody is mailed who has everything', async (context) => {
    const world = await open(context);
    const { drop, path } = await addDrop(world);
    const { admin, database, clock } = world;
    const slow = sampleReceiver(drop, 'slow@example.com');
    await database.dispatches.endLink(slow.id, clock.now());
    const answer = await admin.post(`${path}/resend`);
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /nobody left/);
  });
});

describe('acts on an account', () => {
  test('a role is changed, sessions end, and the person and all administrators are told', async (context) => {
    const { admin, user, database, mailsOf, ...world } = await open(context);
    await world.addPerson('other@example.com', { role: 'admin' });
    const path = `/app/admin/accounts/${user.account.id}`;
    const answer = await admin.post(`${path}/role`, { role: 'admin' });
    assert.equal(answer.headers.location, `${path}?done=role`);
    assert.equal((await database.accounts.find(user.account.id))?.role, 'admin');
    assert.equal((await user.get('/app/')).statusCode, 303, 'signed out');
    assert.deepEqual((await mailsOf('user@example.com')).sort(), [
      'accounts_changed',
      'role_changed',
    ]);
    for (const other of ['admin@example.com', 'other@example.com']) {
      assert.deepEqual(await mailsOf(other), ['accounts_changed']);
    }
    const promoted = await world.signIn(user.account);
    assert.equal((await promoted.get('/app/admin/')).statusCode, 200);
    await admin.post(`${path}/role`, { role: 'user' });
    assert.equal((await database.accounts.find(user.account.id))?.role, 'user');
    const [digest] = (await database.outbox.list(50)).filter(
      ({ to }) => to === 'admin@example.com',
    );
    assert.deepEqual(digest?.digest?.ids, [
      'admin user@example.com admin@example.com',
      'user user@example.com admin@example.com',
    ]);
  });

  test('nobody changes or removes their own account', async (context) => {
    const { admin, database } = await open(context);
    const path = `/app/admin/accounts/${admin.account.id}`;
    const own = [
      await admin.post(`${path}/role`, { role: 'user' }),
      await admin.post(`${path}/name`, { name: 'X' }),
      await admin.post(`${path}/remove`, { address: 'admin@example.com' }),
    ];
    for (const { statusCode, body } of own) {
      assert.equal(statusCode, 422);
      assert.match(body, /to your own account/);
    }
    assert.equal((await database.accounts.find(admin.account.id))?.role, 'admin');
  });

  test('a name is changed, and one that is none is refused and kept in the field', async (context) => {
    const { admin, user, database, mailsOf } = await open(context);
    const path = `/app/admin/accounts/${user.account.id}`;
    assert.equal((await admin.post(`${path}/name`, { name: 'Ida Ek' })).statusCode, 303);
    assert.equal((await database.accounts.find(user.account.id))?.displayName, 'Ida Ek');
    assert.deepEqual(await mailsOf('user@example.com'), ['name_changed']);
    const long = 'x'.repeat(101);
    const refused = await admin.post(`${path}/name`, { name: long });
    assert.equal(refused.statusCode, 422);
    assert.ok(refused.body.includes(`value="${long}"`));
  });

  test('an account is removed once its address was typed, and everyone concerned is told', async (context) => {
    const { admin, user, database, mailsOf, lastRecord } = await open(context);
    const path = `/app/admin/accounts/${user.account.id}/remove`;
    assert.match((await admin.get(path)).body, /Type user@example\.com to confirm/);
    const wrong = await admin.post(path, { address: 'somebody@example.com' });
    assert.equal(wrong.statusCode, 422);
    assert.notEqual(await database.accounts.find(user.account.id), undefined);
    const answer = await admin.post(path, { address: 'User@example.com' });
    assert.equal(answer.headers.location, '/app/admin/accounts?done=removed');
    assert.equal(await database.accounts.find(user.account.id), undefined);
    assert.deepEqual(await mailsOf('user@example.com'), ['account_removed']);
    assert.deepEqual(await mailsOf('admin@example.com'), ['accounts_changed']);
    const record = await lastRecord();
    assert.deepEqual([record?.action, record?.object], ['account.removed', 'user@example.com']);
    assert.match((await admin.get('/app/admin/accounts?done=removed')).body, /account is removed/);
    assert.equal((await admin.get(path)).statusCode, 404);
  });

  test('a program has no role to change, and can be removed', async (context) => {
    const { admin, database } = await open(context);
    const program = sampleAccount('program@example.com', { role: 'api' });
    await database.accounts.add(program);
    const path = `/app/admin/accounts/${program.id}`;
    const refused = await admin.post(`${path}/role`, { role: 'admin' });
    assert.equal(refused.statusCode, 422);
    await admin.post(`${path}/remove`, { address: 'program@example.com' });
    assert.equal(await database.accounts.find(program.id), undefined);
  });
});

test('a person who is invited as an administrator is told of to all administrators', async (context) => {
  const { admin, mailsOf } = await open(context);
  await admin.post('/app/admin/accounts/invite', {
    email: 'x@example.com',
    number: '',
    role: 'admin',
  });
  assert.deepEqual(await mailsOf('admin@example.com'), ['accounts_changed']);
});

test('a test mail goes to the administrator, and its page says how it is delivered', async (context) => {
  const { admin, database, mailsOf, lastRecord } = await open(context);
  const answer = await admin.post('/app/admin/outbox/test');
  const page = String(answer.headers.location);
  assert.match(page, /^\/app\/admin\/outbox\/[\w-]{22}\?done=tested$/);
  assert.deepEqual(await mailsOf('admin@example.com'), ['mail_tested']);
  assert.equal((await lastRecord())?.action, 'mail.tested');
  assert.match((await admin.get(page)).body, /Look again/);
  const [mail] = await database.outbox.list(1);
  await database.outbox.settle(mail?.id ?? assert.fail(), 'refused', Date.now(), '550 not here');
  assert.match((await admin.get(page)).body, /550 not here/);
});

test('the overview draws transfers and mails by day, with their values as a table', async (context) => {
  const world = await open(context);
  await addDrop(world);
  const { body } = await world.admin.get('/app/admin/');
  assert.match(
    body,
    /<svg\s+class="chart"[^>]*aria-label="Transfers, day by day: from 0 to 1, last 1"/,
  );
  assert.equal(body.match(/<rect/g)?.length, 60);
  assert.match(body, /<details[^]*All values[^]*<table/);
  assert.doesNotMatch(body, / style=/);
});

test('the overview lists the parts of the server, which work', async (context) => {
  const { admin } = await open(context);
  const { body } = await admin.get('/app/admin/');
  assert.match(body, /Database<\/strong>\s*<span class="small quiet">Works/);
});

test('a part that fails comes with what to do, and a check that is not known counts as the server', () => {
  const place = { language: 'en', timeZone: 'UTC' } as const;
  const { say } = ourTranslations.en;
  const reader = { ...place, say, formats: formatsOf(place), now: () => 0 };
  const text = renderHealth(reader, {
    faultyParts: ['cipher', 'workers'],
    verifiedAt: undefined,
  }).toString();
  assert.match(text, /2 notices/);
  assert.match(text, /Encryption<\/strong>\s*<span>Files cannot be encrypted/);
  assert.match(text, /Server<\/strong>\s*<span>A process or a job/);
  assert.equal(text.match(/Works/g)?.length, 6);
});
