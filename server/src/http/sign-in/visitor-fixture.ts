import assert from 'node:assert/strict';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, ownForm } from '../app/people-fixture.ts';

/** A browser that keeps its cookies and fills in forms. */
export function openBrowser({ app }: Pick<PeopleFixture, 'app'>) {
  const jar = new Map<string, string>();

  function keep(answer: { headers: Record<string, unknown> }): void {
    const set = [answer.headers['set-cookie'] ?? []].flat() as string[];
    for (const each of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      assert.match(
        each,
        /^__Host-valise-\w+=[^;]*;(?: Max-Age=(?:0|15552000);)? Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      );
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function get(url: string, headers: Record<string, string> = {}) {
    const answer = await app.inject({
      url,
      headers: { host, accept: 'text/html', cookie: cookie(), ...headers },
    });
    keep(answer);
    return answer;
  }

  /** Fills the form of a page in; several values of a field are an array. */
  async function submit(
    url: string,
    fields: Record<string, string | readonly string[]>,
    page = url,
  ) {
    const { body } = await get(page);
    return await send(url, body, fields);
  }

  /** Sends the form of a page that was shown. */
  async function send(
    url: string,
    body: string,
    fields: Record<string, string | readonly string[]>,
  ) {
    const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const form = new URLSearchParams({ csrf });
    for (const [name, value] of Object.entries(fields)) {
      for (const each of [value].flat()) form.append(name, each);
    }
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...ownForm, accept: 'text/html', cookie: cookie() },
      payload: form.toString(),
    });
    keep(answer);
    return answer;
  }
  return { jar, cookie, get, submit, send };
}
