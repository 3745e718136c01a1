import { defineCommand, jsonOption, wholeNumberOption } from '../../cli-kit/define-command.ts';
import { printableText } from '#protocol/untrusted-text.ts';
import { formatFacts, formatInstant, formatTable } from '../../cli-kit/print.ts';
import type { CapturedMail } from '../../delivery/captured-mail.ts';
import { findCapturedMail } from '../../delivery/captured-mail.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { idPattern } from '../../domain/model/ids.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { withInstallation } from '../installation/open-data.ts';

/** A mail as scripts see it. Subject and links are known of captured mail only, and not of that of earlier versions. */
export function mailView(entry: OutboxEntry, captured: CapturedMail | undefined) {
  return {
    id: entry.id,
    to: entry.to,
    kind: entry.kind,
    subject: captured?.subject ?? null,
    created_at: new Date(entry.createdAt).toISOString(),
    state: entry.state,
    links: captured?.links ?? [],
  };
}

const defaultLimit = 50;
const maxLimit = 100_000;

export const mailList = defineCommand({
  name: 'mail list',
  summary: 'show the newest mails and their delivery status',
  about: `Lists mails, the newest first, and codes that go by SMS among them: those are to a number. A mail is
waiting, sent, captured (kept under the data folder because no mail server is set, or for an SMS no
gateway), refused by the mail server, abandoned after trying in vain, withdrawn because what it
told of had ended, or suppressed because the receiver wants no mail. Captured mails can be read
with "valise mail show"; of others, subject and links are not kept.`,
  options: {
    limit: { value: 'N', doc: `show at most N (default ${defaultLimit})` },
    json: { doc: 'print one JSON array, for scripts' },
  },
  examples: ['mail list', 'mail list --limit 10 --json'],
  async run(context, given) {
    const limit = wholeNumberOption('--limit', given.options.limit, 1, maxLimit) ?? defaultLimit;
    const mails = await withInstallation(context, given, async ({ database, mailDir }) => {
      const views: ReturnType<typeof mailView>[] = [];
      for (const entry of await database.outbox.list(limit)) {
        views.push(mailView(entry, await findCapturedMail(mailDir, entry.id)));
      }
      return views;
    });
    if (mails.length === 0) return { json: mails, text: 'No mails yet.\n' };
    const rows = mails.map((mail) => [
      mail.id,
      formatInstant(Date.parse(mail.created_at)),
      mail.kind,
      mail.to,
      mail.state,
      mail.subject ?? '',
    ]);
    const header = ['ID', 'TIME', 'KIND', 'TO', 'STATE', 'SUBJECT'];
    return { json: mails, text: () => formatTable(header, rows) };
  },
});

export const mailShow = defineCommand({
  name: 'mail show',
  summary: 'show one mail or SMS, and read it if it was captured',
  about: `Shows the delivery status of a mail or SMS and, if it was captured, its text. --html and --raw
print nothing but the HTML or the whole message as it would have been sent.`,
  words: ['ID'],
  options: {
    html: { doc: 'print the HTML of a captured mail' },
    raw: { doc: 'print a captured mail as it would have been sent' },
    json: jsonOption,
  },
  examples: [
    'mail show vN3Zk0sJc5mX2hQ7aT1wLg',
    'mail show vN3Zk0sJc5mX2hQ7aT1wLg --raw > mail.eml',
  ],
  async run(context, given) {
    const { html, raw, json } = given.options;
    if ([html, raw, json].filter(Boolean).length > 1) {
      throw new ValiseError('usage', 'Only one of --html, --raw and --json can be given.');
    }
    const [id] = given.words;
    const { entry, captured } = await withInstallation(context, given, async (installation) => ({
      entry: idPattern.test(id) ? await installation.database.outbox.find(id as MailId) : undefined,
      captured: idPattern.test(id) ? await findCapturedMail(installation.mailDir, id) : undefined,
    }));
    if (entry === undefined) throw new ValiseError('unknown_mail', `There is no mail ${id}.`);
    return {
      json: detailsOf(entry, captured),
      text() {
        if (html) return getHtml(entry, captured);
        return raw ? getCaptured(entry, captured).raw : textOf(entry, captured);
      },
    };
  },
});

function detailsOf(entry: OutboxEntry, captured: CapturedMail | undefined) {
  return {
    ...mailView(entry, captured),
    attempts: entry.attempts,
    next_attempt_at: entry.state === 'waiting' ? new Date(entry.nextAttemptAt).toISOString() : null,
    settled_at: entry.settledAt === undefined ? null : new Date(entry.settledAt).toISOString(),
    last_error: entry.lastError ?? null,
    text: captured?.text ?? null,
  };
}

function getCaptured(entry: OutboxEntry, captured: CapturedMail | undefined): CapturedMail {
  if (captured !== undefined) return captured;
  const reason = `Mail ${entry.id} is ${entry.state}: only captured mails can be read here.`;
  throw new ValiseError('unknown_mail', reason);
}

function getHtml(entry: OutboxEntry, captured: CapturedMail | undefined): string {
  const { html, subject } = getCaptured(entry, captured);
  if (html !== undefined) return html;
  const reason =
    subject === undefined
      ? `Mail ${entry.id} was captured by an earlier version: --raw prints it.`
      : `${entry.id} is an SMS, which has no HTML.`;
  throw new ValiseError('unknown_mail', reason);
}

function textOf(entry: OutboxEntry, captured: CapturedMail | undefined): string {
  const facts = [
    ['To', entry.to],
    ['Kind', entry.kind],
    ['Created', formatInstant(entry.createdAt)],
    ['State', entry.state],
    ['Attempts', String(entry.attempts)],
    ...(entry.state === 'waiting' ? [['Next', formatInstant(entry.nextAttemptAt)]] : []),
    ...(entry.lastError === undefined ? [] : [['Error', entry.lastError]]),
    ...(captured?.subject === undefined ? [] : [['Subject', captured.subject]]),
  ];
  const head = formatFacts(facts.map((fact) => fact.map(printableText)));
  if (captured === undefined) return head;
  return `${head}\n${captured.text.split('\n').map(printableText).join('\n')}\n`;
}
