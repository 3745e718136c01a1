import { listUnfetched } from '../downloads/link-downloads.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import type { Actor } from '../model/principal.ts';
import { refuseTooManyMailsOf } from '../notices/mail-limits.ts';
import { listLinkMails, waitForLinkMail } from '../notices/link-mail-pause.ts';
import type { ControlDependencies, Owner, SenderRules } from './change-dispatch.ts';
import { createChange, linkMailsTo } from './change-dispatch.ts';

/** What became of a reminder by the sender: how many were mailed, and how many would be but for the pause. */
export interface Reminded {
  mailed: number;
  waiting: number;
}

/** Reminds receivers by the sender's hand: those who have not downloaded everything are mailed their link again. */
export function createReceiverReminding(
  dependencies: ControlDependencies & Pick<SenderRules, 'mailLimits'>,
  owner: NonNullable<Owner>,
) {
  const { clock, mailLimits } = dependencies;
  const change = createChange(dependencies, owner);

  /** Those with a link that is mailed and lives, who lack a file. */
  async function listDue(
    repositories: Pick<Repositories, 'downloads'>,
    overview: DispatchOverview,
  ): Promise<DispatchReceiver[]> {
    return overview.dispatch.notify === 'none' ? [] : await listUnfetched(repositories, overview);
  }

  return {
    /**
     * The links stay as they are. Nobody is mailed twice within an hour or more than five times a day. Throws
     * `dispatch_ended` and, where the account may not mail so many, `mail_quota`.
     */
    async remind(actor: Actor, id: string): Promise<Reminded> {
      const done: Reminded = { mailed: 0, waiting: 0 };
      await change(actor, id, 'dispatch.reminded', async (repositories, overview) => {
        const now = clock.now();
        const due = await listDue(repositories, overview);
        const mails = await listLinkMails(
          repositories,
          due.map((receiver) => receiver.id),
        );
        const mailed = due.filter(
          (receiver) => waitForLinkMail(receiver, mails.get(receiver.id) ?? [], now) === 0,
        );
        Object.assign(done, { mailed: mailed.length, waiting: due.length - mailed.length });
        if (mailed.length === 0) return undefined;
        const { accountId } = overview.dispatch;
        await refuseTooManyMailsOf(repositories, accountId, mailed.length, now, mailLimits);
        return {
          details: { receivers: mailed.length },
          mails: linkMailsTo(overview.dispatch, mailed),
        };
      });
      return done;
    },
  };
}
