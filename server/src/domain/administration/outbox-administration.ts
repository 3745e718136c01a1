import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListedMail, MailListQuery } from '../model/administration.ts';
import type { EventRows } from '../model/event.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Account } from '../model/account.ts';
import type { MailId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<'administration' | EventRows>;
}

export interface MailPage {
  mails: ListedMail[];
  /** The mail after which the next page begins; undefined on the last page. */
  next: MailId | undefined;
}

export const mailsOnPage = 50;

/** How many mails one transaction makes due again, and how many one call does at most. */
const reopenedAtOnce = 500;
const reopenedAtMost = 10_000;

/** Messages and their delivery, without what they say. */
export function createOutboxAdministration({ database, events, randomness, clock }: Dependencies) {
  return {
    async list(query: Pick<MailListQuery, 'state' | 'after'>): Promise<MailPage> {
      const limit = mailsOnPage + 1;
      const found = await database.administration.listMails({ ...query, limit });
      const mails = found.slice(0, mailsOnPage);
      return { mails, next: found.length > mailsOnPage ? mails.at(-1)?.id : undefined };
    },

    /** Throws `not_found`. */
    async get(id: MailId): Promise<ListedMail> {
      const mail = await database.administration.findMail(id);
      if (mail === undefined) throw new ValiseError('not_found', 'There is no such message.');
      return mail;
    },

    /**
     * Queues a test mail to the administrator, which goes the way of all others. Returns its id: its page says what the
     * mail server answered.
     */
    async test(actor: Actor, self: Pick<Account, 'id' | 'email'>): Promise<MailId> {
      const id = newId<MailId>(randomness);
      await database.transact(async (repositories) => {
        await events.tell(repositories, actor, {
          ...{ action: 'mail.tested', account: self, ids: { mail: id } },
          mails: [{ id, kind: 'mail_tested', to: self.email }],
        });
      });
      return id;
    },

    /** Makes a message due again that was refused or abandoned. Returns whether it was one. */
    async retry(actor: Actor, id: MailId): Promise<boolean> {
      return await database.transact(async (repositories) => {
        if (!(await repositories.outbox.reopen(id, clock.now()))) return false;
        await events.tell(repositories, actor, {
          action: 'mail.retried',
          account: undefined,
          ids: { mail: id },
          details: { mails: 1 },
        });
        return true;
      });
    },

    /** The same for all of them; returns how many. What is left over is for the next call. */
    async retryFailed(actor: Actor): Promise<number> {
      let total = 0;
      while (total < reopenedAtMost) {
        const count = await database.transact(async (repositories) => {
          const reopened = await repositories.outbox.reopenFailed(clock.now(), reopenedAtOnce);
          if (reopened > 0) {
            await events.tell(repositories, actor, {
              action: 'mail.retried',
              account: undefined,
              object: 'all',
              details: { mails: reopened },
            });
          }
          return reopened;
        });
        total += count;
        if (count < reopenedAtOnce) break;
        await nextTurn();
      }
      return total;
    },

    /** Keeps a waiting message from being sent. Returns false where it does not wait, or is on its way. */
    async withdraw(actor: Actor, id: MailId): Promise<boolean> {
      return await database.transact(async (repositories) => {
        if (!(await repositories.outbox.withdraw(id, clock.now()))) return false;
        await events.tell(repositories, actor, {
          action: 'mail.withdrawn',
          account: undefined,
          ids: { mail: id },
        });
        return true;
      });
    },
  };
}
