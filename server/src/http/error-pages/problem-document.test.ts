import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { ProblemDocument } from '#protocol/errors.ts';
import { OutcomeUnknown, ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { ourTranslations } from '../../i18n/texts/translation.ts';
import { readJsonBodies } from '../connection/json-body.ts';
import { answerError } from './error-answer.ts';

function appThatThrows(thrown: unknown, publicUrl?: string) {
  const app = Fastify();
  const pages = {
    brand: () => ({ serviceName: 'Valise', supportAddress: undefined }),
    translations: ourTranslations,
    language: 'en',
    publicUrl,
  };
  app.setErrorHandler(answerError(pages, { note: () => undefined }));
  readJsonBodies(app);
  app.all('/api/v1/drops', () => {
    throw thrown;
  });
  return app;
}

async function problemOf(thrown: unknown, publicUrl?: string) {
  const url = '/api/v1/drops?limit=x';
  const app = appThatThrows(thrown, publicUrl);
  const answer = await app.inject({ url, headers: { accept: 'text/html' } });
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  const problem = answer.json<ProblemDocument>();
  assert.equal(problem.status, answer.statusCode);
  return { problem, headers: answer.headers };
}

test('a failure is a problem document, also to a browser, with a type that leads to a page', async () => {
  const { problem, headers } = await problemOf(
    new ValiseError('mail_quota', 'Come back tomorrow.', { retryAfterSeconds: 9 }),
    'https://files.example.com/',
  );
  assert.deepEqual(problem, {
    type: 'https://files.example.com/api/v1/errors/mail_quota',
    title: 'Mail quota',
    status: 429,
    detail: 'Come back tomorrow.',
    code: 'mail_quota',
    retry: 'later',
    request_id: problem.request_id,
  });
  assert.equal(headers['retry-after'], '9');
});

test('each field that is wrong has its place, its pointer and a word', async () => {
  const { problem } = await problemOf(
    invalid([
      { field: 'body', problem: 'must be an object.' },
      { field: 'receivers[12].email', problem: 'is no address.' },
      { field: 'a/b', problem: 'is no field of this request.', pointer: '/a~1b', code: 'unknown' },
      { field: 'limit', problem: 'must be a whole number.', in: 'query' },
    ]),
  );
  assert.equal(problem.code, 'invalid');
  assert.equal(problem.retry, 'never');
  assert.deepEqual(
    problem.errors?.map((each) => [each.in, each.pointer, each.code, each.detail]),
    [
      ['body', '', 'invalid', 'body must be an object.'],
      ['body', '/receivers/12/email', 'invalid', 'receivers[12].email is no address.'],
      ['body', '/a~1b', 'unknown', 'a/b is no field of this request.'],
      ['query', '/limit', 'invalid', 'limit must be a whole number.'],
    ],
  );
});

test('what may have been done is to be repeated with the same key only', async () => {
  const unknown = await problemOf(new OutcomeUnknown(new Error('gone')));
  assert.deepEqual([unknown.problem.code, unknown.problem.retry], ['unavailable', 'same_key']);
  const away = await problemOf(new ValiseError('unavailable', 'The database does not answer.'));
  assert.equal(away.problem.retry, 'later');
  const bug = await problemOf(new Error('secret'));
  assert.deepEqual([bug.problem.code, bug.problem.retry], ['internal', 'same_key']);
  assert.doesNotMatch(JSON.stringify(bug.problem), /secret/);
});

test('broken JSON and a key that comes twice are problems too', async () => {
  const app = appThatThrows(new Error('not reached'));
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/drops', headers, body });
    return answer.json<ProblemDocument>();
  };
  assert.equal((await send('{"a":')).code, 'bad_request');
  const repeated = await send('{"receivers":[{"email":"a","email":"b"}]}');
  assert.deepEqual(
    [repeated.status, repeated.errors?.map(({ pointer, code }) => [pointer, code])],
    [422, [['/receivers/0/email', 'repeated']]],
  );
});
