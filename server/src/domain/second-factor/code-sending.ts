import type { Clock } from '../model/clock.ts';
import { day, hour } from '../model/clock.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { Repositories } from '../model/database.ts';
import { wideNetworkOf } from '../ports/rate-limiter.ts';
import type { CodeChannel } from '../model/receiver-code.ts';
import { allowsChannel, codeChannels } from '../model/receiver-code.ts';

/**
 * Codes for one receiver in an hour, by any channel. The first `shared` ones are for any network. The rest,
 * up to `all`, are for wide networks (see `wideNetworkOf`) that had none in that hour, one each: who uses
 * up the shared ones, with ten lines and all their networks, leaves the receiver a code.
 */
export const codesPerReceiver = { shared: 5, all: 20 };
/** Messages to one number: a person needs one or two; more is abuse that costs money. */
export const smsPerNumber = { hour: 3, day: 20 };

/** Limits on the SMS costs that strangers can cause. */
export interface SmsPolicy {
  /** The prefixes of allowed numbers; without any, no SMS is sent. */
  allowedPrefixes: readonly string[];
  perDay: number;
  /** To all numbers of one allowed prefix. */
  perPrefixAndDay: number;
  /** For all receivers of one account. */
  perAccountAndDay: number;
}

/** A channel by which a receiver can get a code. */
export interface CodeRoute {
  channel: CodeChannel;
  /** The address or number. */
  to: string;
}

/** A request for a code. */
interface CodeRequest extends CodeRoute {
  /** The network address of the requester. */
  source: string;
}

/** The channels that the sender's terms and the operator's policy allow; there may be none. */
export function listCodeRoutes(
  { dispatch, receiver }: Delivery,
  { allowedPrefixes }: SmsPolicy,
): CodeRoute[] {
  const isReachable = allowedPrefixes.some((prefix) => receiver.number.startsWith(prefix));
  return codeChannels
    .filter((channel) => allowsChannel(dispatch.secondFactor, channel))
    .filter((channel) => channel === 'email' || isReachable)
    .map((channel) => ({ channel, to: channel === 'sms' ? receiver.number : receiver.email }));
}

/** Whether one receiver, or one number, has had as many codes as it gets for now. */
export async function areCodesUsedUp(
  { outbox }: Pick<Repositories, 'outbox'>,
  clock: Clock,
  { receiver }: Delivery,
  { channel, to }: CodeRoute,
): Promise<boolean> {
  const inAnHour = { since: clock.now() - hour };
  const written = await outbox.countCodes({ ...inAnHour, receiverId: receiver.id });
  if (written >= codesPerReceiver.all) return true;
  if (channel !== 'sms') return false;
  if ((await outbox.countCodes({ ...inAnHour, numberPrefix: to })) >= smsPerNumber.hour)
    return true;
  const inADay = { since: clock.now() - day, numberPrefix: to };
  return (await outbox.countCodes(inADay)) >= smsPerNumber.day;
}

/**
 * Whether one more code may be sent now. Every requested code counts, sent or not: it is counted in the
 * transaction of the request, so that concurrent requests cannot exceed a limit.
 */
export async function mayCodeLeave(
  { outbox }: Pick<Repositories, 'outbox'>,
  clock: Clock,
  { dispatch, receiver }: Delivery,
  { channel, to, source }: CodeRequest,
  policy: SmsPolicy,
): Promise<boolean> {
  const inAnHour = { since: clock.now() - hour };
  const inADay = { since: clock.now() - day };
  const forReceiver = { ...inAnHour, receiverId: receiver.id };
  const written = await outbox.countCodes(forReceiver);
  if (written >= codesPerReceiver.all) return false;
  if (written >= codesPerReceiver.shared) {
    const askedFrom = wideNetworkOf(source);
    if ((await outbox.countCodes({ ...forReceiver, askedFrom })) > 0) return false;
  }
  const counts: [limit: number, count: () => Promise<number>][] = [];
  if (channel === 'sms') {
    const prefix = policy.allowedPrefixes.find((candidate) => to.startsWith(candidate)) ?? to;
    const { accountId } = dispatch;
    counts.push(
      [smsPerNumber.hour, () => outbox.countCodes({ ...inAnHour, numberPrefix: to })],
      [smsPerNumber.day, () => outbox.countCodes({ ...inADay, numberPrefix: to })],
      [policy.perPrefixAndDay, () => outbox.countCodes({ ...inADay, numberPrefix: prefix })],
      [
        policy.perAccountAndDay,
        () => outbox.countCodes({ ...inADay, accountId, numberPrefix: '' }),
      ],
      [policy.perDay, () => outbox.countCodes({ ...inADay, numberPrefix: '' })],
    );
  }
  for (const [limit, count] of counts) {
    if ((await count()) >= limit) return false;
  }
  return true;
}
