import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../../client/conformance/run.ts';
import { runSuite } from '../../client/conformance/run.ts';
import { suite } from '../../client/conformance/suite.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';

const { server, clients } = await startExchange(['probe+files', 'other']);
const { other, 'probe+files': probe } = clients;

function credentials({ email }: { email: string }) {
  return { email, key: keyFor(email) };
}

const outcomes = new Map<string, Outcome>();
for await (const outcome of runSuite({
  url: server.url,
  account: credentials(probe),
  other: credentials(other),
  checks: suite,
  overwrite: false,
})) {
  outcomes.set(outcome.check.id, outcome);
}

for (const { id, about, title } of suite) {
  test(`${about}: ${title} (${id})`, () => {
    const { result, reason, shown } = outcomes.get(id) ?? {};
    assert.equal(result, 'passed', `${reason ?? 'was not run'}\n${JSON.stringify(shown, null, 2)}`);
  });
}

test('the suite leaves no contacts and no files behind', async () => {
  assert.deepEqual(await probe.get('contacts_read'), { local: [], global: [] });
  assert.deepEqual(await probe.get('get_files'), []);
});
