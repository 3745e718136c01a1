/**
 * The acts of a walk through the application. Each begins where a person would begin, and ends when its result is
 * shown.
 */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../harness/eventually.ts';
import { valise } from '../harness/valise-command.ts';
import type { Hands } from './hands.ts';
import { hashFile, hashZip } from './hash-files.ts';

export const password = 'four unrelated quiet words';

/** Invites somebody from the operator's shell, and returns the path of the link. */
export async function invite(dataDir: string, email: string): Promise<string> {
  const told = await valise(
    ...['account', 'add', email, '46700000001', '--role', 'user', '--data', dataDir],
  );
  const [path] = /\/join\/[\w-]{43}/.exec(told) ?? [];
  return path ?? assert.fail(told);
}

export async function join({ page, press, write }: Hands, link: string, name: string) {
  await page.goto(link);
  await write(page.getByLabel('Your name'), name);
  await write(page.getByLabel('Password', { exact: true }), password);
  await press(page.getByRole('button', { name: 'Create account', exact: true }));
  await page.getByRole('heading', { name: `, ${name}` }).waitFor();
}

export async function joinWithPasskey({ page, press, write }: Hands, link: string, name: string) {
  await page.goto(link);
  await write(page.getByLabel('Your name'), name);
  await press(page.getByRole('button', { name: 'Create account with a passkey' }));
  await page.getByRole('heading', { name: `, ${name}` }).waitFor();
}

/** The button is behind the menu of the account. */
async function pressSignOut({ page, press }: Hands): Promise<void> {
  await press(page.locator('summary', { hasText: 'Account:' }));
  await press(page.getByRole('button', { name: 'Sign out' }));
}

/** A place of the navigation. On a small screen some are tabs, and the others stand behind *More*. */
async function goTo({ page, press }: Hands, name: RegExp): Promise<void> {
  const banner = page.getByRole('banner');
  const link = banner.getByRole('link', { name });
  await banner.waitFor();
  if ((await link.count()) === 0) await press(banner.locator('summary', { hasText: 'More' }));
  await press(link);
}

export async function signOut(hands: Hands): Promise<void> {
  const { page } = hands;
  await pressSignOut(hands);
  await page.getByText('You are signed out.').waitFor();
}

/** The authenticator of the test answers by itself as soon as the page offers passkeys among its suggestions. */
export async function signInAgainWithPasskey(hands: Hands): Promise<void> {
  const { page } = hands;
  const signedIn = page.waitForResponse((response) => response.url().includes('/sign-in/passkey'));
  await pressSignOut(hands);
  assert.equal((await signedIn).status(), 303);
  await page.getByRole('heading', { name: /^Good (?:morning|afternoon|evening), / }).waitFor();
}

export async function signIn({ page, press, write }: Hands, email: string): Promise<void> {
  await write(page.getByLabel('E-mail address'), email);
  await write(page.getByLabel('Password'), password);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
  await page.getByRole('heading', { name: /^Good (?:morning|afternoon|evening), / }).waitFor();
}

/** Begins a drop; without scripts its files come with the form. */
export async function beginDrop(hands: Hands, to: readonly string[]) {
  const { page, write } = hands;
  await goTo(hands, /^Send(?: files)?$/);
  await page.getByRole('heading', { name: 'Send files' }).waitFor();
  await write(page.getByLabel('To', { exact: true }), `${to.join(', ')},`);
}

export async function addFiles(hands: Hands, paths: readonly string[], count: number) {
  const { page, press, chooseFiles } = hands;
  await chooseFiles(page.getByLabel('Choose files'), paths);
  if (!hands.hasScripts) await press(page.getByRole('button', { name: 'Add files' }));
  await untilSummary(hands, count);
}

/** Against an upload without end: many files, or a large one, take long on a machine that does much else. */
export const uploadTimeoutMs = 30 * 60_000;

/** The files have arrived, and the draft counts them. */
export async function untilSummary({ page }: Hands, files: number): Promise<void> {
  const hasText = new RegExp(`^\\s*${files} files, `);
  const facts = page.locator('[data-fact=files]').filter({ hasText, visible: true });
  await facts.first().waitFor({ timeout: uploadTimeoutMs });
}

export async function sendDrop({ page, press, write }: Hands, message: string): Promise<void> {
  await write(page.getByLabel('Message (optional)'), message);
  await press(page.getByRole('button', { name: 'Send', exact: true }));
  await page.getByRole('heading', { name: /^On its way to/ }).waitFor();
  await press(page.getByRole('link', { name: 'Follow it' }));
  await page.getByRole('heading', { name: /^Recipients/ }).waitFor();
}

/** Downloads all files of a link as an archive, and returns their hashes. */
export async function fetchAll(hands: Hands, link: string): Promise<Record<string, string>> {
  await hands.page.goto(link);
  return await saveZip(hands, hands.page.getByRole('button', { name: /^Download all/ }));
}

async function saveZip({ page, press }: Hands, button: Locator): Promise<Record<string, string>> {
  const [started] = await Promise.all([page.waitForEvent('download'), press(button)]);
  assert.match(started.suggestedFilename(), /\.zip$/);
  return await hashZip(await started.path());
}

/** Something that a page shows by itself, or without scripts after it was loaded again. */
export async function untilShown({ page, hasScripts }: Hands, shown: Locator): Promise<void> {
  if (hasScripts) await shown.first().waitFor();
  else {
    await eventually(String(shown), async () => {
      if ((await shown.count()) > 0) return true;
      await page.reload();
      return undefined;
    });
  }
}

export async function extendDrop({ page, press, chooseLast }: Hands): Promise<void> {
  await press(page.locator('summary', { hasText: 'Extend' }));
  await chooseLast(page.getByLabel('New expiry date'));
  await press(page.getByRole('button', { name: 'Extend' }));
  await page.getByText('The expiry date has been changed.').waitFor();
}

export async function revokeOne({ page, press }: Hands, email: string): Promise<void> {
  await press(page.getByLabel(`More: ${email}`));
  await press(page.getByRole('link', { name: 'Revoke access' }));
  await press(page.getByRole('button', { name: 'Revoke access' }));
  await page.getByText('Access has been revoked.').waitFor();
}

export async function askForFiles(hands: Hands, email: string, message: string) {
  const { page, press, write } = hands;
  await goTo(hands, /^Requests$/);
  await write(page.getByLabel('From whom'), email);
  await write(page.getByLabel('Message (optional)'), message);
  await press(page.getByRole('button', { name: 'Send request', exact: true }));
  await page.getByText('Your request is open.').waitFor();
}

/** Sends files back through a link of a request. */
export async function answer(hands: Hands, link: string, paths: readonly string[]): Promise<void> {
  const { page, press, chooseFiles } = hands;
  await page.goto(link);
  await chooseFiles(page.getByLabel('Choose files'), paths);
  const name = hands.hasScripts ? `Send ${paths.length} files` : 'Send';
  await press(page.getByRole('button', { name, exact: true }));
  await page.getByRole('heading', { name: 'Your files have arrived' }).waitFor();
}

/** Downloads all files of an item of the inbox, and returns their hashes. */
export async function readItem(hands: Hands, from: string): Promise<Record<string, string>> {
  const { page, press } = hands;
  await goTo(hands, /^Inbox/);
  await press(page.getByRole('link', { name: from }));
  await page.getByRole('heading', { name: `Files from ${from}` }).waitFor();
  return await saveZip(hands, page.getByRole('link', { name: /^Download all/ }));
}

/** The hashes that files have on the disk, by the names that they are sent under. */
export async function hashesOf(paths: Readonly<Record<string, string>>) {
  const entries = Object.entries(paths).map(
    async ([name, path]) => [name, await hashFile(path)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
