import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { formatCsvRow } from '../../../domain/model/csv.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { AnyoneLink, SentDrop } from '../../../domain/model/sent.ts';
import { usesOf } from '../frame/drop-parts.ts';
import type { PageReader } from '../frame/frame.ts';
import { mailText } from './receiver-state.ts';

const columns = [
  'sent',
  'until',
  'state',
  'files',
  'bytes',
  'firstFile',
  'title',
  'message',
  'receiver',
  'name',
  'mail',
  'opened',
  'downloaded',
  'lastDownload',
  'revoked',
] as const;

type Part = readonly { drop: SentDrop; receivers: readonly FollowedReceiver[] }[];

/**
 * A row for each receiver of each drop, and one for each link for anyone, as they are read: memory does not grow with
 * the history.
 */
export async function* writeSentCsv(
  parts: AsyncIterable<Part>,
  now: Instant,
  reader: PageReader,
): AsyncGenerator<string> {
  // Without the mark, spreadsheets take UTF-8 for another encoding.
  yield `\ufeff${formatCsvRow(columns.map((name) => titleOf(name, reader)))}`;
  for await (const part of parts) {
    yield part
      .flatMap(({ drop, receivers }) => [
        ...receivers.map((receiver) => formatCsvRow(cellsOf(drop, receiver, now, reader))),
        ...drop.anyoneLinks.map((link) => formatCsvRow(cellsOfLink(drop, link, now, reader))),
      ])
      .join('');
  }
}

/** All times are in UTC; the columns say so. */
const timeColumns: ReadonlySet<string> = new Set([
  'sent',
  'until',
  'opened',
  'lastDownload',
  'revoked',
]);

function titleOf(name: (typeof columns)[number], { say }: PageReader): string {
  const title = say(`sent.csvColumns.${name}`);
  return timeColumns.has(name) ? `${title} (UTC)` : title;
}

function cellsOf(
  drop: SentDrop,
  receiver: FollowedReceiver,
  now: Instant,
  reader: PageReader,
): string[] {
  return [
    ...cellsOfDrop(drop, now, reader),
    receiver.email,
    receiver.nick,
    mailText(receiver, { say: reader.say, dateTime: (at) => `${written(at)} UTC` }),
    written(receiver.openedAt),
    String(receiver.completedFiles),
    written(receiver.completedAt),
    written(receiver.revokedAt),
  ];
}

/** Who has used it is not known: it has no address, no mail and no times, and how often it was used as its name. */
function cellsOfLink(drop: SentDrop, link: AnyoneLink, now: Instant, reader: PageReader): string[] {
  const name = `${reader.say('anyone.short')}. ${usesOf([link], reader)}`;
  return [...cellsOfDrop(drop, now, reader), '', name, '', '', '', '', written(link.revokedAt)];
}

function cellsOfDrop(drop: SentDrop, now: Instant, { say }: PageReader): string[] {
  const { dispatch } = drop;
  return [
    written(dispatch.createdAt),
    written(dispatch.expiresAt),
    say(`sent.states.${endReasonOf(drop, now) ?? 'live'}`),
    String(drop.fileCount),
    String(drop.totalBytes),
    drop.firstFile ?? '',
    dispatch.title ?? '',
    dispatch.message ?? '',
  ];
}

/** In UTC, in the form that spreadsheets read as a time. */
function written(at: Instant | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}
