import type { Waiting } from './patience.ts';
import { Patience } from './patience.ts';
import { ValiseError, ValiseUnreachable, problemOf } from './problem.ts';

export interface Call {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Below `/api/v1`. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  json?: object;
  body?: Uint8Array<ArrayBuffer>;
  signal?: AbortSignal | undefined;
  /** Makes a POST one that can be repeated. */
  idempotencyKey?: string;
  /** Of a POST that the server recognises by something else. */
  isRepeatable?: boolean;
  /** How long the headers of the answer may take. */
  timeoutMs?: number;
}

export interface TransportOptions {
  /** Without a slash at its end. */
  url: string;
  key: string;
  /** Seconds for which a request that failed is repeated. */
  patienceSeconds: number;
  onWait?: ((waiting: Waiting) => void) | undefined;
  fetch: typeof fetch;
}

const usualTimeoutMs = 60_000;

export type Transport = ReturnType<typeof createTransport>;

/** Requests to API v1 with a key. */
export function createTransport({ url, key, patienceSeconds, onWait, fetch }: TransportOptions) {
  const base = `${url}/api/v1`;
  const newPatience = (signal?: AbortSignal): Patience =>
    new Patience(patienceSeconds, signal, onWait);

  /** One try. Resolves with an answer that is a success, whose body has not been read. */
  async function attempt(call: Call): Promise<Response> {
    const { signal, timeoutMs = usualTimeoutMs } = call;
    signal?.throwIfAborted();
    const answered = new AbortController();
    const timer = setTimeout(() => {
      answered.abort(new ValiseUnreachable(`No answer within ${timeoutMs / 1000} seconds.`));
    }, timeoutMs);
    // The body of the answer goes on under it.
    const ended =
      signal === undefined ? answered.signal : AbortSignal.any([signal, answered.signal]);
    let response: Response;
    try {
      response = await fetch(addressOf(base, call), requestOf(call, key, ended));
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof ValiseError ? error : unreachable(url, error);
    } finally {
      clearTimeout(timer);
    }
    if (response.ok) return response;
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      const to = response.headers.get('location') ?? 'another address';
      throw new ValiseError(`${url} leads to ${to}: connect to the address of Valise itself.`);
    }
    throw await problemOf(response);
  }

  /** Repeats what failed and can be repeated. */
  async function request(call: Call): Promise<Response> {
    const patience = newPatience(call.signal);
    for (;;) {
      try {
        return await attempt(call);
      } catch (error) {
        await patience.afterFailure(error, isRepeatable(call));
      }
    }
  }

  return {
    url,
    attempt,
    request,
    newPatience,

    /** The same, with the answer read as JSON. An answer that broke off is asked for again. */
    async read<Answer>(call: Call): Promise<Answer> {
      const patience = newPatience(call.signal);
      for (;;) {
        const response = await request(call);
        try {
          return await jsonOf<Answer>(response, url);
        } catch (error) {
          await patience.afterFailure(error, isRepeatable(call));
        }
      }
    },
  };
}

async function jsonOf<Answer>(response: Response, url: string): Promise<Answer> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw unreachable(url, error);
  }
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new ValiseError(`${url} does not answer as Valise does: the answer is no JSON.`);
  }
}

function isRepeatable({ method, idempotencyKey, isRepeatable: isKnown = false }: Call): boolean {
  return method !== 'POST' || idempotencyKey !== undefined || isKnown;
}

function addressOf(base: string, { path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? base + path : `${base}${path}?${search.toString()}`;
}

function requestOf(call: Call, key: string, signal: AbortSignal): RequestInit {
  const { method, headers, json, body, idempotencyKey } = call;
  return {
    method,
    signal,
    headers: {
      accept: 'application/json',
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...headers,
      authorization: `Bearer ${key}`,
    },
    // A key is sent to nobody but the server that was named.
    redirect: 'manual',
    credentials: 'omit',
    ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
  };
}

export function unreachable(url: string, error: unknown): ValiseUnreachable {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
  return new ValiseUnreachable(`${url} was not reached: ${reason}.`, { cause: error });
}

function reasonOf(cause: Error): string {
  const code = 'code' in cause ? String(cause.code) : '';
  return (cause.message === '' ? code : cause.message).replace(/\.$/, '');
}
