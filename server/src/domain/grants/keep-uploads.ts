import type { ReceivedFile } from '../files/file-batch.ts';
import { ttlIn } from '../model/clock.ts';
import type { Dispatch, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { FilePlace } from '../model/file.ts';
import { newId } from '../model/ids.ts';
import { expiryBucket } from '../model/key-ring.ts';
import { findMessageProblem, isPlainText } from '../model/message.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { visitorOf } from '../uploads/owners.ts';
import { createReturn } from './commands.ts';
import type { Grant } from './grant-upload.ts';

export interface KeepDependencies extends Pick<ServiceParts, 'clock' | 'keyRing' | 'randomness'> {
  runner: CommandRunner;
  limits: UploadLimits;
  /** The lifetime of a drop without one: a return lives at least as long. */
  defaultLifetimeMs: number;
}

/** What a contact sends, all of it together. */
export interface Sending {
  message: string | undefined;
  /** How the sender calls themselves: needed, and used, where the link has no address. */
  from?: string | undefined;
  /** Under distinct names and paths. */
  files: readonly (ReceivedFile & FilePlace)[];
}

/** Puts the files into the account's inbox and notifies the account: all of it or nothing. */
export async function keepUploads(
  dependencies: KeepDependencies,
  { dispatch, receiver, sender, owner }: Grant,
  actor: Actor,
  sending: Sending,
): Promise<void> {
  const { runner, keyRing, randomness, clock, limits, defaultLifetimeMs } = dependencies;
  const { files, message } = sending;
  refuseUnsendable(sending);
  const nick = isBareLink(receiver) ? getName(sending) : receiver.nick;
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
    origin: {
      email: receiver.email,
      nick,
      grantReceiverId: receiver.id,
      ...visitorOf(owner),
    },
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
  await runner.run(createReturn, {
    actor,
    grant: owner,
    limits,
    dispatch: made,
    lender,
    files: stored,
    // Contacts of programs were never written to: what these do is their own contract.
    isConfirmed: sender.role !== 'api',
  });
}

export const maxSenderCharacters = 100;

function getName({ from = '' }: Sending): string {
  const name = from.trim();
  if (name !== '' && isPlainText(name) && Array.from(name).length <= maxSenderCharacters) {
    return name;
  }
  throw invalid([
    { field: 'from', problem: `must be a name of at most ${maxSenderCharacters} characters.` },
  ]);
}

function refuseUnsendable({ message, files }: Sending): void {
  const problem = message === undefined ? undefined : findMessageProblem(message);
  if (problem !== undefined) throw invalid([{ field: 'message', problem }]);
  if (files.length === 0) {
    throw new ValiseError('no_files', 'There is no file to send. Choose one first.');
  }
}
