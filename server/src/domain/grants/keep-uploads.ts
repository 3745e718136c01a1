import type { Actor } from '../model/principal.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { BlobStore } from '../ports/blob-store.ts';
import type { Clock } from '../model/clock.ts';
import { ttlIn } from '../model/clock.ts';
import type { Delivery, Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import type { ReceivedFile } from '../files/files.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { KeyRing } from '../model/key-ring.ts';
import { expiryBucket } from '../model/key-ring.ts';
import { refuseEndedGrant, allowanceAfter, refuseOverAllowance } from './grants.ts';
import { findMessageProblem } from '../model/message.ts';
import { refuseMissingBytes } from '../files/files.ts';
import type { GrantLimits } from './grants.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';

export interface KeepDependencies {
  database: DatabaseOf<
    | 'accounts'
    | 'audit'
    | 'dispatches'
    | 'files'
    | 'outbox'
    | 'segments'
    | 'uploads'
    | 'repeatedActs'
    | 'receiverSessions'
  >;
  blobs: Pick<BlobStore, 'findSize'>;
  keyRing: KeyRing;
  audit: AuditTrail;
  randomness: Randomness;
  clock: Clock;
  limits: GrantLimits;
  /** The lifetime of a drop without one: a return lives at least as long. */
  defaultLifetimeMs: number;
}

/** What a contact sends, all of it together. */
export interface Sending {
  message: string | undefined;
  /** Under distinct names. */
  files: readonly ReceivedFile[];
  /** What else must be checked or written in the same transaction. */
  settle?: (
    repositories: Pick<
      Repositories,
      | 'accounts'
      | 'audit'
      | 'dispatches'
      | 'files'
      | 'outbox'
      | 'segments'
      | 'uploads'
      | 'repeatedActs'
      | 'receiverSessions'
    >,
  ) => Promise<void>;
}

/** Puts the files into the account's inbox and notifies the account: all of it or nothing. */
export async function keepUploads(
  dependencies: KeepDependencies,
  grant: Delivery,
  actor: Actor,
  sending: Sending,
): Promise<void> {
  const { database, blobs, keyRing, audit, randomness, clock, limits, defaultLifetimeMs } =
    dependencies;
  const { dispatch, receiver, sender } = grant;
  const { files, message } = sending;
  refuseUnsendable(sending);
  const now = clock.now();
  const grantedMs = dispatch.expiresAt - dispatch.createdAt;
  const lifetimeMs = Math.max(grantedMs, defaultLifetimeMs);
  const ttlUnit = dispatch.ttlUnit ?? 'seconds';
  const made: Dispatch = {
    id: newId(randomness),
    accountId: sender.id,
    kind: 'return',
    createdAt: now,
    expiresAt: now + lifetimeMs,
    ttl: lifetimeMs === grantedMs ? dispatch.ttl : ttlIn(ttlUnit, lifetimeMs),
    ttlUnit,
    message,
    secondFactor: 'off',
    origin: { email: receiver.email, nick: receiver.nick, grantReceiverId: receiver.id },
  };
  const lender: DispatchReceiver = {
    email: sender.email,
    number: sender.number,
    language: sender.language,
    groups: [],
    nick: '',
    id: newId(randomness),
    linkHash: undefined,
    linkGeneration: 0,
    inboxToken: newId(randomness),
  };
  const keyBucket = expiryBucket(made.expiresAt);
  // The key of the files must be durable before a row can depend on it.
  const bucket = await keyRing.ensure(keyBucket);
  const stored = files.map(({ fileKey, ...file }) => ({
    ...file,
    accountId: sender.id,
    dispatchId: made.id,
    wrappedKey: bucket.wrap(fileKey, { fileId: file.id, accountId: sender.id }),
    keyBucket,
    createdAt: now,
  }));
  // The blobs of segments have rows already, so that no sweep treats them as orphans.
  const inOnePiece = files.filter(({ segments }) => segments === undefined);
  await refuseMissingBytes(
    blobs,
    inOnePiece.map(({ id }) => id),
  );

  await database.transact(async (repositories) => {
    await refuseEndedGrant(repositories, grant, clock.now());
    const sent = await repositories.dispatches.sumReturns(receiver.id);
    const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    refuseOverAllowance(allowanceAfter(sent, limits), files.length, bytes);
    await sending.settle?.(repositories);
    await repositories.dispatches.add(made, [lender]);
    for (const file of stored) await repositories.files.addToDispatch(file);
    await repositories.outbox.add([
      {
        id: newId(randomness),
        kind: 'received',
        to: sender.email,
        accountId: sender.id,
        receiverId: lender.id,
        createdAt: now,
      },
    ]);
    await audit.record(repositories, actor, {
      action: 'return.created',
      object: made.id,
      outcome: 'ok',
      details: { files: files.length, contact: receiver.email, grantId: dispatch.id },
    });
  });
}

function refuseUnsendable({ message, files }: Sending): void {
  const problem = message === undefined ? undefined : findMessageProblem(message);
  if (problem !== undefined) throw invalid([{ field: 'message', problem }]);
  if (files.length === 0) {
    throw new ValiseError('no_files', 'There is no file to send. Choose one first.');
  }
}
