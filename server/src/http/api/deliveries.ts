import { Readable } from 'node:stream';
import type { SentDelivery } from '../../domain/dispatches/sent-reports.ts';
import { formatCsvRow } from '../../domain/model/csv.ts';
import type { DispatchId } from '../../domain/model/ids.ts';
import { operations } from '../generated/operations.js';
import { StreamedAs, route } from '../routing/operation.ts';
import { badQuery } from '../routing/read-input.ts';
import type { Route, Services } from '../routing/route.ts';
import { deliveryJson } from './drop-json.ts';
import { createListCursors } from './list-cursor.ts';
import { madeBetween, usualLimit } from './list-query.ts';
import { whileAllowed } from './while-allowed.ts';

type Format = 'csv' | 'jsonl';
type Row = ReturnType<typeof deliveryJson>;

const mediaTypes: Record<Format, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

const columns = [
  'drop',
  'reference',
  'receiver',
  'created_at',
  'expires_at',
  'email',
  'name',
  'state',
  'opened_at',
  'completed_at',
  'revoked_at',
  'mail',
  'mail_reason',
] as const satisfies (keyof Row)[];

/** Who got what, for reports. */
export function deliveryRoutes({
  sentReports,
  bearerSignIn,
  clock,
  hasher,
}: Pick<Services, 'sentReports' | 'bearerSignIn' | 'clock' | 'hasher'>): Route[] {
  const cursors = createListCursors(hasher);

  async function* write(
    parts: AsyncIterable<SentDelivery[]>,
    format: Format,
  ): AsyncGenerator<string> {
    const write = format === 'csv' ? csvRowOf : jsonLineOf;
    if (format === 'csv') yield formatCsvRow(columns);
    for await (const part of parts) {
      const now = clock.now();
      const text = part.map((delivery) => write(deliveryJson(delivery, now))).join('');
      if (text !== '') yield text;
    }
  }

  return [
    route(operations.apiDrops.deliveries, async (who, { query, headers }) => {
      const { account } = who;
      const { state, reference, limit = usualLimit } = query;
      const between = madeBetween(query);
      const format = query.format ?? formatIn(headers.accept ?? '');
      if (format !== 'json') {
        for (const name of ['limit', 'after'] as const) {
          if (query[name] !== undefined) throw badQuery({ name }, 'is for parts in JSON only.');
        }
        const wanted = { ...between, state, reference, after: undefined };
        const parts = whileAllowed(
          { bearerSignIn, clock },
          who,
          sentReports.exportDeliveries(account, wanted),
        );
        const text = Readable.from(write(parts, format), { objectMode: false });
        return new StreamedAs(mediaTypes[format], text);
      }
      const after = cursors.readPlace<DispatchId>('deliveries', account.id, query.after);
      const wanted = { ...between, state, reference, after };
      const { items, next } = await sentReports.listDeliveries(account, wanted, limit);
      const now = clock.now();
      return {
        items: items.map((delivery) => deliveryJson(delivery, now)),
        next: next === undefined ? null : cursors.writePlace('deliveries', account.id, next),
      };
    }),
  ];
}

/** What a client takes that names one of them; JSON for all others. */
function formatIn(accept: string): Format | 'json' {
  if (/\btext\/csv\b/i.test(accept)) return 'csv';
  return /\bapplication\/(?:jsonl|x-ndjson)\b/i.test(accept) ? 'jsonl' : 'json';
}

/** Without a mark of its encoding: programs read it. */
function csvRowOf(row: Row): string {
  return formatCsvRow(columns.map((name) => row[name] ?? ''));
}

function jsonLineOf(row: Row): string {
  return `${JSON.stringify(row)}\n`;
}
