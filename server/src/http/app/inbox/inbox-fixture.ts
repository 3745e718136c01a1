import assert from 'node:assert/strict';
import { formOf } from '../../upload-page/upload-page-fixture.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';
import { host } from '../people-fixture.ts';

/** Asks for files by one link, and returns its path. `key`: another one for each request. */
export async function askForLink(person: TestPerson, key = 'one'): Promise<string> {
  const fields = { way: 'link', links: '1', days: '7', key };
  const { headers } = await person.post('/app/requests/new', fields);
  const { body } = await person.get(String(headers.location));
  const [, link = assert.fail(body)] = /(\/u\/[\w-]{43})"/.exec(body) ?? [];
  return link;
}

/** Zoë sends files through a link, as a browser without scripts and cookies does. */
export async function sendBack(
  { app }: Pick<PeopleFixture, 'app'>,
  url: string,
  files: Record<string, string>,
): Promise<void> {
  const { payload, headers } = formOf(
    ...Object.entries(files).map(([name, text]): [string, string, string] => ['file', text, name]),
    ['message', 'Here'],
    ['from', 'Zoë'],
  );
  const answer = await app.inject({ method: 'POST', url, headers: { host, ...headers }, payload });
  // Whoever is known by an address is led to the page again.
  assert.ok([200, 303].includes(answer.statusCode), answer.body);
}
