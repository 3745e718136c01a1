import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Account } from '../../domain/model/account.ts';
import type { HistoryEntry } from '../../domain/model/dispatch.ts';
import type { HistoryReading } from '../../domain/dispatches/inbox.ts';
import { operations } from '../generated/operations.js';
import { WrittenJson, route } from '../routing/operation.ts';
import { recordRead } from '../routing/record-read.ts';
import type { Route, Services } from '../routing/route.ts';
import { historyWriter, inboxOnWire } from './wire.ts';

/** Operation 10: everything the account sent, and its inbox. */
export function historyRoutes({ inbox, auditOnce }: Services): Route[] {
  return [
    route(operations.cgi.getHistory, async (principal, _input, { log }) => {
      const { account, keyId } = principal;
      await recordRead(auditOnce, 'inbox.read', principal, log);
      const reading = await inbox.readHistory({ account, keyId });
      return new WrittenJson(answerWith(reading, account));
    }),
  ];
}

/**
 * A short history is one text. The pages of a long one are read as the client takes them; live drops and
 * inbox were read with the first, so that a drop sent meanwhile is neither listed nor counted.
 */
function answerWith(
  { history, older, liveDrops, inbox }: HistoryReading,
  account: Account,
): string | Readable {
  const write = historyWriter(account);
  const rest = JSON.stringify({ live_drops: String(liveDrops), inbox: inbox.map(inboxOnWire) });
  const start = `{"history":[${history.map(write).join(',')}`;
  const end = `],${rest.slice(1)}`;
  if (older === undefined) return start + end;
  return Readable.from(inPieces(start, older, write, end), { objectMode: false });
}

async function* inPieces(
  start: string,
  older: AsyncIterable<readonly HistoryEntry[]>,
  write: (entry: HistoryEntry) => string,
  end: string,
): AsyncGenerator<string, void, undefined> {
  yield start;
  for await (const page of older) {
    // Reading never yields to the event loop by itself.
    await nextTurn();
    if (page.length > 0) yield `,${page.map(write).join(',')}`;
  }
  yield end;
}
