import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, minute } from '../../../domain/model/clock.ts';
import { addApp, codeOf, listMails, openSecurity, password } from './security-fixture.ts';

const next = 'a wholly other secret phrase';

test('with an app, a change of password needs a code, and is no proof without one', async (t) => {
  const { clock, anna: before, after, database } = await openSecurity(t);
  const { account } = before;
  const { secret, done: added } = await addApp(before, () => clock.now());
  const anna = after(added);
  clock.advance(6 * minute);
  const change = { current: password, password: next };
  for (const code of [undefined, '', '000000']) {
    const fields = code === undefined ? change : { ...change, code };
    const refused = await anna.post('/app/security/password', fields);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /This code is wrong/);
    const removal = await anna.post('/app/security/authenticator/remove');
    assert.equal(removal.statusCode, 403, 'the proof is as old as it was');
  }
  const changed = await anna.post('/app/security/password', {
    ...change,
    code: codeOf(secret, clock.now()),
  });
  assert.equal(changed.headers.location, '/app/security?done=password');
  const removed = await after(changed).post('/app/security/authenticator/remove');
  assert.equal(removed.headers.location, '/app/security?done=removed');
  assert.equal(await database.totp.find(account.id), undefined);
});

test('a session from before the app was added proves nothing, however young it is', async (t) => {
  const { clock, anna, signIn } = await openSecurity(t);
  const other = await signIn(anna.account);
  await addApp(anna, () => clock.now());
  assert.equal((await other.post('/app/security/authenticator/remove')).statusCode, 403);
  assert.equal((await other.get('/app/')).statusCode, 200);
});

test('what a row says of how a session was proved counts only where its own hash says so too', async (t) => {
  const { clock, anna, database, signIn } = await openSecurity(t);
  const other = await signIn(anna.account);
  await addApp(anna, () => clock.now());
  const row = (await database.sessions.listFor(anna.account.id)).find(
    ({ provedBy }) => provedBy === 'password',
  );
  assert.ok(row);
  await database.sessions.remove(anna.account.id, row.id);
  await database.sessions.add({ ...row, provedBy: 'passkey', factorSince: 1 });
  assert.equal((await other.get('/app/')).statusCode, 200);
  assert.equal((await other.post('/app/security/authenticator/remove')).statusCode, 403);
});

test('codes that others enter leave a browser its tries in which the owner signed in before', async (t) => {
  const { clock, anna, after, enter } = await openSecurity(t);
  const { secret } = await addApp(anna, () => clock.now());
  clock.advance(15 * minute);
  const own = await after(await enter()).post('/sign-in/code', {
    code: codeOf(secret, clock.now()),
  });
  assert.equal(own.statusCode, 303);
  const { known } = after(own);
  assert.ok(known);
  clock.advance(15 * minute);
  for (const status of [422, 422, 422, 422, 422, 429, 429]) {
    const answer = await after(await enter()).post('/sign-in/code', { code: '000000' });
    assert.equal(answer.statusCode, status);
  }
  const code = codeOf(secret, clock.now());
  const half = after(await enter());
  assert.equal((await half.post('/sign-in/code', { code })).statusCode, 429);
  const withKnown = (answer: Awaited<ReturnType<typeof enter>>) => {
    const { cookie, post } = after(answer);
    return (url: string, fields: Record<string, string>) =>
      post(url, fields, { cookie: `${cookie}; __Host-valise-known=${known}` });
  };
  const entered = await withKnown(await enter(password, known))('/sign-in/code', { code });
  assert.equal(entered.statusCode, 303, 'the owner gets in');

  const everywhere = await after(entered).post('/app/security/end-others');
  assert.equal(everywhere.statusCode, 303);
  clock.advance(30_000);
  const forgotten = await withKnown(await enter(password, known))('/sign-in/code', {
    code: codeOf(secret, clock.now()),
  });
  assert.equal(forgotten.statusCode, 429, 'not once the owner signed out everywhere');
});

test('the owner is told of an app, of recovery codes, and once a day of wrong codes', async (t) => {
  const security = await openSecurity(t);
  const { clock, anna: before, after, enter } = security;
  const { done: added } = await addApp(before, () => clock.now());
  const anna = after(added);
  assert.equal((await anna.post('/app/security/recovery-codes')).statusCode, 200);
  assert.equal((await anna.post('/app/security/authenticator/remove')).statusCode, 303);
  const told = ['authenticator_added', 'recovery_codes_made', 'authenticator_removed'];
  assert.deepEqual(await listMails(security), told);
  await addApp(anna, () => clock.now());
  told.push('authenticator_added');
  const refuse = async (code: string) => {
    await after(await enter()).post('/sign-in/code', { code });
    return await listMails(security);
  };
  clock.advance(20 * minute);
  assert.deepEqual(await refuse('000000'), told);
  assert.deepEqual(await refuse('000001'), told);
  clock.advance(20 * minute);
  told.push('sign_in_codes_refused');
  for (const code of ['000002', '000003', '000004']) assert.deepEqual(await refuse(code), told);
  clock.advance(day);
  for (const code of ['000000', '000001']) assert.deepEqual(await refuse(code), told);
  await refuse('000002');
  await refuse('000003');
  assert.deepEqual(await listMails(security), [...told, 'sign_in_codes_refused']);
});

test('who adds an app is asked for the proof before the code: one that has run out is not repeated', async (t) => {
  const { clock, anna, after, database } = await openSecurity(t);
  const page = await anna.get('/app/security/authenticator');
  assert.equal(page.statusCode, 200);
  clock.advance(6 * minute);
  const late = await anna.post('/app/security/authenticator', { code: '123456' });
  assert.equal(late.statusCode, 403);
  assert.doesNotMatch(late.body, /123456/);
  assert.match(late.body, /action="\/app\/confirm"/);
  assert.match(late.body, /name="next" value="\/app\/security\/authenticator"/);
  const confirmed = await anna.post('/app/confirm', {
    next: '/app/security/authenticator',
    'confirm-password': password,
  });
  assert.equal(confirmed.headers.location, '/app/security/authenticator');
  await addApp(after(confirmed), () => clock.now());
  assert.ok((await database.totp.find(anna.account.id))?.confirmedAt);
});

test('an administrator removes the app of somebody who lost it, with a proof; the person is told', async (t) => {
  const security = await openSecurity(t);
  const { clock, anna: before, after, enter, addPerson, signIn, database } = security;
  const { id } = before.account;
  const { done: added } = await addApp(before, () => clock.now());
  const half = after(await enter());
  const boss = await addPerson('boss@example.com', { role: 'admin' });
  const path = `/app/admin/accounts/${id}`;
  assert.match((await boss.get(path)).body, /second-factor"/);
  const page = await boss.get(`${path}/second-factor`);
  assert.match(page.body, /make sure, by phone or in person/);
  const old = await signIn(boss.account, 'full', { by: 'password', at: clock.now() - 6 * minute });
  assert.equal((await old.post(`${path}/second-factor/remove`)).statusCode, 403);
  assert.ok(await database.totp.find(id));
  const removed = await boss.post(`${path}/second-factor/remove`);
  assert.equal(removed.headers.location, `${path}?done=factor`);
  assert.equal(await database.totp.find(id), undefined);
  assert.equal(await database.recoveryCodes.count(id), 0);
  assert.deepEqual(await listMails(security), ['authenticator_added', 'second_factor_removed']);
  const [record] = await database.audit.listNewest(1);
  assert.deepEqual(
    [record?.action, record?.object, record?.actor],
    ['account.second_factor_removed', 'anna@example.com', 'boss@example.com'],
  );
  assert.equal((await half.get('/sign-in/code')).statusCode, 303, 'half a session has ended');
  assert.equal((await after(added).get('/app/')).statusCode, 200, 'a whole one has not');
  assert.equal((await enter()).headers.location, '/app/', 'the password is enough');
  assert.doesNotMatch((await boss.get(path)).body, /second-factor"/);
  const again = await boss.post(`${path}/second-factor/remove`);
  assert.equal(again.statusCode, 422);
  assert.match(again.body, /has no authenticator app/);
});

test('a change of password verifies five codes in a quarter of an hour, and no more', async (t) => {
  const { clock, anna: before, after, database } = await openSecurity(t);
  const { secret, done: added } = await addApp(before, () => clock.now());
  const anna = after(added);
  clock.advance(15 * minute);
  const change = (code: string) =>
    anna.post('/app/security/password', { current: password, password: next, code });
  const stored = await database.passwords.find(before.account.id);
  for (const code of ['000000', '000001', '000002', '000003', '000004']) await change(code);
  const right = await change(codeOf(secret, clock.now()));
  assert.notEqual(right.statusCode, 303, 'not even a right one');
  assert.equal((await database.passwords.find(before.account.id))?.phc, stored?.phc);
});

test('a first password proves nothing anew: the session stays as strong, and as old, as it was', async (t) => {
  const { clock, addPerson, signIn, database } = await openSecurity(t);
  const { account } = await addPerson('ben@example.com');
  await database.sessions.removeAll(account.id);
  const ben = await signIn(account, 'full', { by: 'passkey', factorSince: 5 });
  const provedAt = clock.now();
  clock.advance(minute);
  const set = await ben.post('/app/security/password/first', { password: next });
  assert.equal(set.statusCode, 303);
  const sessions = await database.sessions.listFor(account.id);
  assert.deepEqual(
    sessions.map((each) => [each.provedBy, each.factorSince, each.provedAt]),
    [['passkey', 5, provedAt]],
  );
});
