import { defineCommand, jsonOption } from '../../cli-kit/define-command.ts';
import { exitStatus } from '../../cli-kit/exit-status.ts';
import { counted } from '../../cli-kit/print.ts';
import { confirm } from '../../cli-kit/confirm.ts';
import type { Installation } from '../../compose/installation.ts';
import type { Config } from '../../config/settings.ts';
import { removeCapturedMail } from '../../delivery/captured-mail.ts';
import type { ReceiverErasure } from '../../domain/expiry/receiver-erasure.ts';
import { createReceiverErasure } from '../../domain/expiry/receiver-erasure.ts';
import { dispatchControlOf } from '../drop/drop-changes.ts';
import { operator, withInstallation } from '../installation/open-data.ts';

/** The verbs that erase receivers from an open data folder. */
function receiverErasureOf(installation: Installation, config: Config): ReceiverErasure {
  const { database, events, mailDir, randomness, clock } = installation;
  return createReceiverErasure({
    database,
    events,
    control: dispatchControlOf(installation, config),
    removeCaptured: (id) => removeCapturedMail(mailDir, id),
    randomness,
    clock,
  });
}

export const receiverErase = defineCommand({
  name: 'receiver erase',
  summary: 'remove what is known of a receiver or contact without an account',
  about: `Takes the address out of all contacts and chosen receivers. In what was sent, sent back and
mailed, a pseudonym takes the place of the address, which nobody can trace back; number, names,
groups, codes and refusals of mail go. Accounts keep their history, with the pseudonym in it.
This cannot be undone: on a terminal you are asked first, elsewhere --yes is required.

While the address can still open something, nothing is done, unless --revoke ends that for this
address first.

What stays: records of the audit trail, until "auditRetention" removes them; backups, until they
are overwritten; what people wrote in messages and names of files; drafts that were not sent and
imports of contacts that were not confirmed, until they end; logs. An account is removed with
"valise account remove".`,
  words: ['EMAIL'],
  options: {
    revoke: { doc: 'first end what the address can still open' },
    yes: { doc: 'do it without asking' },
    json: jsonOption,
  },
  examples: ['receiver erase zoe@example.com', 'receiver erase zoe@example.com --revoke --yes'],
  async run(context, given) {
    const [email] = given.words;
    const { revoke, yes } = given.options;
    const live = await withInstallation(context, given, (installation, { config }) =>
      receiverErasureOf(installation, config).listLive(email),
    );
    const ending = revoke ? ` and end ${counted(live.length, 'live link')}` : '';
    if (!yes && !(await confirm(context, `Erase what is known of ${email}${ending}?`))) {
      context.stderr.write('Nothing was erased.\n');
      return exitStatus.failed;
    }
    const erased = await withInstallation(context, given, (installation, { config }) =>
      receiverErasureOf(installation, config).erase(operator, email, { revokes: revoke }),
    );
    const { contacts, receivers, returns, refusals, pseudonym } = erased;
    return {
      json: { status: 'ok', ...erased },
      text: `Erased: ${counted(contacts, 'contact')}, ${counted(receivers, 'receiver')} of what was sent, ${counted(returns, 'return')}, ${counted(refusals, 'refusal')} of mail.
${pseudonym} stands in their place.
What stays: audit records until auditRetention removes them, backups until they are overwritten, logs, drafts and imports of contacts until they end, and what people wrote in messages and names of files.
`,
    };
  },
});
