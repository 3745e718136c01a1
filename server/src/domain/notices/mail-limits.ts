import type { Account } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { day, second } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { AccountId, ReceiverId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** The bounds of an account's own limit. */
export const leastMailsPerDay = 1;
export const mostMailsPerDay = 10_000_000;

/** How many mails one account can have sent through the operator's mail server. */
export interface MailLimits {
  /** Receivers of one transfer. */
  maxReceivers: number;
  /** Mails with links to receivers in any 24 hours, of an account without a limit of its own. */
  mailsPerDay: number;
}

/**
 * Refuses a transfer that would send too many mails: `invalid` where it never can be sent, `mail_quota` where it can
 * later. Called in the transaction that queues them, with the account locked, so that concurrent requests cannot exceed
 * a limit.
 */
export async function refuseTooManyMails(
  { outbox }: Pick<Repositories, 'outbox'>,
  account: Pick<Account, 'id' | 'mailsPerDay'>,
  receivers: number,
  now: Instant,
  { maxReceivers, ...limits }: MailLimits,
): Promise<void> {
  const mailsPerDay = account.mailsPerDay ?? limits.mailsPerDay;
  refuseTooManyReceivers(receivers, Math.min(maxReceivers, mailsPerDay));
  const inTheWay = await outbox.findLinkMail(account.id, now - day, mailsPerDay - receivers);
  if (inTheWay === undefined) return;
  const endsAt = inTheWay + day;
  const from = new Date(Math.ceil(endsAt / second) * second).toISOString().replace('.000', '');
  throw new ValiseError(
    'mail_quota',
    `This account may send ${mailsPerDay} mails in 24 hours, and has room for this transfer from ${from} on. Nothing was sent, and what was prepared is as it was. Send again then, or ask the operator for more.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / second)) },
  );
}

/** As `refuseTooManyMails`, for an account that the caller has not read. */
export async function refuseTooManyMailsOf(
  repositories: Pick<Repositories, 'accounts' | 'outbox'>,
  accountId: AccountId,
  receivers: number,
  now: Instant,
  limits: MailLimits,
): Promise<void> {
  const account = await repositories.accounts.find(accountId);
  const limited = account ?? { id: accountId, mailsPerDay: undefined };
  await refuseTooManyMails(repositories, limited, receivers, now, limits);
}

/** Throws `invalid` where one transfer may not have so many. */
export function refuseTooManyReceivers(receivers: number, most: number): void {
  if (receivers <= most) return;
  throw invalid([
    {
      field: 'receivers',
      problem: `are ${receivers}, and one transfer may have ${most}. Send it in parts, or ask the operator for more.`,
    },
  ]);
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher'> {
  database: DatabaseOf<'dispatches' | 'suppressions' | EventRows>;
}

/** Whose mails are refused: those of the account that sent this one, or of every account. */
export type RefusalScope = 'sender' | 'all';

export type MailChoice = ReturnType<typeof createMailChoice>;

/** Lets the receiver of a mail refuse further ones to its address. */
export function createMailChoice({ database, events, hasher, clock }: Dependencies) {
  return {
    /** The delivery of a token; undefined for an invalid one. Viewing changes nothing. */
    async find(receiverId: string, token: string): Promise<Delivery | undefined> {
      if (!idPattern.test(receiverId)) return undefined;
      const id = receiverId as ReceiverId;
      const isRight = hasher.isHash(Buffer.from(token, 'base64url'), 'no mail', id);
      return isRight ? await database.dispatches.findByReceiver(id) : undefined;
    },

    /** Idempotent. What was sent stays, and its link keeps working. */
    async refuse(
      actor: Actor,
      { receiver: { id, email }, sender }: Delivery,
      scope: RefusalScope,
    ): Promise<void> {
      const accountId = scope === 'sender' ? sender.id : undefined;
      await database.transact(async (repositories) => {
        const { suppressions } = repositories;
        const isNew = await suppressions.add({ email, accountId, createdAt: clock.now() });
        if (!isNew) return;
        await events.tell(repositories, actor, {
          action: 'mail.unwanted',
          account: sender,
          ids: { receiver: id },
          object: email,
          details: { from: scope === 'sender' ? sender.email : 'all' },
        });
      });
    },
  };
}

/** Part of the mail beside the link; it gives no access to the files. */
export function noMailToken(hasher: TokenHasher, receiverId: ReceiverId): string {
  return hasher.hash('no mail', receiverId).toString('base64url');
}
