import type { Clock } from '../model/clock.ts';
import type { Delivery, DispatchReceiver } from '../model/dispatch.ts';
import type { SecretHasher } from '../ports/secret-hasher.ts';
import type { Repositories } from '../model/database.ts';

interface Dependencies {
  database: Pick<Repositories, 'receiverSessions'>;
  hasher: SecretHasher;
  clock: Clock;
}

/** A delivery whose receiver has yet to enter a code: it shows who sent it, and nothing else. */
export interface LockedDelivery extends Delivery {
  isLocked: true;
}

/** What a session is found by: its secret opens this receiver's page, and only by the link it has now. */
export function sessionHash(
  hasher: SecretHasher,
  { id, linkGeneration }: DispatchReceiver,
  secret: string,
): Buffer {
  return hasher.hash(`session ${id} ${linkGeneration} ${secret}`);
}

/** What the code of a browser is found by: its secret is worth something on this receiver's page alone. */
export function browserHash(
  hasher: SecretHasher,
  { id }: DispatchReceiver,
  secret: string,
): Buffer {
  return hasher.hash(`browser ${id} ${secret}`);
}

/** Whether a delivery stays shut to whoever holds its link and, perhaps, a session. */
export async function isLocked(
  { database, hasher, clock }: Dependencies,
  { dispatch, receiver }: Delivery,
  session: string | undefined,
): Promise<boolean> {
  if (dispatch.secondFactor === 'off') return false;
  if (session === undefined) return true;
  const hash = sessionHash(hasher, receiver, session);
  return (await database.receiverSessions.find(hash, clock.now()))?.receiverId !== receiver.id;
}
