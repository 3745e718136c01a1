import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../../../domain/model/clock.ts';
import { addApp, codeOf, openSecurity, password } from './security-fixture.ts';

test('with an app, a code completes the sign-in, once; a recovery code does too', async (t) => {
  const { clock, anna, after, enter, app } = await openSecurity(t);
  const now = () => clock.now();
  const { secret, codes, code: spent } = await addApp(anna, now);
  const first = await enter();
  assert.equal(first.headers.location, '/sign-in/code?next=%2Fapp%2F');
  const half = after(first);
  assert.match(String((await half.get('/app/')).headers.location), /^\/sign-in/);
  assert.equal((await half.post('/sign-in/code', { code: spent })).statusCode, 422);
  clock.advance(30_000);
  const code = codeOf(secret, now());
  const whole = await half.post('/sign-in/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
  assert.equal(whole.headers.location, '/app/');
  assert.equal((await after(whole).get('/app/')).statusCode, 200);
  assert.equal((await half.get('/sign-in/code')).statusCode, 303, 'half a session ends with it');
  const again = await after(await enter()).post('/sign-in/code', { code });
  assert.equal(again.statusCode, 422);
  const recovered = await after(await enter()).post('/sign-in/code', {
    code: (codes[0] ?? '').toUpperCase(),
  });
  assert.equal(recovered.statusCode, 303);
  clock.advance(15 * minute);
  const twice = await after(await enter()).post('/sign-in/code', { code: codes[0] ?? '' });
  assert.equal(twice.statusCode, 422);
  assert.match((await after(recovered).get('/app/security')).body, /Recovery codes left: 9/);
  await app.ready();
});

test('five codes in a quarter of an hour, and no more, whatever session asks', async (t) => {
  const { clock, anna, after, enter } = await openSecurity(t);
  const { secret } = await addApp(anna, () => clock.now());
  clock.advance(15 * minute);
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await after(await enter()).post('/sign-in/code', { code: '000000' });
    assert.equal(answer.statusCode, 422);
  }
  const half = after(await enter());
  const code = codeOf(secret, clock.now());
  assert.equal((await half.post('/sign-in/code', { code })).statusCode, 429);
});

test('an old proof is asked for again, input is kept, and the session is a new one', async (t) => {
  const { clock, anna: before, after, database } = await openSecurity(t);
  const { secret, done: added } = await addApp(before, () => clock.now());
  const anna = after(added);
  const code = () => codeOf(secret, clock.now());
  clock.advance(6 * minute);
  const asked = await anna.post('/app/security/recovery-codes', { note: 'kept "text"' });
  assert.equal(asked.statusCode, 403);
  assert.match(asked.body, /action="\/app\/security\/recovery-codes"/);
  assert.match(asked.body, /name="note" value="kept &#34;text&#34;"/);
  assert.equal(await database.recoveryCodes.count(before.account.id), 10);
  const wrong = await anna.post('/app/security/recovery-codes', { 'confirm-password': 'wrong' });
  assert.equal(wrong.statusCode, 403);
  assert.match(wrong.body, /The password is wrong/);
  const without = await anna.post('/app/security/recovery-codes', { 'confirm-password': password });
  assert.equal(without.statusCode, 403);
  assert.match(without.body, /This code is wrong/);
  const done = await anna.post('/app/security/recovery-codes', {
    'confirm-password': password,
    'confirm-code': code(),
  });
  assert.equal(done.statusCode, 200);
  assert.match(done.body, /recovery codes/);
  assert.equal((await anna.get('/app/')).statusCode, 303, 'the session of before is refused');
  const fresh = after(done);
  assert.equal((await fresh.get('/app/security/authenticator')).statusCode, 303);
  clock.advance(6 * minute);
  const page = await fresh.get('/app/security/authenticator');
  assert.equal(page.statusCode, 403);
  assert.match(page.body, /action="\/app\/confirm"/);
  const confirmed = await fresh.post('/app/confirm', {
    next: '/app/security/authenticator',
    'confirm-password': password,
    'confirm-code': code(),
  });
  assert.equal(confirmed.headers.location, '/app/security/authenticator');
});

test('a new password, a disabled account and an ended session are refused on the next request', async (t) => {
  const { anna, after, signIn, database, enter } = await openSecurity(t);
  const elsewhere = await signIn(anna.account);
  const third = await signIn(anna.account);
  const listed = await anna.get('/app/security');
  assert.equal(listed.body.match(/\/sessions\/[\w-]{22}\/end"/g)?.length, 2);
  assert.match(listed.body, /this browser/);
  const [, id = ''] = /sessions\/([\w-]{22})\/end/.exec(listed.body) ?? [];
  assert.equal((await anna.post(`/app/security/sessions/${id}/end`)).statusCode, 303);
  const open3 = [elsewhere, third].map(async (each) => (await each.get('/app/')).statusCode);
  assert.deepEqual((await Promise.all(open3)).sort(), [200, 303]);

  const next = 'a wholly other secret phrase';
  for (const [current, fresh, says] of [
    ['wrong', next, /The password is wrong/],
    [password, 'short', /at least 12 characters/],
  ] as const) {
    const refused = await anna.post('/app/security/password', { current, password: fresh });
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, says);
  }
  const changed = await anna.post('/app/security/password', { current: password, password: next });
  assert.equal(changed.headers.location, '/app/security?done=password');
  for (const old of [anna, elsewhere, third]) {
    assert.equal((await old.get('/app/')).statusCode, 303);
  }
  const mine = after(changed);
  assert.equal((await mine.get('/app/')).statusCode, 200);
  assert.equal((await enter()).statusCode, 422);
  assert.equal((await enter(next)).statusCode, 303);
  await database.accounts.setDisabled(anna.account.id, 1);
  assert.equal((await mine.get('/app/')).statusCode, 303);
});

test('sessions end when they are not used, and after a day’s work', async (t) => {
  const { clock, anna, signIn, addPerson } = await openSecurity(t);
  const boss = await addPerson('boss@example.com', { role: 'admin' });
  clock.advance(16 * minute);
  assert.equal((await boss.get('/app/')).statusCode, 303);
  assert.equal((await anna.get('/app/')).statusCode, 200);
  clock.advance(29 * minute);
  assert.equal((await anna.get('/app/')).statusCode, 200);
  clock.advance(31 * minute);
  assert.equal((await anna.get('/app/')).statusCode, 303);
  const busy = await signIn(anna.account);
  for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
    clock.advance(20 * minute);
    assert.equal((await busy.get('/app/')).statusCode, 200);
  }
  clock.advance(20 * minute);
  assert.equal((await busy.get('/app/')).statusCode, 303);
});

test('a session whose row was changed opens nothing', async (t) => {
  const { anna, database, addPerson } = await openSecurity(t);
  const eve = await addPerson('eve@example.com');
  const [row] = await database.sessions.listFor(eve.account.id);
  assert.ok(row);
  for (const change of [
    { accountId: anna.account.id },
    { expiresAt: row.expiresAt + 1 },
    { provedAt: (row.provedAt ?? 0) + 1 },
    { state: 'half' as const },
  ]) {
    await database.sessions.removeAll(eve.account.id);
    await database.sessions.removeAll(anna.account.id);
    await database.sessions.add({ ...row, ...change });
    assert.equal((await eve.get('/app/')).statusCode, 303, JSON.stringify(change));
  }
});
