import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createAuthenticator } from '../../domain/passkeys/authenticator-fixture.ts';
import { algorithms } from '../../domain/passkeys/webauthn.ts';
import { createAccountLinkIssue } from '../../domain/people/account-link-issue.ts';
import { startProvider } from '../../oidc/provider-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import type { PeopleFixture, TestPerson } from '../app/people-fixture.ts';
import { host, openPeopleFixture, ownForm } from '../app/people-fixture.ts';

export const here = { origin: `http://${host}`, rpId: 'localhost' };
export const page = '/app/security/passkeys';

/** The attribute of a page that the script reads. */
export function optionsIn(body: string): { challenge: string } {
  const [, text = ''] = /data-options="([^"]+)"/.exec(body) ?? [];
  return JSON.parse(unescaped(text)) as never;
}

export function unescaped(text: string): string {
  return text.replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

/** A browser of somebody who is not signed in. */
export function openVisitor({ app }: Pick<PeopleFixture, 'app'>, cookie = '') {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(lines: string | string[] | undefined): void {
    for (const line of [lines ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  }

  keep(cookie);

  async function get(url: string) {
    const headers = { host, accept: 'text/html', cookie: header() };
    const answer = await app.inject({ url, headers });
    keep(answer.headers['set-cookie']);
    return answer;
  }

  async function post(url: string, fields: Record<string, string>) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...ownForm, accept: 'text/html', cookie: header() },
      payload: new URLSearchParams(fields).toString(),
    });
    keep(answer.headers['set-cookie']);
    return answer;
  }

  return {
    get,

    /** Sends the form of a page that has this button, as it is but for `entered`. */
    async submit(body: string, button: string, entered: Record<string, string> = {}) {
      const [, action = '', inside = ''] =
        Array.from(body.matchAll(/<form[^>]*\saction="([^"]+)"[^>]*>(.*?)<\/form>/gs)).find(
          ([form]) => form.includes(button),
        ) ?? assert.fail(`There is no form with ${button}`);
      const inputs = inside.matchAll(/<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"/gs);
      const fields = Array.from(
        inputs,
        ([, name = '', value = '']) => [name, unescaped(value)] as const,
      );
      return await post(unescaped(action), { ...Object.fromEntries<string>(fields), ...entered });
    },

    async signInWith(response: (challenge: string) => object) {
      const { body } = await get('/sign-in?next=/app/sent');
      const csrf = /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? '';
      const shown = JSON.stringify(response(optionsIn(body).challenge));
      const fields = { csrf, next: '/app/sent', response: shown };
      return await post('/sign-in/passkey', fields);
    },
  };
}

export async function addPasskey(person: TestPerson, label: string, name = 'Phone') {
  const phone = createAuthenticator(algorithms.ES256, label);
  const { challenge } = optionsIn((await person.get(page)).body);
  const response = JSON.stringify(phone.create({ challenge, ...here }));
  const answer = await person.post(`${page}/add`, { response, name });
  return { phone, answer };
}

/** Adds the account of somebody who was invited; returns the link. */
export async function invite({ installation, database, clock }: PeopleFixture, email: string) {
  const account = sampleAccount(email, { role: 'user', createdAt: clock.now() });
  await database.accounts.add(account);
  const issue = createAccountLinkIssue({
    ...installation,
    hasher: installation.tokenHasher,
  });
  const actor = { name: 'operator', source: '192.0.2.1', requestId: 'request' };
  return { account, link: `/join/${await issue.send(actor, email, 'invitation')}` };
}

/** A server with a real provider. */
export async function openWithProvider(context: TestContext, settings: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-oidc-'));
  context.after(() => rm(folder, { recursive: true }));
  const oidcFile = join(folder, 'oidc.json');
  const callback = `http://${host}/sign-in/oidc/company/callback`;
  const running = await startProvider(context, [callback]);
  const { issuer, clientId, clientSecret } = running;
  await writeFile(join(folder, 'secret'), clientSecret, { mode: 0o600 });
  const provider = { id: 'company', name: 'Company & Co', issuer, clientId };
  await writeFile(
    oidcFile,
    JSON.stringify({ providers: [{ ...provider, clientSecretFile: 'secret', ...settings }] }),
  );
  const fixture = await openPeopleFixture(context, { args: ['--oidc-file', oidcFile] });
  return { ...fixture, running };
}

/** What a browser asks for that a provider sends back. */
export const path = ({ pathname, search }: URL) => `${pathname}${search}`;
