import { defineCommand, jsonOption, wholeNumberOption } from '../../cli-kit/define-command.ts';
import { formatInstant, formatNumber, formatTable } from '../../cli-kit/print.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { endReasonOf } from '../../domain/model/dispatch.ts';
import type { DispatchOverview } from '../../domain/model/dispatch.ts';
import { withInstallation } from '../installation/open-data.ts';
import { dispatchControlOf } from './drop-changes.ts';

/** A drop, grant or return as scripts see it. */
export function dispatchView(overview: DispatchOverview, now: Instant) {
  const { dispatch, endedAt, senderEmail, receivers, files } = overview;
  return {
    id: dispatch.id,
    kind: dispatch.kind,
    state: stateOf(overview, now),
    sender: senderEmail,
    receivers: receivers.map(({ email }) => email),
    files: files.map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    createdAt: asIso(dispatch.createdAt),
    expiresAt: asIso(dispatch.expiresAt),
    endedAt: asIso(endedAt),
    endReason: endReasonOf(overview, now) ?? null,
    secondFactor: dispatch.secondFactor,
    hasPassword: dispatch.passwordHash !== undefined,
  };
}

export function stateOf(overview: DispatchOverview, now: Instant): 'live' | 'ended' {
  return endReasonOf(overview, now) === undefined ? 'live' : 'ended';
}

export function asIso(at: Instant | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}

const defaultLimit = 50;
const maxLimit = 100_000;
/** More addresses would make a row too wide for a terminal. */
const maxNamed = 2;

export const dropList = defineCommand({
  name: 'drop list',
  summary: 'show what was sent, asked for and sent back, and who fetched it',
  about: `Lists the newest first, ended ones too: drops (files sent), grants (upload pages lent) and returns
(files that came back through one). FETCHED BY names the receivers who have every file to the last
byte. The table names two addresses at most in a cell; --json names all.`,
  options: {
    limit: { value: 'N', doc: `show at most N (default ${defaultLimit})` },
    json: jsonOption,
  },
  examples: ['drop list', 'drop list --limit 10 --json'],
  async run(context, given) {
    const limit = wholeNumberOption('--limit', given.options.limit, 1, maxLimit) ?? defaultLimit;
    const { drops, now } = await withInstallation(
      context,
      given,
      async (installation, { config }) => ({
        drops: await listWithReceivers(
          installation.database,
          await dispatchControlOf(installation, config).list(limit),
        ),
        now: installation.clock.now(),
      }),
    );
    if (drops.length === 0) return { json: { drops }, text: 'Nothing has been sent yet.\n' };
    const views = drops.map(({ overview, fetchedBy }) => ({
      ...dispatchView(overview, now),
      fetchedBy,
    }));
    const rows = drops.map((drop) => rowOf(drop, now));
    return { json: { drops: views }, text: () => formatTable(header, rows) };
  },
});

interface ListedDrop {
  overview: DispatchOverview;
  /** The receivers who have every file. */
  fetchedBy: string[];
}

async function listWithReceivers(
  { downloads }: Pick<Repositories, 'downloads'>,
  overviews: readonly DispatchOverview[],
): Promise<ListedDrop[]> {
  const listed: ListedDrop[] = [];
  for (const overview of overviews) {
    const { dispatch, receivers, files } = overview;
    const completed = await downloads.countCompleted(dispatch.id);
    const fetchers = receivers.filter(
      ({ id }) => files.length > 0 && (completed.get(id) ?? 0) >= files.length,
    );
    listed.push({ overview, fetchedBy: fetchers.map(({ email }) => email) });
  }
  return listed;
}

const header = [
  'ID',
  'KIND',
  'STATE',
  'SENDER',
  'RECEIVERS',
  'FETCHED BY',
  'FILES',
  'CREATED',
  'EXPIRES',
];

function rowOf({ overview, fetchedBy }: ListedDrop, now: Instant): string[] {
  const { dispatch, senderEmail, receivers, files } = overview;
  return [
    dispatch.id,
    dispatch.kind,
    endReasonOf(overview, now) ?? 'live',
    senderEmail,
    nameSome(receivers.map(({ email }) => email)),
    nameSome(fetchedBy),
    formatNumber(files.length),
    formatInstant(dispatch.createdAt),
    formatInstant(dispatch.expiresAt),
  ];
}

/** `a@example.com, b@example.com and 3 more`. */
function nameSome(emails: readonly string[]): string {
  if (emails.length === 0) return '-';
  const named = emails.slice(0, maxNamed).join(', ');
  return emails.length > maxNamed
    ? `${named} and ${formatNumber(emails.length - maxNamed)} more`
    : named;
}
