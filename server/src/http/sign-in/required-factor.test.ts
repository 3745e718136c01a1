import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, openSecurity, secretIn } from '../app/security/security-fixture.ts';

const setUp = '/sign-in/set-up?next=%2Fapp%2F';

test('who has no second factor sets one up at the next sign-in, before anything else', async (t) => {
  const { clock, anna, after, enter } = await openSecurity(t, [
    '--require-second-factor',
    'everyone',
  ]);
  assert.equal((await anna.get('/app/')).statusCode, 200, 'who is signed in stays so');
  const first = await enter();
  assert.equal(first.headers.location, setUp);
  const half = after(first);
  assert.equal(half.known, undefined, 'the browser is not known yet');
  for (const path of ['/app/', '/app/security', '/app/inbox', '/app/security/authenticator']) {
    assert.equal((await half.get(path)).statusCode, 303, path);
  }
  const page = await half.get('/sign-in/set-up');
  assert.match(page.body, /needs a second step/);
  const wrong = await half.post('/sign-in/set-up', { code: '000000' });
  assert.equal(wrong.statusCode, 422);
  const code = codeOf(secretIn(page.body), clock.now());
  const done = await half.post('/sign-in/set-up', { code, next: '/app/sent' });
  assert.equal(done.statusCode, 200);
  assert.equal(done.body.match(/<li><code>/g)?.length, 10);
  assert.match(done.body, /href="\/app\/sent"/);
  assert.equal((await after(done).get('/app/')).statusCode, 200);
  assert.equal((await half.get('/sign-in/set-up')).statusCode, 303, 'half a session has ended');
  const next = await enter();
  assert.equal(next.headers.location, '/sign-in/code?next=%2Fapp%2F', 'from then on a code');
  const again = await after(next).get('/sign-in/set-up');
  assert.match(String(again.headers.location), /^\/sign-in\/code/, 'and no other app');
});

test('a passkey counts as a second factor: the password alone lets its owner in no more', async (t) => {
  const { anna, enter, database, clock } = await openSecurity(t, [
    '--require-second-factor',
    'everyone',
  ]);
  await database.passkeys.add({
    ...{ id: 'phone', accountId: anna.account.id, name: 'Phone', rpId: 'localhost' },
    ...{ publicKey: Buffer.from('key'), algorithm: -7, counter: 0 },
    ...{ createdAt: clock.now(), lastUsedAt: undefined },
  });
  const answer = await enter();
  assert.equal(answer.statusCode, 422);
  assert.match(answer.body, /sign in with your passkey/);
  assert.deepEqual(await database.totp.find(anna.account.id), undefined);
});

test('a second factor is demanded of administrators alone, or of nobody, as the setting says', async (t) => {
  const { anna, enter, database } = await openSecurity(t, ['--require-second-factor', 'admins']);
  assert.equal((await enter()).headers.location, '/app/');
  assert.equal(anna.account.role, 'user');
  const none = await openSecurity(t);
  assert.equal((await none.enter()).headers.location, '/app/');
  assert.deepEqual(await database.totp.find(anna.account.id), undefined);
  const boss = await openSecurity(t, ['--require-second-factor', 'admins'], { role: 'admin' });
  assert.equal((await boss.enter()).headers.location, setUp);
});
