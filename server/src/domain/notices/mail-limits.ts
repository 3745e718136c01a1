import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import { day, second } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';

/** How many mails one account can make the operator's mail server send. */
export interface MailLimits {
  /** Receivers of one transfer. */
  maxReceivers: number;
  /** Mails with links to receivers in any 24 hours. */
  mailsPerDay: number;
}

/**
 * Refuses a transfer that would write too many mails. Asked in the transaction that writes them, with the
 * account locked, so that no crowd of requests gets past a limit.
 */
export async function refuseTooManyMails(
  { outbox }: Pick<Repositories, 'outbox'>,
  { id }: Account,
  receivers: number,
  now: Instant,
  { maxReceivers, mailsPerDay }: MailLimits,
): Promise<void> {
  const most = Math.min(maxReceivers, mailsPerDay);
  if (receivers > most) {
    throw invalid([
      {
        field: 'receivers',
        problem: `there are ${receivers}, and one transfer may have ${most}. Send it in parts, or ask the operator for more.`,
      },
    ]);
  }
  const inTheWay = await outbox.findLinkMail(id, now - day, mailsPerDay - receivers);
  if (inTheWay === undefined) return;
  throw new ValiseError(
    'too_many_requests',
    `This account may send ${mailsPerDay} mails in 24 hours. Send again later, or ask the operator for more.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((inTheWay + day - now) / second)) },
  );
}
