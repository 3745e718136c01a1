import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alice, openSendingBack } from '../upload-page/upload-page-fixture.ts';

test('line 13: a refused token is recorded once for each network', async (t) => {
  const { app, database } = await openSendingBack(t);
  const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`;
  for (const remoteAddress of ['192.0.2.1', '192.0.2.1', '198.51.100.1', '192.0.2.1']) {
    const answer = await app.inject({
      url: `/${alice.email}/cgi/get_files.cgi`,
      headers: { authorization, 'csrf-token': 'f'.repeat(64) },
      remoteAddress,
    });
    assert.equal(answer.statusCode, 403);
  }
  const records = await database.audit.list(0, 100);
  const sources = records
    .filter(({ action, object }) => action === 'csrf.refused' && object === alice.email)
    .map(({ source }) => source);
  assert.deepEqual(sources, ['192.0.2.1', '198.51.100.1']);
});
