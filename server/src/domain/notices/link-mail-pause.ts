import type { Instant } from '../model/clock.ts';
import { day, hour, second } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchReceiver } from '../model/dispatch.ts';
import type { ReceiverId } from '../model/ids.ts';
import { linkMailKinds } from '../model/mail-kinds.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import { ValiseError } from '../model/valise-error.ts';

/** One receiver is not mailed the same link more often by the sender. */
const pauseMs = hour;
/** Mails with a link to one receiver in any 24 hours. */
const linkMailsPerDay = 5;

/** The mails that brought receivers their link, newest first. */
export async function listLinkMails(
  { outbox }: Pick<Repositories, 'outbox'>,
  receiverIds: readonly ReceiverId[],
): Promise<Map<ReceiverId, OutboxEntry[]>> {
  const mails = new Map<ReceiverId, OutboxEntry[]>(receiverIds.map((id) => [id, []]));
  for (const mail of await outbox.listFor(...receiverIds)) {
    const { kind, receiverId } = mail;
    if (receiverId === undefined || !linkMailKinds.includes(kind)) continue;
    mails.get(receiverId)?.push(mail);
  }
  return mails;
}

/**
 * How long the sender has to wait before this receiver can be mailed the link again. A mail that never
 * arrived, or whose link was revoked, needs no pause; it counts for the day.
 */
export function waitForLinkMail(
  { linkHash }: Pick<DispatchReceiver, 'linkHash'>,
  mails: readonly OutboxEntry[],
  now: Instant,
): number {
  const arrived = mails.find(({ state }) => ['waiting', 'sent', 'captured'].includes(state));
  const last = linkHash === undefined ? undefined : arrived;
  const firstOfDay = mails[linkMailsPerDay - 1];
  return Math.max(
    0,
    last === undefined ? 0 : last.createdAt + pauseMs - now,
    firstOfDay === undefined ? 0 : firstOfDay.createdAt + day - now,
  );
}

/** Throws `too_many_requests` where one of them must not be mailed a link now. */
export async function refuseMailsTooSoon(
  repositories: Pick<Repositories, 'outbox'>,
  receivers: readonly DispatchReceiver[],
  now: Instant,
): Promise<void> {
  const mails = await listLinkMails(
    repositories,
    receivers.map(({ id }) => id),
  );
  const waits = receivers.map((each) => waitForLinkMail(each, mails.get(each.id) ?? [], now));
  const longest = Math.max(0, ...waits);
  if (longest === 0) return;
  const problem = `is mailed a link once an hour and ${linkMailsPerDay} times a day.`;
  throw new ValiseError('too_many_requests', `A receiver ${problem} Try again later.`, {
    retryAfterSeconds: Math.ceil(longest / second),
    details: [{ field: 'receiver', problem }],
  });
}
