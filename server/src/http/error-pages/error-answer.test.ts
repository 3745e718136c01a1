import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { answerError } from './error-answer.ts';

test('an error that nobody expected shows nothing of the server, to programs and to people', async () => {
  const secret = 'select * from accounts; EACCES: /var/lib/valise/valise.db';
  const app = Fastify();
  app.setErrorHandler(answerError('Valise'));
  app.get('/', () => {
    throw new Error(secret, { cause: new Error(secret) });
  });
  for (const [accept, type] of [
    ['application/json', /^application\/json/],
    ['text/html', /^text\/html/],
  ] as const) {
    const answer = await app.inject({ url: '/', headers: { accept, 'accept-language': 'en' } });
    assert.equal(answer.statusCode, 500);
    assert.match(String(answer.headers['content-type']), type);
    assert.match(answer.body, /The server failed at this\. Please try again\./);
    assert.doesNotMatch(answer.body, /select|EACCES|\/var\/|\.ts\b|\n\s+at /);
  }
});
