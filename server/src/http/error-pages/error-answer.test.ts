import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { ErrorBody } from '#protocol/errors.ts';
import { OutcomeUnknown, ValiseError } from '../../domain/model/valise-error.ts';
import { answerError } from './error-answer.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';

test('an error that nobody expected shows nothing of the server, to programs and to people', async () => {
  const secret = 'select * from accounts; EACCES: /var/lib/valise/valise.db';
  const app = Fastify();
  app.setErrorHandler(
    answerError(
      {
        brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
        translations: ourTranslations,
        language: 'en',
        publicUrl: undefined,
      },
      { note: assert.fail },
    ),
  );
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
    assert.doesNotMatch(answer.body, /select|EACCES|\/var\/|\.ts\b|\n[ \t]+at /);
  }
});

test('a part of the server that is away is a 503 that says when to come back, and no line for each request', async () => {
  const lines: string[] = [];
  const noted: ValiseError[] = [];
  const app = Fastify({
    logger: { level: 'error', stream: { write: (line: string) => lines.push(line) } },
  });
  app.setErrorHandler(
    answerError(
      {
        brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
        translations: ourTranslations,
        language: 'en',
        publicUrl: undefined,
      },
      { note: (error) => noted.push(error) },
    ),
  );
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

test('a database that goes away while it commits is a 503 that says that it may have been done', async () => {
  const noted: ValiseError[] = [];
  const app = Fastify();
  app.setErrorHandler(
    answerError(
      {
        brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
        translations: ourTranslations,
        language: 'en',
        publicUrl: undefined,
      },
      { note: (error) => noted.push(error) },
    ),
  );
  app.get('/', () => {
    throw new OutcomeUnknown(new Error('write EPIPE'));
  });
  const answer = await app.inject('/');
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '5');
  assert.match(answer.body, /it may have been done/);
  assert.doesNotMatch(answer.body, /EPIPE/);
  assert.equal(noted.length, 1);
});

test('a form that a browser sends is answered with a page in its language, a script or a program with JSON', async () => {
  const app = Fastify();
  app.setErrorHandler(
    answerError(
      {
        brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
        translations: ourTranslations,
        language: 'en',
        publicUrl: undefined,
      },
      { note: assert.fail },
    ),
  );
  const refused = () => {
    throw new ValiseError('forbidden', 'A form can be sent from its own page only.');
  };
  app.post('/form', refused);
  app.post('/anna@example.com/cgi/upload.cgi', refused);
  const ask = async (url: string, headers: Record<string, string>) => {
    const accept = { accept: 'text/html,*/*', 'accept-language': 'sv' };
    const { body } = await app.inject({ method: 'POST', url, headers: { ...accept, ...headers } });
    return /<html lang="sv"/.test(body) ? 'page' : (JSON.parse(body) as ErrorBody).error;
  };
  assert.equal(await ask('/form', { 'sec-fetch-mode': 'navigate' }), 'page');
  assert.equal(await ask('/form', { 'sec-fetch-mode': 'cors' }), 'forbidden');
  assert.equal(await ask('/form', {}), 'forbidden');
  const machine = '/anna@example.com/cgi/upload.cgi';
  assert.equal(await ask(machine, { 'sec-fetch-mode': 'navigate' }), 'forbidden');
});
