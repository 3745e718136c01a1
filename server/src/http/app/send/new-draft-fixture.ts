import assert from 'node:assert/strict';
import { formOf } from '../../upload-page/upload-page-fixture.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { ownForm } from '../people-fixture.ts';

/** Stores a new draft, as the script does before it uploads. */
export async function beginDraft({ app }: Pick<PeopleFixture, 'app'>, person: TestPerson) {
  const { path, endpoint, ticket } = await openNewDraft(person);
  const { payload, headers } = formOf(
    ['csrf', person.token()],
    ['ticket', ticket],
    ['act', 'remember'],
    ['chosen', '[]'],
  );
  const all = { ...ownForm, ...headers, accept: 'application/json', cookie: person.cookie };
  const answer = await app.inject({ method: 'POST', url: path, headers: all, payload });
  assert.equal(answer.statusCode, 204, answer.body);
  return { path, endpoint };
}

/**
 * The Send page before anything is entered: where its form goes, its hidden fields, and where its files are uploaded
 * to.
 */
export async function openNewDraft(person: Pick<TestPerson, 'get'>) {
  const { statusCode, body } = await person.get('/app/send');
  assert.equal(statusCode, 200, body);
  const find = (pattern: RegExp): string => pattern.exec(body)?.[1] ?? assert.fail(body);
  return {
    body,
    path: find(/action="(\/app\/send\/[\w-]{22})"\s+data-endpoint/),
    endpoint: find(/data-endpoint="([^"]+)"/),
    ticket: find(/name="ticket" value="([^"]+)"/),
    version: find(/name="version" value="([^"]+)"/),
    page: find(/name="page" value="([^"]+)"/),
  };
}
