import type { Page } from 'playwright-core';
import type { PeopleFixture, TestPerson } from './people-fixture.ts';

/** Lets the server listen, and returns the origin at which browsers know their cookies to be safe. */
export async function listenForBrowsers({ app }: Pick<PeopleFixture, 'app'>): Promise<string> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return address.replace('127.0.0.1', 'localhost');
}

/** Gives the browser the session of a person, or none. */
export async function enter(
  page: Page,
  origin: string,
  person: TestPerson | undefined,
): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  if (person === undefined) return;
  const [name = '', value = ''] = person.cookie.split('=', 2);
  // A cookie of this kind belongs to a secure address; browsers send it to this machine over HTTP too.
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ name, value, url, secure: true }]);
}
