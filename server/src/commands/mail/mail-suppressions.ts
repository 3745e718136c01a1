import { parseEmailAddress } from '#protocol/email-address.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { jsonOption, defineCommand } from '../../cli-kit/define-command.ts';
import { counted, formatInstant, formatTable } from '../../cli-kit/print.ts';
import { operator, withInstallation } from '../installation/open-data.ts';

export const mailSuppressionsList = defineCommand({
  name: 'mail suppressions list',
  summary: 'show which addresses want no mail, and from whom',
  about: `Every mail with a link leads to a page where its receiver can refuse further ones, from that
sender or from everybody. Mails to such an address are not sent; their state is suppressed, and the
sender is told.`,
  options: { json: { doc: 'print one JSON array, for scripts' } },
  examples: ['mail suppressions list', 'mail suppressions list --json'],
  async run(context, given) {
    const rows = await withInstallation(context, given, async ({ database }) => {
      const accounts = new Map(
        (await database.accounts.list()).map(({ id, email }) => [id, email]),
      );
      return (await database.suppressions.list()).map(({ email, accountId, createdAt }) => ({
        email,
        from: accountId === undefined ? null : (accounts.get(accountId) ?? accountId),
        created_at: new Date(createdAt).toISOString(),
      }));
    });
    if (rows.length === 0) return { json: rows, text: 'No address has refused mail.\n' };
    const shown = rows.map((row) => [
      row.email,
      row.from ?? 'everybody',
      formatInstant(Date.parse(row.created_at)),
    ]);
    return { json: rows, text: () => formatTable(['ADDRESS', 'FROM', 'SINCE'], shown) };
  },
});

export const mailSuppressionsRemove = defineCommand({
  name: 'mail suppressions remove',
  summary: 'send mail again to an address that had refused it',
  about: `Forgets every refusal of an address. Do so only when its owner has asked for it.`,
  words: ['EMAIL'],
  options: { json: jsonOption },
  examples: ['mail suppressions remove bob@example.com'],
  async run(context, given) {
    const [written] = given.words;
    const email = parseEmailAddress(written);
    if (email === undefined) throw new ValiseError('usage', `${written} is no e-mail address.`);
    const removed = await withInstallation(context, given, ({ database, events }) =>
      database.transact(async (repositories) => {
        const count = await repositories.suppressions.remove(email);
        if (count > 0) {
          await events.tell(repositories, operator, {
            action: 'mail.wanted_again',
            account: undefined,
            object: email,
          });
        }
        return count;
      }),
    );
    return {
      json: { email, removed },
      text: `Removed ${counted(removed, 'refusal')} of ${email}.\n`,
    };
  },
});
