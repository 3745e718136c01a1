import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ValiseProblem } from '../src/problem.ts';
import type { Drop } from '../src/types.ts';
import { connected } from './connected.ts';
import { defineSenderCommand, jsonOption } from './define.ts';
import { parseEnd, parseSince } from './duration.ts';
import { UsageError } from './exit-status.ts';
import { printable, printJson, sizeInWords, tableOf } from './output.ts';

export const status = defineSenderCommand({
  name: 'status',
  summary: 'show what was sent and who fetched it',
  about: `Without DROP, a line for each drop, the newest first. With --csv or without DROP and --json, a row for
each receiver of each drop.`,
  words: { name: 'DROP', least: 0, most: 1 },
  options: {
    since: { value: 'WHEN', doc: 'only what was sent since: 7d, 2026-11-18 or a time' },
    reference: { value: 'TEXT', doc: 'only what was sent with this reference' },
    csv: { doc: 'print CSV, a row for each receiver of each drop' },
    json: jsonOption,
  },
  examples: [
    'valise status',
    'valise status 0yKZrM4h',
    'valise status --reference case-1',
    'valise status --csv --since 30d > report.csv',
  ],
  async run(context, { words: [id], options }) {
    const valise = connected(context);
    const { since, reference, csv, json } = options;
    if (id !== undefined) {
      if (csv || since !== undefined || reference !== undefined) {
        throw new UsageError('--csv, --since and --reference are for all drops.');
      }
      const drop = await demandDrop(id, valise.status(id));
      if (json) printJson(context, drop);
      else context.stdout.write(dropInWords(drop));
      return 0;
    }
    const createdAfter = since === undefined ? undefined : parseSince('--since', since);
    const filter = { createdAfter, reference };
    if (csv) {
      const rows = await valise.deliveriesAsCsv(filter);
      await pipeline(Readable.fromWeb(rows), context.stdout, { end: false }).catch(
        unlessReaderLeft,
      );
      return 0;
    }
    if (json) {
      for await (const row of valise.deliveries(filter)) printJson(context, row);
      return 0;
    }
    const rows: string[][] = [];
    for await (const drop of valise.drops(filter)) {
      const { receiver_count: receivers, completed_count: completed } = drop;
      rows.push([
        ...[drop.id, drop.state, drop.created_at.slice(0, 16), `${completed} of ${receivers}`],
        ...[`${drop.file_count} (${sizeInWords(drop.size)})`, drop.reference ?? ''],
      ]);
    }
    context.stdout.write(tableOf(['DROP', 'STATE', 'SENT', 'FETCHED', 'FILES', 'REFERENCE'], rows));
    return 0;
  },
});

export const revoke = defineSenderCommand({
  name: 'revoke',
  summary: 'end a drop for everyone',
  about: 'Its files cannot be fetched from then on. This cannot be undone.',
  words: { name: 'DROP', least: 1, most: 1 },
  options: { json: jsonOption },
  examples: ['valise revoke 0yKZrM4h'],
  async run(context, { words: [id = ''], options }) {
    const drop = await demandDrop(id, connected(context).revoke(id));
    if (options.json) printJson(context, drop);
    else context.stdout.write(dropInWords(drop));
    return 0;
  },
});

export const extend = defineSenderCommand({
  name: 'extend',
  summary: 'give a live drop another end',
  about: 'The end is counted from now.',
  words: { name: 'DROP', least: 1, most: 1 },
  options: {
    expires: {
      value: 'WHEN',
      doc: 'the new end: 7d from now, or a date or time',
      isNeeded: true,
    },
    json: jsonOption,
  },
  examples: ['valise extend 0yKZrM4h --expires 14d'],
  async run(context, { words: [id = ''], options }) {
    const end = parseEnd('--expires', options.expires);
    const drop = await demandDrop(id, connected(context).extend(id, end));
    if (options.json) printJson(context, drop);
    else context.stdout.write(dropInWords(drop));
    return 0;
  },
});

/** Of an id that was typed, it is said that there is no such drop. */
async function demandDrop(id: string, asked: Promise<Drop>): Promise<Drop> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ValiseProblem) || error.status !== 404) throw error;
    const { status: answered, code, title, type, errors, retry, requestId } = error;
    const detail = `There is no drop ${id} in this account.`;
    throw new ValiseProblem({
      ...{ status: answered, code, title, type, errors, retry, requestId, detail },
      ...{ retryAfterSeconds: undefined, oldestCursor: undefined },
    });
  }
}

/** A closed pipe (`| head`) is not a failure. */
function unlessReaderLeft(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}

export function dropInWords(drop: Drop): string {
  const rows = drop.receivers.map(({ email, state, mail, completed_at: at }) => [
    ...[email, state, mail ?? '', at ?? ''],
  ]);
  const files = drop.files.map(({ name, size, sha256 }) => [name, sizeInWords(size), sha256 ?? '']);
  const links = drop.anyone_links.map(({ id, state, opened, downloads }) => [
    ...[id, state, String(opened), String(downloads)],
  ]);
  const linkTable =
    links.length === 0 ? '' : `\n${tableOf(['LINK', 'STATE', 'OPENED', 'FETCHED'], links)}`;
  const title = drop.title === null ? '' : `title      ${printable(drop.title)}\n`;
  const reference = drop.reference === null ? '' : `reference  ${printable(drop.reference)}\n`;
  return `drop       ${drop.id}
state      ${drop.state}
expires    ${drop.expires_at}
${title}${reference}
${tableOf(['RECEIVER', 'STATE', 'MAIL', 'FETCHED'], rows)}${linkTable}
${tableOf(['FILE', 'SIZE', 'SHA-256'], files)}`;
}
