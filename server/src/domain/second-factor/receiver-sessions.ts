import { hour } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { ReceiverSession } from '../model/receiver-code.ts';
import { findByAny } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

const sessionLifetimeMs = 12 * hour;

/** What a browser has entered, or has yet to enter: a code that was sent, or the password that the sender set. */
export type Entry = 'code' | 'password';

/** The secrets that a browser shows of what was entered in it. */
export type ShownSessions = { readonly [Entered in Entry]?: string | undefined };

/** A delivery whose receiver has yet to enter something: it shows the sender, and nothing else. */
export interface LockedDelivery extends Delivery {
  isLocked: true;
  /** What is to be entered next: the code before the password. */
  lacks: Entry;
}

/**
 * What a session is found by: its secret opens this receiver's page, only by its current link, and only while the drop
 * has this password.
 */
const keys = {
  code: {
    purpose: 'receiver session',
    fieldsOf: ({ receiver: { id, linkGeneration } }: Delivery) => [id, String(linkGeneration)],
  },
  password: {
    purpose: 'password session',
    fieldsOf: ({ dispatch: { passwordHash = '' }, receiver }: Delivery) => [
      ...[receiver.id, String(receiver.linkGeneration), passwordHash],
    ],
  },
} as const;

/** A new session for what was entered right, and the secret for the browser. */
export function newReceiverSession(
  { hasher, randomness, clock }: Pick<ServiceParts, 'clock' | 'hasher' | 'randomness'>,
  delivery: Delivery,
  entered: Entry,
): { secret: string; session: ReceiverSession } {
  const secret = randomness.bytes(32).toString('base64url');
  const { purpose, fieldsOf } = keys[entered];
  return {
    secret,
    session: {
      hash: hasher.hash(purpose, ...fieldsOf(delivery), secret),
      receiverId: delivery.receiver.id,
      expiresAt: Math.min(clock.now() + sessionLifetimeMs, delivery.dispatch.expiresAt),
    },
  };
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher'> {
  database: Pick<Repositories, 'receiverSessions'>;
}

/** What a holder of a link with these sessions has yet to enter; undefined where the delivery is open. */
export function findLack(
  dependencies: Dependencies,
  delivery: Delivery,
  shown: ShownSessions,
): Entry | undefined | Promise<Entry | undefined> {
  const { secondFactor, passwordHash } = delivery.dispatch;
  if (secondFactor === 'off' && passwordHash === undefined) return undefined;
  return findGuardedLack(dependencies, delivery, shown);
}

async function findGuardedLack(
  dependencies: Dependencies,
  delivery: Delivery,
  shown: ShownSessions,
): Promise<Entry | undefined> {
  const { secondFactor } = delivery.dispatch;
  if (secondFactor !== 'off' && !(await isEntered(dependencies, delivery, 'code', shown))) {
    return 'code';
  }
  return (await lacksPassword(dependencies, delivery, shown)) ? 'password' : undefined;
}

/** Whether the password of a delivery, if it has one, was not entered in the browser with these sessions. */
export async function lacksPassword(
  dependencies: Dependencies,
  delivery: Delivery,
  shown: ShownSessions,
): Promise<boolean> {
  if (delivery.dispatch.passwordHash === undefined) return false;
  return !(await isEntered(dependencies, delivery, 'password', shown));
}

async function isEntered(
  { database, hasher, clock }: Dependencies,
  delivery: Delivery,
  entry: Entry,
  { [entry]: secret }: ShownSessions,
): Promise<boolean> {
  if (secret === undefined) return false;
  const { purpose, fieldsOf } = keys[entry];
  const hashes = hasher.hashes(purpose, ...fieldsOf(delivery), secret);
  const found = await findByAny(hashes, (hash) =>
    database.receiverSessions.find(hash, clock.now()),
  );
  return found?.receiverId === delivery.receiver.id;
}
