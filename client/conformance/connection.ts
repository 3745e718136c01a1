import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from './account.ts';
import { basic } from './account.ts';
import type { Answer, Line, Request } from './exchange.ts';
import { CutAnswer, exchange } from './exchange.ts';

/** Nobody answers at the address. */
export class Unreachable extends Error {}

/** The server limits this account or network, and asks to wait for longer than the suite does. */
export class Limited extends Error {}

/** A request and what came of it, without credentials, to be printed. */
export interface Shown {
  request: { method: string; path: string; headers: Record<string, string>; body: string };
  answer: { status: number; headers: Record<string, string>; body: string } | { failure: string };
}

export interface Connection {
  exchange: (request: Request) => Promise<Answer>;
  /** The exchange of this answer, else the last one. */
  show: (answer?: Answer) => Shown | undefined;
  /** Takes credentials out of a text. */
  hide: (text: string) => string;
  close: () => void;
}

const secondsToWait = 30;
const shownChars = 600;
const nobodyThere = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|EPROTO/;
const hidden = '(hidden)';

/** Requests to one server, on connections that are kept. A 429 is waited for where the server asks for little. */
export function connectTo(
  url: string,
  accounts: readonly Credentials[],
  patienceMs: number,
): Connection {
  const { protocol, pathname, origin } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  const { Agent } = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  const agent = new Agent({ keepAlive: true });
  const line: Line = { patienceMs, longestMs: 10 * patienceMs, mostBytes: 2 ** 26, agent };
  const secrets = accounts.flatMap((account) => [account.key, basic(account).slice(6)]);
  const requests = new WeakMap<Answer, Request>();
  let last: { request: Request; answer: Answer | string } | undefined;

  function hide(text: string): string {
    const plain = secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
    return plain.replaceAll(/(name="csrftoken" value=")[^"]*/g, `$1${hidden}`);
  }

  function shownHeaders(headers: Record<string, unknown>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const isSecret = /^(?:authorization|cookie|set-cookie|csrf-token)$/i.test(name);
        return [name, isSecret ? hidden : hide(String(value))];
      }),
    );
  }

  function shownBody(body: Request['body']): string {
    if (body === undefined) return '';
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return '(a stream)';
    const text = body.toString('utf8');
    if (text.includes('\0')) return `(${Buffer.byteLength(body)} bytes)`;
    const safe = hide(text);
    return safe.length > shownChars ? `${safe.slice(0, shownChars)}…` : safe;
  }

  async function once(request: Request): Promise<Answer> {
    try {
      const answer = await exchange(origin, { ...request, path: prefix + request.path }, line);
      requests.set(answer, request);
      last = { request, answer };
      return answer;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      last = { request, answer: error instanceof CutAnswer ? error.partial : error.message };
      const code = 'code' in error ? String(error.code) : '';
      if (!nobodyThere.includes(code) && !untrusted.test(code)) throw error;
      throw new Unreachable(`${origin} is out of reach: ${error.message}`, { cause: error });
    }
  }

  return {
    async exchange(request) {
      for (let tries = 0; ; tries += 1) {
        const answer = await once(request);
        if (answer.status !== 429) return answer;
        const seconds = Number(answer.headers['retry-after'] ?? NaN);
        const { body } = request;
        const repeatable = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
        if (!(seconds <= secondsToWait) || !repeatable || tries >= 5) {
          throw new Limited(
            `The server limits the account: 429 to ${request.method ?? 'GET'} ${request.path}, Retry-After: ${answer.headers['retry-after'] ?? 'none'}. Take its limits off for the time of the run.`,
          );
        }
        await sleep(seconds * 1000);
      }
    },
    show(answer) {
      const request = answer === undefined ? last?.request : requests.get(answer);
      const result = answer ?? last?.answer;
      if (request === undefined || result === undefined) return undefined;
      const { method = 'GET', path, headers = {}, body } = request;
      return {
        request: {
          ...{ method, path: hide(path), headers: shownHeaders(headers), body: shownBody(body) },
        },
        answer:
          typeof result === 'string'
            ? { failure: result }
            : {
                ...{ status: result.status, headers: shownHeaders(result.headers) },
                body: shownBody(result.body),
              },
      };
    },
    hide,
    close() {
      agent.destroy();
    },
  };
}
