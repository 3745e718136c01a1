import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countActs } from './count-lines.ts';

test('each act is counted with the functions of its subject, in the threads that run them', async () => {
  // Several requests: one alone may meet a job, or the end of the server's start.
  const counts = await countActs({ warmUps: 1, counted: 3 });
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
    const ofCommands = functions.filter(({ file }) => file.startsWith('server/src/commands/'));
    assert.deepEqual(ofCommands, [], `${name} runs functions of commands`);
  }
});
