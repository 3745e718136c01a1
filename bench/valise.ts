import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { ServerProcess } from './server-process.ts';
import { startServerProcess } from './server-process.ts';

const launcher = join(import.meta.dirname, '../bin/valise');
const email = 'bench@example.com';
const key = 'a-key-that-lives-as-long-as-its-measurement';

/** A running Valise with one API account that knows how to use it. */
export interface Valise {
  server: ServerProcess;
  /** Credentials and a CSRF token, as every call needs them. */
  headers: Readonly<Record<string, string>>;
  /** The address of something below the account, for example `cgi/upload.cgi`. */
  address: (rest: string) => string;
}

/** Makes a data folder with an account in it. */
export async function createValiseData(dataDir: string): Promise<void> {
  const account = [email, '46700000001', '--role', 'api', '--key', key];
  await runProgram(launcher, ['account', 'add', ...account, '--data', dataDir]);
}

/** Serves a data folder with the settings that Valise has by default. */
export async function startValise(dataDir: string): Promise<Valise> {
  const server = await startServerProcess({
    name: 'valise',
    command: launcher,
    args: ['serve', '--data', dataDir, '--port', '0', '--log-format', 'json'],
    logFile: `${dataDir}.log`,
    findUrl: (log) => /"address":"([^"]+)"[^\n]*is serving/.exec(log)?.[1],
  });
  const address = (rest: string): string => `${server.url}/${email}/${rest}`;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const page = await fetch(address(''), { headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(await page.text())?.[1];
  if (token === undefined) throw new Error(`The index page (${page.status}) holds no token`);
  return { server, headers: { authorization, 'csrf-token': token }, address };
}

/** Calls an operation by its name without `.cgi`: a POST of `json`, or else a GET. */
export async function callValise(
  { address, headers }: Valise,
  operation: string,
  json?: unknown,
): Promise<unknown> {
  const answer = await fetch(
    address(`cgi/${operation}.cgi`),
    json === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(json),
        },
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** What curl needs to upload a file under a name. */
export function uploadArguments(valise: Valise, path: string, name: string): string[] {
  const form = ['--form', 'do=upload', '--form', `file=@${path};filename=${name}`];
  return [...form, valise.address('cgi/upload.cgi')];
}

/** Sends what lies in the tray to the account itself; returns the address it is downloaded from. */
export async function sendToSelf(valise: Valise, fileName: string): Promise<string> {
  await callValise(valise, 'contacts_add', [{ email }]);
  await callValise(valise, 'receivers_set', [{ email }]);
  await callValise(valise, 'get_files');
  await callValise(valise, 'createdrop', { desttime: 86_400, ddmessage: 'for measuring' });
  const history = (await callValise(valise, 'get_history')) as { inbox: { url: string }[] };
  const [entry] = history.inbox;
  if (entry === undefined) throw new Error('What was sent did not arrive in the inbox');
  return `${entry.url}/files/${fileName}`;
}
