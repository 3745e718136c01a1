import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { isIPv4 } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import type { Clock } from '../../domain/model/clock.ts';
import type {
  OutgoingWebhook,
  WebhookOutcome,
  WebhookTransport,
} from '../../domain/ports/webhook-transport.ts';
import type { CheckedTarget, TargetCheck } from './check-target.ts';
import { TargetRefused, hostOf } from './check-target.ts';

interface Options {
  targets: TargetCheck;
  /** Certificates that may vouch for receivers, besides the well-known ones. */
  ca: Buffer | undefined;
  clock: Pick<Clock, 'now'>;
  connectMs?: number;
  totalMs?: number;
}

const usualConnectMs = 5000;
const usualTotalMs = 15_000;
const mostAnswerBytes = 64 * 1024;
/** How long a connection waits for the next message. */
const idleMs = 4000;

/** Why an attempt had no answer, in words for who made the webhook. */
class NoAnswer extends Error {}

/** What came of a request before its answer was read to the end. */
interface Answer {
  status: number;
  retryAfterMs: number | undefined;
}

/** Posts messages over HTTP, each to an address that was checked just before and is the one that is dialled. */
export function createHttpsTransport(options: Options): WebhookTransport {
  const { targets, ca, clock, connectMs = usualConnectMs, totalMs = usualTotalMs } = options;
  const keeping = { keepAlive: true, timeout: idleMs };
  let agents: { http: HttpAgent; https: HttpsAgent } | undefined;

  function open(): { http: HttpAgent; https: HttpsAgent } {
    const own =
      ca === undefined
        ? {}
        : { secureContext: createSecureContext({ ca: [...getCACertificates(), ca.toString()] }) };
    return { http: new HttpAgent(keeping), https: new HttpsAgent({ ...keeping, ...own }) };
  }

  function begin({ url, addresses }: CheckedTarget, headers: OutgoingWebhook['headers']) {
    agents ??= open();
    const common: RequestOptions = {
      method: 'POST',
      hostname: hostOf(url),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      lookup: lookupAmong(addresses),
      headers,
    };
    return url.protocol === 'https:'
      ? requestHttps({ ...common, agent: agents.https })
      : requestHttp({ ...common, agent: agents.http });
  }

  /** Once; a connection that the receiver had closed meanwhile is no answer, and no attempt. */
  async function post(
    target: CheckedTarget,
    { headers, body }: OutgoingWebhook,
    ended: AbortSignal,
  ): Promise<Answer | 'closed'> {
    const request = begin(target, {
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer | 'closed'>();
    let answered: Answer | undefined;
    const connecting = setTimeout(() => {
      request.destroy(new NoAnswer('The connection was not made in time.'));
    }, connectMs).unref();
    const cut = (): void => {
      request.destroy(new NoAnswer('There was no answer in time.'));
    };
    if (ended.aborted) cut();
    ended.addEventListener('abort', cut, { once: true });
    request.once('socket', (socket) => {
      whenConnected(request, socket, () => {
        clearTimeout(connecting);
      });
    });
    request.once('response', (response) => {
      const { statusCode = 0 } = response;
      answered = { status: statusCode, retryAfterMs: retryAfterOf(response, clock.now()) };
      discard(response);
    });
    request.once('error', (error) => {
      const isClosed = request.reusedSocket && isReset(error) && answered === undefined;
      if (answered === undefined && !isClosed) reject(error);
      else resolve(answered ?? 'closed');
    });
    request.once('close', () => {
      // What was answered counts, however its body ended.
      if (answered === undefined) reject(new NoAnswer('The connection was closed.'));
      else resolve(answered);
    });
    request.end(body);
    try {
      return await promise;
    } finally {
      clearTimeout(connecting);
      ended.removeEventListener('abort', cut);
    }
  }

  async function attempt(outgoing: OutgoingWebhook, ended: AbortSignal): Promise<Answer> {
    const target = await inTime(targets.check(outgoing.url), connectMs);
    for (let tries = 0; ; tries += 1) {
      const answer = await post(target, outgoing, ended);
      if (answer !== 'closed') return answer;
      if (tries > 0) throw new NoAnswer('The connection was closed.');
    }
  }

  return {
    async findFault(url) {
      try {
        await inTime(targets.check(url), connectMs);
        return undefined;
      } catch (error) {
        if (error instanceof TargetRefused) return error.message;
        if (error instanceof NoAnswer) return 'must be an address whose host can be found.';
        throw error;
      }
    },

    async send(outgoing, stopping) {
      const began = performance.now();
      const timer = new AbortController();
      const total = setTimeout(() => {
        timer.abort();
      }, totalMs).unref();
      const outcome = (answer: Partial<WebhookOutcome>): WebhookOutcome => ({
        ...{ status: undefined, error: undefined, retryAfterMs: undefined, ...answer },
        ms: Math.round(performance.now() - began),
      });
      try {
        return outcome(await attempt(outgoing, AbortSignal.any([timer.signal, stopping])));
      } catch (error) {
        return outcome({ error: reasonOf(error) });
      } finally {
        clearTimeout(total);
      }
    },

    close() {
      agents?.http.destroy();
      agents?.https.destroy();
      agents = undefined;
    },
  };
}

/** Answers with these addresses alone, whatever the host has by now. */
function lookupAmong(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  return (_host, { all: wantsAll }, answer) => {
    const [first] = all;
    if (first === undefined) answer(new Error('No address'), '');
    else if (wantsAll === true) answer(null, all);
    else answer(null, first.address, first.family);
  };
}

function whenConnected(request: ClientRequest, socket: Socket, then: () => void): void {
  if (request.reusedSocket) then();
  else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', then);
}

/** Reads an answer and throws it away, up to a bound. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > mostAnswerBytes) response.destroy();
  });
  response.on('error', () => undefined);
}

/** In seconds or as a date (RFC 9110), of answers that say that it is too much. */
export function retryAfterOf(
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  now: number,
): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined || (statusCode !== 429 && statusCode !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Rejects where it takes longer. */
async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new NoAnswer('The host could not be found in time.'));
  }, ms).unref();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function isReset(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** Rethrows what is no fault of the way or the receiver. */
function reasonOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof TargetRefused) return `The address ${error.message}`;
  if (error instanceof Error && 'code' in error) {
    return `The connection failed (${String(error.code)}).`;
  }
  throw error;
}
