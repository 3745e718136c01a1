import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import type { Certificate } from './certificate.ts';
import { runProgram } from './run-program.ts';
import type { ServerProcess } from './server-process.ts';
import { startServerProcess } from './server-process.ts';

export const launcher = join(import.meta.dirname, '../bin/valise');
const sources = join(import.meta.dirname, '../server/src/main.ts');
export const email = 'bench@example.com';
const key = 'a-key-that-lives-as-long-as-its-measurement';
const linkTimeoutMs = 20_000;
/** `BENCH_WORKERS`: so many workers instead of as many as a server has by itself. */
const { BENCH_WORKERS: usualWorkers } = process.env;

/** A running Valise with one API account that knows how to use it. */
export interface Valise {
  server: ServerProcess;
  dataDir: string;
  /** Credentials and a CSRF token, as every call needs them. */
  headers: Readonly<Record<string, string>>;
  /** The path of something below the account, for example `cgi/upload.cgi`. */
  path: (rest: string) => string;
}

/** Makes a data folder with an account in it. */
export async function createValiseData(dataDir: string): Promise<void> {
  const account = [email, '46700000001', '--role', 'api', '--key-file', '-'];
  await runProgram(launcher, ['account', 'add', ...account, '--data', dataDir], { input: key });
}

export interface ValiseOptions {
  certificate?: Certificate | undefined;
  settleMs?: number;
  workers?: string | undefined;
  /** Whether the sources are run, and not the bundle of them, in which single files are not to be told apart. */
  hasNoBundle?: boolean;
  /** Variables that are added to the environment. */
  env?: Readonly<Record<string, string>>;
}

/**
 * Serves a data folder with the settings that Valise has by default, and nobody signed in. Only
 * `BENCH_WORKERS` and two limits differ, which the load would reach: they still count.
 */
export async function startValiseServer(
  dataDir: string,
  { certificate, settleMs, workers = usualWorkers, hasNoBundle = false, env }: ValiseOptions = {},
): Promise<ServerProcess> {
  const tls =
    certificate === undefined
      ? []
      : ['--tls-cert-file', certificate.certFile, '--tls-key-file', certificate.keyFile];
  return await startServerProcess({
    name: 'valise',
    command: hasNoBundle ? process.execPath : launcher,
    args: [
      ...(hasNoBundle ? [sources] : []),
      ...['serve', '--data', dataDir, '--port', '0', '--log-format', 'json'],
      ...['--mails-per-day', '10000000', '--link-request-rate', '1000000'],
      ...(workers === undefined ? [] : ['--workers', workers]),
      ...tls,
    ],
    logFile: `${dataDir}.log`,
    findUrl: (log) => /"address":"([^"]+)"[^\n]*is serving/.exec(log)?.[1],
    ...(settleMs === undefined ? {} : { settleMs }),
    ...(env === undefined ? {} : { env }),
  });
}

/** Serves a data folder, and signs its account in. */
export async function startValise(
  dataDir: string,
  { certificate, ...options }: ValiseOptions = {},
): Promise<Valise> {
  const path = (rest: string): string => `/${email}/${rest}`;
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const server = await startValiseServer(dataDir, options);
  const page = await fetch(`${server.url}${path('')}`, { headers: { authorization } });
  const token = /name="csrftoken" value="([^"]+)"/.exec(await page.text())?.[1];
  if (token === undefined) throw new Error(`The index page (${page.status}) holds no token`);
  const headers = { authorization, 'csrf-token': token };
  if (certificate === undefined) return { server, dataDir, headers, path };
  // A token outlives the server: taken in the clear, it is good for the one that is measured.
  await server.stop();
  return {
    server: await startValiseServer(dataDir, { ...options, certificate }),
    dataDir,
    headers,
    path,
  };
}

/** The headers of a program at API v1. */
export const bearerHeaders = { authorization: `Bearer ${key}` };

/** Asks API v1, and expects an answer in JSON. */
export async function askApi<Answer>(
  { server }: Pick<Valise, 'server'>,
  path: string,
  sent: { method?: string; headers?: Record<string, string>; body?: string | FormData } = {},
): Promise<Answer> {
  const headers = { ...bearerHeaders, ...sent.headers };
  const answer = await fetch(`${server.url}/api/v1${path}`, { ...sent, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

/** Calls an operation by its name without `.cgi`: a POST of `json`, or else a GET. */
export async function callValise(
  { server, path, headers }: Valise,
  operation: string,
  json?: unknown,
): Promise<unknown> {
  const answer = await fetch(
    `${server.url}${path(`cgi/${operation}.cgi`)}`,
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

/** Uploads a small file. */
export async function uploadText(valise: Valise, name: string, text: string): Promise<void> {
  const form = new FormData();
  form.set('do', 'upload');
  form.set('file', new Blob([text]), name);
  const url = `${valise.server.url}${valise.path('cgi/upload.cgi')}`;
  const answer = await fetch(url, { method: 'POST', headers: valise.headers, body: form });
  if (!answer.ok) throw new Error(`upload answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Chooses the receivers of what is sent next, and makes sure that it can be sent. */
export async function chooseReceivers(valise: Valise, emails: readonly string[]): Promise<void> {
  await addFirstContact(valise);
  await callValise(
    valise,
    'receivers_set',
    emails.map((each) => ({ email: each })),
  );
  await callValise(valise, 'get_files');
}

/** Nothing is sent by an account without contacts, whoever the receivers are. */
async function addFirstContact(valise: Valise): Promise<void> {
  const { local } = (await callValise(valise, 'contacts_read')) as { local: unknown[] };
  if (local.length === 0) await callValise(valise, 'contacts_add', [{ email }]);
}

/** Sends what lies in the tray to the account itself; returns where it stands in the inbox. */
export async function sendToSelf(valise: Valise): Promise<string> {
  await chooseReceivers(valise, [email]);
  await callValise(valise, 'createdrop', { desttime: 86_400, ddmessage: 'for measuring' });
  const history = (await callValise(valise, 'get_history')) as { inbox: { url: string }[] };
  const [entry] = history.inbox;
  if (entry === undefined) throw new Error('What was sent did not arrive in the inbox');
  return entry.url;
}

/** Has Valise mail a link (`createdrop` or `givedrop`) and returns its path: `/d/…` or `/u/…`. */
export async function mailLink(
  valise: Valise,
  operation: 'createdrop' | 'givedrop',
): Promise<string> {
  await chooseReceivers(valise, [`${operation}-${performance.now()}@example.com`]);
  await callValise(valise, operation, { desttime: 86_400, ddmessage: 'for measuring' });
  const deadline = performance.now() + linkTimeoutMs;
  while (performance.now() < deadline) {
    const link = await findNewestLink(valise.dataDir);
    if (link !== undefined) return link;
    await sleep(200);
  }
  throw new Error('No mail with a link was made');
}

/** Undefined while the newest mail still waits. */
async function findNewestLink(dataDir: string): Promise<string | undefined> {
  const list = ['mail', 'list', '--limit', '1', '--json', '--data', dataDir];
  const [mail] = JSON.parse((await runProgram(launcher, list)).stdout) as {
    id: string;
    state: string;
  }[];
  if (mail?.state !== 'captured') return undefined;
  const { stdout } = await runProgram(launcher, ['mail', 'show', mail.id, '--data', dataDir]);
  return /https?:\/\/[^/\s]+(\/[du]\/[\w-]+)/.exec(stdout)?.[1];
}
