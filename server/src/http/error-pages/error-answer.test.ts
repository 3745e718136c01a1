import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { answerError } from './error-answer.ts';

test('an error that nobody expected shows nothing of the server, to programs and to people', async () => {
  const secret = 'select * from accounts; EACCES: /var/lib/valise/valise.db';
  const app = Fastify();
  app.setErrorHandler(answerError('Valise', { note: assert.fail }));
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

test('a part of the server that is away is a 503 that says when to come back, and no line for each request', async () => {
  const lines: string[] = [];
  const noted: ValiseError[] = [];
  const app = Fastify({
    logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
  });
  app.setErrorHandler(answerError('Valise', { note: (error) => noted.push(error) }));
  const away = new ValiseError('unavailable', 'The database does not answer.');
  app.get('/', () => {
    throw away;
  });
  for (const accept of ['application/json', 'text/html']) {
    const answer = await app.inject({ url: '/', headers: { accept, 'accept-language': 'en' } });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers['retry-after'], '5');
  }
  assert.deepEqual(noted, [away, away]);
  assert.deepEqual(lines, []);
});
