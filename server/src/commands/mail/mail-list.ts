import { findCapturedMail } from '../../delivery/captured-mail.ts';
import { defineCommand } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { formatTable } from '../../cli-kit/format-table.ts';
import { withInstallation } from '../installation/open-data.ts';
import { formatInstant, printJson } from '../../cli-kit/print.ts';
import { wholeNumberOption } from '../../cli-kit/whole-number-option.ts';
import { mailView } from './mail-view.ts';

const defaultLimit = 50;
const maxLimit = 100_000;

export const mailList = defineCommand({
  name: 'mail list',
  summary: 'show the newest mails and how their delivery stands',
  about: `Lists mails, the newest first, and codes that go by SMS among them: those are to a number. A mail is
waiting, sent, captured (kept under the data folder because no mail server is set, or for an SMS no
gateway), refused by the mail server, abandoned after trying in vain, withdrawn because what it
told of had ended, or suppressed because the receiver wants no mail. Captured mails can be read
with "valise mail show"; of others, subject and links are not kept.`,
  options: {
    limit: { value: 'N', doc: `at most so many mails; ${defaultLimit} unless said` },
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
    if (given.options.json) printJson(context, mails);
    else if (mails.length === 0) context.stdout.write('No mails yet.\n');
    else {
      const rows = mails.map((mail) => [
        mail.id,
        formatInstant(Date.parse(mail.created_at)),
        mail.kind,
        mail.to,
        mail.state,
        mail.subject ?? '',
      ]);
      context.stdout.write(formatTable(['ID', 'TIME', 'KIND', 'TO', 'STATE', 'SUBJECT'], rows));
    }
    return exitStatus.ok;
  },
});
