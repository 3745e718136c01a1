import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleContact } from '../../testing/samples.ts';
import type { Refused } from './requests-fixture.ts';
import { bob, open, order } from './requests-fixture.ts';

test('a request names those whom no code by SMS could reach, as a send does', async (t) => {
  const { ask, post, database, program } = await open(t);
  const known = sampleContact('kim@example.com', { number: '46700000008' });
  await database.contacts.replaceLocal(program.account.id, [known]);
  const options = { second_factor: 'sms' };
  const numbered = { email: 'Zoe@example.com', number: '46700000009' };
  const problems = async (path: string, body: object) => {
    const answer = await post(path, body);
    const { code, errors } = answer.json<Refused>();
    return [answer.statusCode, code, errors];
  };
  const missing = (at: number) => ({
    ...{ in: 'body', pointer: `/receivers/${at}/number`, code: 'missing' },
    detail: `receivers[${at}] bob@example.com needs a number for codes by SMS.`,
  });
  const refused = await problems('/requests', {
    ...{ ...order, options },
    receivers: [numbered, { email: 'BOB@example.com' }, { email: known.email }],
  });
  assert.deepEqual(refused, [422, 'invalid', [missing(1)]]);
  const { id } = await ask({ ...order, options, receivers: [numbered] });
  const path = `/requests/${id}/receivers`;
  const added = await problems(path, { receivers: [{ email: known.email }, bob] });
  assert.deepEqual(added, [422, 'invalid', [missing(1)]]);
  assert.equal((await post(path, { receivers: [{ email: known.email }] })).statusCode, 200);
  // Links that are handed out go to nobody by name.
  await database.accounts.setSecondFactor(program.account.id, 'sms');
  assert.equal((await problems('/requests', order))[0], 422);
  assert.equal((await post('/requests', { ...order, receivers: [numbered] })).statusCode, 201);
});
