import { endReasonOf } from '../../domain/model/dispatch-end.ts';
import type { DispatchOverview } from '../../domain/model/dispatch.ts';
import { jsonOption } from '../../cli-kit/command-options.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatTable } from '../../cli-kit/format-table.ts';
import { withInstallation } from '../installation/open-data.ts';
import { formatBytes, formatInstant, formatNumber, printJson } from '../../cli-kit/print.ts';
import { printableText } from '../../cli-kit/printable-text.ts';
import { dispatchControlOf } from './dispatch-control-of.ts';
import { dispatchView } from './dispatch-view.ts';
import type { ReceiverStatus } from './receiver-view.ts';
import { completionsOf, listReceiverStatus, receiverView } from './receiver-view.ts';

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
    if (given.options.json) {
      printJson(context, {
        drop: {
          ...dispatchView(overview, now),
          receivers: receivers.map((status) => receiverView(overview, status)),
        },
      });
    } else {
      context.stdout.write(describeDispatch(overview, now));
      context.stdout.write(`\n${describeReceivers(overview, receivers)}`);
    }
    return exitStatus.ok;
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
    ...(endedAt === undefined ? [] : [['Ended', formatInstant(endedAt)]]),
    ...files.map(({ name, sizeBytes }) => [
      'File',
      `${printableText(name)} (${formatBytes(sizeBytes)})`,
    ]),
  ];
  return facts.map(([name = '', value = '']) => `${name.padEnd(8)}  ${value}\n`).join('');
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
