import { Readable } from 'node:stream';
import type { ExportFormat } from '../../../domain/audit/audit-export.ts';
import { second } from '../../../domain/model/clock.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { readCookie, sessionCookie } from '../../routing/person-cookies.ts';
import type { Services } from '../../routing/route.ts';
import type { FileAnswer, PageContext } from '../frame/pages.ts';

const chunkCharacters = 64 * 1024;
/** How soon an export ends once its administrator has signed out or lost the role. */
const checkEveryMs = 5 * second;

const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/jsonl; charset=utf-8',
} as const satisfies Record<ExportFormat, string>;
const endings = { csv: 'csv', json: 'jsonl' } as const satisfies Record<ExportFormat, string>;

/** Sends the whole trail as a file, in pieces: it may be of any size. */
export async function exportTrail(
  { administration, sessions, clock }: Pick<Services, 'administration' | 'sessions' | 'clock'>,
  { actor, exchange }: PageContext,
  format: ExportFormat,
): Promise<FileAnswer> {
  const lines = await administration.exportTrail(actor, format);

  async function refuseIfEnded(): Promise<void> {
    const live = await sessions.find(readCookie(exchange.request, sessionCookie));
    if (live?.session.state === 'full' && live.account.role === 'admin') return;
    throw new ValiseError('signed_out', 'The session ended during the export.');
  }

  async function* pieces(): AsyncGenerator<string> {
    let piece = '';
    let checkedAt = clock.monotonic();
    for await (const line of lines) {
      piece += line;
      if (piece.length < chunkCharacters) continue;
      if (clock.monotonic() - checkedAt >= checkEveryMs) {
        await refuseIfEnded();
        checkedAt = clock.monotonic();
      }
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }

  return {
    send: ({ reply }) =>
      reply
        .type(mediaTypes[format])
        .header('content-disposition', `attachment; filename="audit.${endings[format]}"`)
        .send(Readable.from(pieces(), { objectMode: false })),
  };
}
