import { originOf } from './client.ts';
import { sleep } from './patience.ts';
import { ValiseError, ValiseProblem, problemOf } from './problem.ts';
import { unreachable } from './transport.ts';
import type { Me } from './types.ts';

export type Scope = Me['scopes'][number];

/** What a program shows to its person. */
export interface DeviceCode {
  /** Typed on the page below. */
  userCode: string;
  /** The address of that page. */
  verificationUri: string;
  expiresInSeconds: number;
}

export interface DeviceLoginOptions {
  /** The origin of the server, `https://files.example.com`. */
  url: string;
  /** What the program calls itself, in up to 100 characters. */
  clientName: string;
  /** What it asks for; left out, what is usual. The person decides. */
  scopes?: readonly Scope[];
  onCode: (code: DeviceCode) => void;
  signal?: AbortSignal;
  allowPlainHttp?: boolean;
  fetch?: typeof fetch;
}

/** What the person has allowed: a key, and whose. */
export interface DeviceLogin {
  url: string;
  key: string;
  account: string;
  keyName: string;
  scopes: Scope[];
  expiresInSeconds: number | undefined;
}

interface Told {
  error?: string;
  error_description?: string;
  device_code?: string;
  user_code?: string;
  verification_uri?: string;
  expires_in?: number;
  interval?: number;
  access_token?: string;
  scope?: string;
  account?: string;
  key_name?: string;
}

const grant = 'urn:ietf:params:oauth:grant-type:device_code';
const usualInterval = 5;
/** What RFC 8628 demands after `slow_down`. */
const slowerBy = 5;

/**
 * Asks a person for a key (RFC 8628): `onCode` is told what to show them, and the promise waits until they have allowed
 * or refused it, or its time is over. Throws a problem `not_found` where the server offers none of this, and
 * `access_denied`, `expired_token` and other words of OAuth as `code` of a `ValiseProblem`.
 */
export async function login(options: DeviceLoginOptions): Promise<DeviceLogin> {
  const { clientName, scopes = [], onCode, signal } = options;
  const url = originOf(options);
  const ask = askerOf(url, options);
  const begun = await ask('/oauth/device', { client_id: clientName, scope: scopes.join(' ') });
  const { device_code: code, user_code: userCode, verification_uri: verificationUri } = begun;
  if (code === undefined || userCode === undefined || verificationUri === undefined) {
    throw refusalOf(begun);
  }
  const { expires_in: expiresInSeconds = 600, interval = usualInterval } = begun;
  const endsAt = performance.now() + expiresInSeconds * 1000;
  onCode({ userCode, verificationUri, expiresInSeconds });
  let seconds = interval;
  for (;;) {
    await sleep(seconds * 1000, signal);
    const told = await askAgain(ask, { grant_type: grant, device_code: code }, seconds);
    if (told.access_token !== undefined) return loginIn(told, url);
    if (told.error === 'slow_down') seconds += slowerBy;
    else if (told.error !== 'authorization_pending') throw refusalOf(told);
    // The server says so too, unless it is away.
    if (performance.now() > endsAt) throw refusalOf({ error: 'expired_token' });
  }
}

type Ask = (path: string, fields: Record<string, string>) => Promise<Told>;

function askerOf(url: string, options: DeviceLoginOptions): Ask {
  const { signal, fetch: given = (...args) => fetch(...args) } = options;
  return async (path, fields) => {
    const form = Object.entries(fields).filter(([, value]) => value !== '');
    let answer: Response;
    try {
      answer = await given(url + path, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(form),
        redirect: 'manual',
        credentials: 'omit',
        signal: AbortSignal.any([AbortSignal.timeout(30_000), ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw unreachable(url, error);
    }
    if (!answer.ok && answer.status !== 400) throw await problemOf(answer);
    try {
      return (await answer.json()) as Told;
    } catch {
      throw new ValiseError(`${url} does not answer as Valise does: the answer is no JSON.`);
    }
  };
}

/** A server that is away for a moment is asked again: the person may be typing the code. */
async function askAgain(ask: Ask, fields: Record<string, string>, seconds: number): Promise<Told> {
  try {
    return await ask('/oauth/token', fields);
  } catch (error) {
    const isOver = error instanceof ValiseProblem && error.retry === 'never';
    if (isOver || !(error instanceof ValiseError)) throw error;
    return { error: seconds < 60 ? 'slow_down' : 'authorization_pending' };
  }
}

function loginIn({ access_token: key = '', account = '', ...told }: Told, url: string) {
  const { scope = '', key_name: keyName = '', expires_in: expiresInSeconds } = told;
  return { url, key, account, keyName, scopes: scope.split(' ') as Scope[], expiresInSeconds };
}

const reasons: Readonly<Record<string, string>> = {
  access_denied: 'It was not allowed.',
  expired_token: 'The time of the code is over.',
};

function refusalOf({ error = 'unknown', error_description: said }: Told): ValiseProblem {
  const detail = said ?? reasons[error] ?? 'The server does not let this program sign in.';
  return new ValiseProblem({
    ...{ status: error === 'access_denied' ? 403 : 400, code: error, title: 'Not signed in' },
    ...{ detail, type: 'about:blank', errors: [], retry: 'never', requestId: undefined },
    ...{ retryAfterSeconds: undefined, oldestCursor: undefined },
  });
}
