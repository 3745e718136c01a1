import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../account.ts';
import { tokenIn } from '../account.ts';
import { checksOf } from '../check.ts';
import { expect, expectEqual, expectError, expectMatch, expectStatus } from '../expect.ts';

const most = 60;
/** So long that nodes of a server have told each other which tokens were used. */
const nodesAgreeMs = 2500;

async function isValid(me: Account, token: string): Promise<boolean> {
  const answer = await me.call('contacts_read', { headers: { 'csrf-token': token } });
  if (answer.status === 200) return true;
  expectError(answer, 403, 'csrf');
  return false;
}

async function issue(me: Account, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push(await me.token());
  return tokens;
}

export const tokenChecks = checksOf('CSRF tokens (document 5)', [
  {
    id: 'token/field',
    title: 'operation 1: the page is HTML and holds the token once, in the hidden input csrftoken',
    async run({ me }) {
      const page = await me.send({ path: me.path() });
      expectStatus(page, 200);
      expectEqual(page.headers['content-type'], 'text/html; charset=utf-8', 'content-type', page);
      const inputs = (page.text().match(/<input\b[^>]*>/g) ?? []).filter((input) =>
        input.includes('name="csrftoken"'),
      );
      expectEqual(inputs.length, 1, 'inputs named csrftoken', page);
      for (const attribute of [/type="hidden"/, /id="csrftoken"/, /value="[^"]+"/]) {
        expectMatch(inputs[0], attribute, 'the input', page);
      }
      expectMatch(
        tokenIn(page.text()),
        /^[A-Za-z0-9]{43,}$/,
        'the token, of 32 random bytes',
        page,
      );
    },
  },
  {
    id: 'token/many',
    title: 'each load of the page gives a new token, and the older ones stay valid',
    async run({ me }) {
      const tokens = await issue(me, 5);
      expectEqual(new Set(tokens).size, 5, 'different tokens');
      for (const token of tokens) expect(await isValid(me, token), 'an older token to stay valid');
    },
  },
  {
    id: 'token/wrong',
    title: 'a request without a token, or with an empty, unknown or changed one, is 403 csrf',
    async run({ me }) {
      const path = me.path('cgi/contacts_read.cgi');
      const token = await me.token();
      expectError(await me.send({ path }), 403, 'csrf');
      for (const wrong of ['', 'invalid', `${token}x`, token.slice(1), 'A'.repeat(43)]) {
        expectError(await me.send({ path, headers: { 'csrf-token': wrong } }), 403, 'csrf');
      }
    },
  },
  {
    id: 'token/place',
    title: 'a token in the query, in a cookie or sent twice does not count',
    async run({ me }) {
      const token = await me.token();
      const path = me.path('cgi/contacts_read.cgi');
      expectError(await me.send({ path: `${path}?csrftoken=${token}` }), 403, 'csrf');
      const cookie = { cookie: `csrftoken=${token}` };
      expectError(await me.send({ path, headers: cookie }), 403, 'csrf');
      const twice = { 'csrf-token': [token, token] };
      expectError(await me.send({ path, headers: twice }), 403, 'csrf');
    },
  },
  {
    id: 'token/account',
    title: 'a token belongs to one account, and the attempt of another does not end it',
    needs: 'other',
    async run({ me, other }) {
      const token = await me.token();
      expect(!(await isValid(other, token)), 'a token of another account to be refused');
      expect(await isValid(me, token), 'the token to stay valid for its account');
    },
  },
  {
    id: 'token/eviction',
    title: '60 tokens live side by side; one more ends the one nearest its expiry; use renews',
    async run({ me }) {
      const [first = '', ...rest] = await issue(me, most);
      for (const token of [...rest, first]) {
        expect(await isValid(me, token), `${most} tokens to be valid at a time`);
      }
      await sleep(nodesAgreeMs);
      const [next = ''] = await issue(me, 1);
      const [nearest = '', ...others] = rest;
      expect(!(await isValid(me, nearest)), 'the token that was unused for longest to be gone');
      for (const token of [first, ...others, next]) {
        expect(await isValid(me, token), 'every other token to stay valid');
      }
      me.forgetToken();
    },
  },
]);
