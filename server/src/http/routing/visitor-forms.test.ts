import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { sampleAccount } from '../../testing/samples.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { openPeopleFixture, ownForm } from '../app/people-fixture.ts';
import { openBrowser } from '../sign-in/visitor-fixture.ts';
import { actions, addressOf, samples } from './route-table-fixture.ts';
import { tokenField } from './session-guard.ts';

const forms = actions.filter(
  ({ access, body }) => access !== 'public' && access.scheme === 'visitor' && body === 'form',
);

describe('forms of people who are not signed in', () => {
  let fixture: PeopleFixture;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    fixture = await openPeopleFixture({ after: (end: () => Promise<void>) => ends.push(end) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** The address of a form, with a link that lives where its path has one. */
  async function addressFor(path: string): Promise<string> {
    const { database, installation } = fixture;
    const email = `${path.replaceAll(/\W+/g, '-')}@example.com`;
    await database.accounts.add(sampleAccount(email, { role: 'user', createdAt: Date.now() }));
    const issue = createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
    const operator = { name: 'operator', source: 'cli', requestId: '-' };
    const kind = path.startsWith('/join/') ? 'invitation' : 'reset';
    return addressOf(path, { ...samples, secret: await issue.send(operator, email, kind) });
  }

  async function tokenFor(browser: ReturnType<typeof openBrowser>): Promise<string> {
    const { body } = await browser.get('/sign-in');
    return /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? assert.fail(body);
  }

  for (const { method, path } of forms) {
    test(`${method} ${path} is taken from a page of this browser alone`, async () => {
      const url = await addressFor(path);
      const [own, other] = [openBrowser(fixture), openBrowser(fixture)];
      const [token, foreign] = [await tokenFor(own), await tokenFor(other)];
      const cookie = own.cookie();
      const send = (headers: Record<string, string>, shown: string) =>
        fixture.app.inject({
          ...{ method, url, headers: { ...ownForm, ...headers } },
          payload: new URLSearchParams({ [tokenField]: shown }).toString(),
        });
      for (const [headers, shown] of [
        [{}, token],
        [{ cookie }, ''],
        [{ cookie }, foreign],
        [{ cookie: other.cookie() }, token],
        [{ cookie, 'sec-fetch-site': 'cross-site' }, token],
        [{ cookie, origin: 'https://elsewhere.example' }, token],
      ] as const) {
        const answer = await send(headers, shown);
        assert.equal(answer.statusCode, 403, JSON.stringify([headers, shown]));
        assert.equal(answer.json<{ error: string }>().error, 'csrf');
        assert.equal(answer.headers['set-cookie'], undefined);
      }
      assert.notEqual((await send({ cookie }, token)).statusCode, 403);
    });
  }

  test('where browsers keep no cookies, the page behind any link says that https is needed', async () => {
    const ask = (method: 'GET' | 'POST', url: string) =>
      fixture.app.inject({
        ...{ method, url, headers: { ...ownForm, host: 'files.example.com', origin: '' } },
      });
    for (const url of [`/join/${'A'.repeat(43)}`, '/reset/short']) {
      assert.equal((await ask('GET', url)).statusCode, 403);
      assert.equal((await ask('POST', url)).statusCode, 404);
    }
  });
});
