import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DispatchId } from '../../domain/model/ids.ts';
import { bob, openSends as open, refusal, sent } from './send-fixture.ts';

const password = 'blå båt 42';

test('a program sets the password of a drop, which no answer, event or record has', async (t) => {
  const { program, upload, database } = await open(t);
  const order = { receivers: [bob], uploads: [await upload('a.txt')], options: { password } };
  const answer = await program.post('/drops', order);
  const drop = sent(answer);
  assert.equal(drop.password_protected, true);
  const dispatch = (await database.dispatches.find(drop.id as DispatchId))?.dispatch;
  assert.match(dispatch?.passwordHash ?? '', /^\$argon2id\$/);
  const answers = [answer];
  for (const path of [`/drops/${drop.id}`, '/drops', '/events', '/deliveries']) {
    answers.push(await program.ask('GET', path));
  }
  const told =
    answers.map(({ body }) => body).join() + JSON.stringify(await database.audit.list(0, 99));
  assert.doesNotMatch(told, /blå båt|argon2/);
  const plain = sent(
    await program.post('/drops', { receivers: [bob], uploads: [await upload('b.txt')] }),
  );
  assert.equal(plain.password_protected, false);
});

test('a password that is too short or too long is refused at its place, and nothing is sent', async (t) => {
  const { program, upload, database } = await open(t);
  const uploads = [await upload('a.txt')];
  for (const [wrong, problem] of [
    ['1234567', 'invalid'],
    ['é'.repeat(513), 'invalid'],
    ['x'.repeat(1025), 'invalid'],
    [12345678, 'invalid'],
  ] as const) {
    const answer = await program.post('/drops', {
      receivers: [bob],
      uploads,
      options: { password: wrong },
    });
    assert.deepEqual(refusal(answer), [422, 'invalid', 'never', `/options/password ${problem}`]);
    assert.ok(!answer.body.includes(String(wrong)));
  }
  assert.deepEqual(await database.dispatches.list({ limit: 9 }), []);
});
