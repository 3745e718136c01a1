import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { printableText } from '#protocol/untrusted-text.ts';
import {
  formatBytes,
  formatFacts,
  formatInstant,
  formatNumber,
  formatTable,
} from '../../cli-kit/print.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { Repositories } from '../../domain/model/database.ts';
import { endReasonOf } from '../../domain/model/dispatch.ts';
import type { DispatchOverview, DispatchReceiver } from '../../domain/model/dispatch.ts';
import type { Download } from '../../domain/model/download.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';
import { withInstallation } from '../installation/open-data.ts';
import { dispatchControlOf } from './drop-changes.ts';
import { asIso, dispatchView, stateOf } from './drop-list.ts';

interface ReceiverStatus {
  receiver: DispatchReceiver;
  hasLink: boolean;
  downloads: Download[];
  /** Newest first. */
  mails: OutboxEntry[];
}

/** The progress of each receiver of a dispatch. */
async function listReceiverStatus(
  { outbox, downloads }: Pick<Repositories, 'outbox' | 'downloads'>,
  overview: DispatchOverview,
  now: Instant,
): Promise<ReceiverStatus[]> {
  return await Promise.all(
    overview.receivers.map(async (receiver) => ({
      receiver,
      hasLink: stateOf(overview, now) === 'live' && receiver.linkHash !== undefined,
      downloads: await downloads.listFor(receiver.id),
      mails: await outbox.listFor(receiver.id),
    })),
  );
}

/** When the receiver completed each file of the dispatch. */
function completionsOf({ files }: DispatchOverview, { downloads }: ReceiverStatus) {
  const completed = new Map(downloads.map(({ fileId, completedAt }) => [fileId, completedAt]));
  return files.map(({ id, name }) => ({ name, completedAt: completed.get(id) }));
}

/** A receiver as scripts see it. */
function receiverView(overview: DispatchOverview, status: ReceiverStatus) {
  return {
    email: status.receiver.email,
    link: status.hasLink ? 'alive' : 'dead',
    downloads: completionsOf(overview, status).map(({ name, completedAt }) => ({
      name,
      completedAt: asIso(completedAt),
    })),
    mails: status.mails.map(({ id, kind, to, state, attempts, createdAt, lastError }) => ({
      id,
      kind,
      to,
      state,
      attempts,
      createdAt: asIso(createdAt),
      lastError: lastError ?? null,
    })),
  };
}

export const dropShow = defineCommand({
  name: 'drop show',
  summary: 'show one drop or grant, and how far each receiver got',
  about: `For each receiver: whether the link is alive, how the newest mail fared and what the mail server
said if it would not take it, and which files were downloaded to the last byte. Links themselves
cannot be shown: only a hash of each is kept.`,
  words: ['ID'],
  options: { json: jsonOption },
  examples: ['drop show mR4cTq2vXb8sLk0pYw1nZg'],
  async run(context, given) {
    const [id] = given.words;
    const { overview, receivers, now } = await withInstallation(
      context,
      given,
      async (installation, { config }) => {
        const overview = await dispatchControlOf(installation, config).get(id);
        const now = installation.clock.now();
        const receivers = await listReceiverStatus(installation.database, overview, now);
        return { overview, receivers, now };
      },
    );
    const views = receivers.map((status) => receiverView(overview, status));
    return {
      json: { drop: { ...dispatchView(overview, now), receivers: views } },
      text: () => `${describeDispatch(overview, now)}\n${describeReceivers(overview, receivers)}`,
    };
  },
});

function describeDispatch(overview: DispatchOverview, now: number): string {
  const { dispatch, endedAt, senderEmail, files } = overview;
  const facts = [
    ['Id', dispatch.id],
    ['Kind', dispatch.kind],
    ['State', endReasonOf(overview, now) ?? 'live'],
    ['Sender', senderEmail],
    ['Created', formatInstant(dispatch.createdAt)],
    ['Expires', formatInstant(dispatch.expiresAt)],
    ...(dispatch.secondFactor === 'off' ? [] : [['Code', dispatch.secondFactor]]),
    ...(dispatch.passwordHash === undefined ? [] : [['Password', 'asked for']]),
    ...(endedAt === undefined ? [] : [['Ended', formatInstant(endedAt)]]),
    ...files.map(({ name, sizeBytes }) => [
      'File',
      `${printableText(name)} (${formatBytes(sizeBytes)})`,
    ]),
  ];
  return formatFacts(facts);
}

function describeReceivers(
  overview: DispatchOverview,
  receivers: readonly ReceiverStatus[],
): string {
  const rows = receivers.map((status) => {
    const newest = status.mails.find(({ to }) => to === status.receiver.email);
    const completions = completionsOf(overview, status);
    const fetched = completions.filter(({ completedAt }) => completedAt !== undefined);
    return [
      status.receiver.email,
      status.hasLink ? 'alive' : 'dead',
      newest === undefined ? '-' : `${newest.kind} ${newest.state}`,
      `${formatNumber(fetched.length)} of ${formatNumber(completions.length)}`,
      newest?.lastError ?? '',
    ];
  });
  return formatTable(['RECEIVER', 'LINK', 'NEWEST MAIL', 'DOWNLOADED', 'MAIL SERVER SAID'], rows);
}
