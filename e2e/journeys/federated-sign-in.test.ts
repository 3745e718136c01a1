/** Sign-in with a real provider and with the virtual authenticator of a real browser. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { minute } from '../../server/src/domain/model/clock.ts';
import { createAccountLinkIssue } from '../../server/src/domain/people/account-link-issue.ts';
import { listenForBrowsers } from '../../server/src/http/app/browser-fixture.ts';
import type { PeopleFixture } from '../../server/src/http/app/people-fixture.ts';
import { openPeopleFixture } from '../../server/src/http/app/people-fixture.ts';
import { startProvider } from '../../server/src/oidc/provider-fixture.ts';
import { createFakeClock } from '../../server/src/testing/fake-clock.ts';
import { sampleAccount } from '../../server/src/testing/samples.ts';
import { startServer } from '../harness/server.ts';
import { addAuthenticator } from './authenticator.ts';
import { missingBrowser, newReader } from './browser.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A server in this process, whose clock a test can move. It is on localhost: passkeys need a name. */
async function startInProcess(context: TestContext, args: readonly string[] = []) {
  const clock = createFakeClock();
  const fixture = await openPeopleFixture(context, { clock, args });
  return { ...fixture, clock, origin: await listenForBrowsers(fixture) };
}

async function inviteAlice({ installation, database }: PeopleFixture): Promise<string> {
  const email = 'alice@example.com';
  await database.accounts.add(sampleAccount(email, { role: 'user' }));
  const issue = createAccountLinkIssue({ ...installation, hasher: installation.tokenHasher });
  const actor = { name: 'operator', source: '192.0.2.1', requestId: 'request' };
  return await issue.send(actor, email, 'invitation');
}

test(
  'joined with a passkey, confirmed with it, and nothing to see after sign-out',
  { skip: missingBrowser, timeout: 300_000 },
  async (context) => {
    const server = await startInProcess(context);
    const { origin, clock } = server;
    const secret = await inviteAlice(server);
    const page = await newReader();
    const removeAuthenticator = await addAuthenticator(page);
    await page.goto(`${origin}/join/${secret}`);
    await page.getByRole('button', { name: 'with a passkey' }).click();
    await page.getByRole('link', { name: 'Enter your name' }).waitFor();
    await page.getByLabel('Your name').fill('Alice Example');
    await page.getByRole('button', { name: 'with a passkey' }).click();
    await page.waitForURL(`${origin}/app/`);

    clock.advance(6 * minute);
    await page.goto(`${origin}/app/security`);
    const before = await page.context().cookies();
    await page.locator('summary', { hasText: 'Set password' }).click();
    await page.getByLabel('New password').fill('tram 7 to Slussen is late');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByText('Your password was changed').waitFor();
    await page.locator('summary', { hasText: 'Change password' }).click();
    await page.getByLabel('Current password').waitFor();
    assert.notDeepEqual(await page.context().cookies(), before);

    // It would sign its owner in as soon as the sign-in page is shown.
    await removeAuthenticator();
    await page.goto(`${origin}/app/contacts`);
    await page.goto(`${origin}/app/security`);
    await page.locator('summary', { hasText: 'Account:' }).click();
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL(/\/sign-in/);
    for (let steps = 1; steps <= 2; steps += 1) {
      await page.goBack();
      await page.waitForURL(/\/sign-in/);
      assert.equal(await page.getByText('Alice Example').count(), 0);
    }
  },
);

test(
  'who must have a second factor adds a passkey on the page that asks for one',
  { skip: missingBrowser, timeout: 300_000 },
  async (context) => {
    const server = await startInProcess(context, ['--require-second-factor', 'everyone']);
    const secret = await inviteAlice(server);
    const page = await newReader();
    await addAuthenticator(page);
    await page.goto(`${server.origin}/join/${secret}`);
    await page.getByLabel('Your name').fill('Alice Example');
    await page.getByLabel('Password', { exact: true }).fill('tram 7 to Slussen is late');
    await page.getByRole('button', { name: 'Create account', exact: true }).click();
    await page.waitForURL(/\/sign-in\/set-up/);
    await page.getByRole('heading', { name: 'Or add a passkey' }).waitFor();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.waitForURL(`${server.origin}/app/`);
  },
);

test(
  'a first sign-in by a provider, then a passkey, then sign-in by the passkey',
  { skip: missingBrowser, timeout: 300_000 },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'valise-e2e-oidc-'));
    context.after(() => rm(folder, { recursive: true }));
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const provider = await startProvider(context, [`${origin}/sign-in/oidc/company/callback`]);
    provider.people.set('alice', {
      email: 'alice@example.com',
      email_verified: true,
      name: 'Alice Example',
    });
    await writeFile(join(folder, 'secret'), provider.clientSecret, { mode: 0o600 });
    const { issuer, clientId } = provider;
    const company = { id: 'company', name: 'Company', issuer, clientId };
    const allowed = { addAccounts: true, allowedDomains: ['example.com'] };
    const providers = [{ ...company, ...allowed, clientSecretFile: 'secret' }];
    await writeFile(join(folder, 'oidc.json'), JSON.stringify({ providers }));
    await startServer({
      settings: ['--port', String(port), '--oidc-file', join(folder, 'oidc.json')],
    });

    const page = await newReader();
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await addAuthenticator(page);
    await page.goto(`${origin}/sign-in?next=/app/security/passkeys`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await page.getByRole('link', { name: 'Sign in with Company' }).click();
    await page.getByRole('link', { name: 'Alice' }).click();
    await page.waitForURL(`${origin}/app/security/passkeys`);

    await page.getByLabel('Name').fill('Work laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
    await page.getByText('Company: alice@example.com').waitFor();

    // After a sign-out, the authenticator would answer on the page that follows, while the next one is asked for.
    await page.context().clearCookies();
    await page.goto(`${origin}/sign-in?next=/app/security/passkeys`);
    // The authenticator answers by itself as soon as the page offers passkeys among its suggestions.
    await page.waitForURL(`${origin}/app/security/passkeys`);
    await page.getByText(/^Last used /).waitFor();
    assert.deepEqual(violations, []);
  },
);
