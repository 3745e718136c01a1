import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countActs } from './count-lines.ts';

test('each act is counted with the functions of its subject, in the threads that run them', async () => {
  // Several requests: one alone may meet the end of the server's start.
  const counts = await countActs({ warmUps: 1, counted: 2 });
  const subjects = {
    'CGI upload': ['http/cgi', 'sealing/crypto'],
    'download by link': ['http/download-page', 'sealing/crypto'],
    'tus PATCH': ['http/tus', 'sealing/crypto'],
    createdrop: ['http/cgi', 'domain/dispatches'],
    Send: ['http/app/send', 'domain/dispatches'],
  };
  assert.deepEqual(
    counts.map(({ name }) => name),
    Object.keys(subjects),
  );
  for (const { name, functions } of counts) {
    const { [name as keyof typeof subjects]: subject } = subjects;
    for (const folder of [...subject, 'http/routing', 'database/sqlite']) {
      const isThere = functions.some(
        ({ file, lines }) => file.startsWith(`server/src/${folder}/`) && lines > 0,
      );
      assert.ok(isThere, `${name}: ${folder}`);
    }
  }
});
