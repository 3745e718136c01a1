import { runProgram } from './run-program.ts';
import { launcher } from './valise.ts';

/** What a form of a page needs beside its fields. */
export interface Form {
  cookie: string;
  csrf: string;
}

/** Invites a person; returns the path of the invitation. */
export async function invite(dataDir: string, email: string): Promise<string> {
  const account = [email, '46700000001', '--role', 'user', '--data', dataDir];
  const { stdout } = await runProgram(launcher, ['account', 'add', ...account]);
  const [path] = /\/join\/[\w-]{43}/.exec(stdout) ?? [];
  if (path === undefined) throw new Error(`There is no invitation: ${stdout}`);
  return path;
}

/** Opens a page with a form, as a browser without cookies. */
export async function openForm(address: string): Promise<Form> {
  const page = await fetch(address);
  const csrf = valueOf('csrf', await page.text());
  if (csrf === undefined) throw new Error(`${address} (${page.status}) has no form`);
  return { cookie: cookiesOf(page), csrf };
}

/** Accepts an invitation; returns the cookies of the session. */
export async function accept(address: string): Promise<string> {
  const { cookie, csrf } = await openForm(address);
  const answer = await fetch(address, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ csrf, name: 'Ann', password: 'four unrelated quiet words' }),
    redirect: 'manual',
  });
  if (answer.status !== 303) throw new Error(`The invitation was answered ${answer.status}`);
  return cookiesOf(answer);
}

/** The value of a field of a page. */
export function valueOf(field: string, page: string): string | undefined {
  return new RegExp(`name="${field}" value="([^"]+)"`).exec(page)?.[1];
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
