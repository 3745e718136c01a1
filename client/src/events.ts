import type { Patience } from './patience.ts';
import { ValiseUnreachable } from './problem.ts';
import { piecesOf } from './source.ts';
import type { Transport } from './transport.ts';
import { unreachable } from './transport.ts';
import type { EventKind, ValiseEvent } from './types.ts';

export interface EventOptions {
  types?: readonly EventKind[];
  /** The cursor of the last event that was seen; `now`: from the end; left out, from the oldest. */
  after?: string;
  /** Long requests in place of a stream, for lines that carry none. */
  poll?: boolean;
  signal?: AbortSignal;
}

/** An event with the cursor that goes on behind it. */
export type FollowedEvent = ValiseEvent & { cursor: string };

interface Page {
  items: ValiseEvent[];
  next: string;
}

/** The server sends a comment each 15 seconds: a line that is silent for longer is broken. */
const silenceMs = 45_000;
const waitSeconds = 25;

/**
 * Follows the feed without end. A line that breaks is opened again behind the last event, so that none is missed and
 * none comes twice. Throws `cursor_expired` where events behind the cursor are gone.
 */
export async function* followEvents(
  transport: Transport,
  { types, after, poll = false, signal }: EventOptions,
): AsyncGenerator<FollowedEvent> {
  const patience = transport.newPatience(signal);
  const query = { types: types?.join(',') };
  let cursor = after === 'now' ? await endOf(transport, signal) : after;
  let isPolling = poll;
  for (;;) {
    signal?.throwIfAborted();
    try {
      const pages = isPolling
        ? readPage(transport, { ...query, after: cursor }, signal)
        : readStream(transport, query, cursor, patience, signal);
      for await (const page of pages) {
        patience.reset();
        for (const { event, behind } of page.events) {
          cursor = behind;
          yield { ...event, cursor };
        }
        cursor = page.next ?? cursor;
        isPolling ||= page.isPage;
      }
    } catch (error) {
      await patience.afterFailure(error, true);
    }
  }
}

/** A place of its own, so that a line that breaks before the first event misses none. */
async function endOf(transport: Transport, signal: AbortSignal | undefined): Promise<string> {
  const query = { after: 'now', limit: 1 };
  const page: Page = await transport.read({ method: 'GET', path: '/events', query, signal });
  return page.next;
}

interface Part {
  events: { event: ValiseEvent; behind: string }[];
  next?: string;
  /** Whether it is a page, and no part of a stream. */
  isPage: boolean;
}

async function* readPage(
  transport: Transport,
  query: Record<string, string | undefined>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part> {
  // One event at a time has a cursor of its own: what follows a page is known, what is within it is not.
  const page = await transport.read<Page>({
    method: 'GET',
    path: '/events',
    query: { ...query, limit: 1, wait: waitSeconds },
    signal,
  });
  const events = page.items.map((event) => ({ event, behind: page.next }));
  yield { events, next: page.next, isPage: true };
}

async function* readStream(
  transport: Transport,
  query: Record<string, string | undefined>,
  cursor: string | undefined,
  patience: Patience,
  signal: AbortSignal | undefined,
): AsyncGenerator<Part> {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function listen(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silent.abort(new ValiseUnreachable('The stream of events is silent.'));
    }, silenceMs);
  }
  const ended = signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal]);
  try {
    const answer = await transport.request({
      method: 'GET',
      path: '/events',
      query,
      headers: {
        accept: 'text/event-stream',
        ...(cursor !== undefined && { 'last-event-id': cursor }),
      },
      signal: ended,
    });
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
      await answer.body?.cancel();
      yield { events: [], isPage: true };
      return;
    }
    listen();
    for await (const messages of messagesIn(answer.body ?? new Blob().stream())) {
      listen();
      const events = messages.flatMap(eventIn);
      if (events.length > 0) yield { events, isPage: false };
      else patience.reset();
    }
    throw new ValiseUnreachable('The stream of events has ended.');
  } catch (error) {
    signal?.throwIfAborted();
    if (silent.signal.aborted) throw silent.signal.reason;
    throw error instanceof TypeError ? unreachable(transport.url, error) : error;
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

/** The messages of a stream of server-sent events, as they come. */
async function* messagesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of piecesOf(stream)) {
    const messages = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = messages.pop() ?? '';
    yield messages;
  }
}

function eventIn(message: string): Part['events'] {
  const behind = /^id: (.*)$/m.exec(message)?.[1];
  const data = /^data: (.*)$/m.exec(message)?.[1];
  if (behind === undefined || data === undefined) return [];
  return [{ event: JSON.parse(data) as ValiseEvent, behind }];
}
