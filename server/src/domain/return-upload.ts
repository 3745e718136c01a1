import type { Actor } from './actor.ts';
import type { AuditTrail } from './audit.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { Delivery, Dispatch, DispatchOverview, DispatchReceiver } from './dispatch.ts';
import { distinctName } from './distinct-name.ts';
import type { IncomingFile, ReceivedFile } from './file-batch.ts';
import { openFileBatch } from './file-batch.ts';
import type { Randomness } from './ids.ts';
import { newId } from './ids.ts';
import type { KeyRing } from './key-ring.ts';
import { expiryBucket } from './key-ring.ts';
import { findMessageProblem } from './message.ts';
import type { ReturnLimits } from './return-allowance.ts';
import { allowanceAfter, refuseOverAllowance } from './return-allowance.ts';
import type { Repositories, Store } from './store.ts';
import { ValiseError, invalid } from './valise-error.ts';
import type { Vault } from './vault.ts';

export interface ReturnDependencies {
  store: Store;
  vault: Vault;
  blobs: Pick<BlobStore, 'freeBytes'>;
  keyRing: KeyRing;
  audit: AuditTrail;
  randomness: Randomness;
  clock: Clock;
  limits: ReturnLimits;
}

/** What the link of an upload page leads to, and what was sent back through it before. */
export interface Grant extends Delivery {
  /** Newest first. */
  returns: DispatchOverview[];
}

/** One sending of a contact: all of its files reach the account together, or none does. */
export interface ReturnUpload {
  /** Seals and stores one file, under another name where its own was sent before in this sending. */
  receive(file: IncomingFile): Promise<void>;
  /** Puts every received file into the account's inbox and tells the account; returns their names. */
  commit(actor: Actor, message: string | undefined): Promise<string[]>;
  /** Leaves nothing behind. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

export async function openReturnUpload(
  dependencies: ReturnDependencies,
  grant: Grant,
): Promise<ReturnUpload> {
  const { store, keyRing, audit, randomness, clock, limits } = dependencies;
  const { dispatch, receiver, sender } = grant;
  const allowance = allowanceAfter(grant.returns, limits);
  const sizes = new Map<string, number>();
  let bytes = 0;
  const batch = await openFileBatch(dependencies, (name, fileBytes) => {
    bytes += fileBytes - (sizes.get(name) ?? 0);
    sizes.set(name, fileBytes);
    refuseOverAllowance(allowance, sizes.size, bytes);
  });

  /** The link must live and the limits hold now: much can have happened since the first byte. */
  async function checkAgain(
    repositories: Repositories,
    files: readonly ReceivedFile[],
  ): Promise<void> {
    const account = await repositories.accounts.lock(sender.id);
    const { linkHash } = receiver;
    const live =
      linkHash && (await repositories.dispatches.findByLink(linkHash, clock.now()))?.receiver.id;
    if (live !== receiver.id || account === undefined || account.disabledAt !== undefined) {
      throw new ValiseError('not_found', 'The request for files ended while they were being sent.');
    }
    const returns = await repositories.dispatches.listReturns(receiver.id);
    refuseOverAllowance(allowanceAfter(returns, limits), files.length, bytes);
  }

  async function keep(
    actor: Actor,
    message: string | undefined,
    files: readonly ReceivedFile[],
  ): Promise<void> {
    const now = clock.now();
    const made: Dispatch = {
      id: newId(randomness),
      accountId: sender.id,
      kind: 'return',
      createdAt: now,
      expiresAt: now + dispatch.expiresAt - dispatch.createdAt,
      ttl: dispatch.ttl,
      message,
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
    const bucket = expiryBucket(made.expiresAt);
    // The key that the files will need must be safe on its disk before a row can depend on it.
    await keyRing.ensure(bucket);

    await store.transact(async (repositories) => {
      await checkAgain(repositories, files);
      await repositories.dispatches.add(made, [lender]);
      for (const { fileKey, ...file } of files) {
        const owner = { fileId: file.id, accountId: sender.id };
        await repositories.files.addToDispatch({
          ...file,
          accountId: sender.id,
          dispatchId: made.id,
          wrappedKey: keyRing.wrap(fileKey, owner, bucket),
          keyBucket: bucket,
          createdAt: now,
        });
      }
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

  return {
    async receive(file) {
      const name = distinctName(file.name, (candidate) => sizes.has(candidate));
      await batch.receive({ ...file, name });
    },

    async commit(actor, message) {
      let names: string[] = [];
      await batch.commit(async (files) => {
        const problem = message === undefined ? undefined : findMessageProblem(message);
        if (problem !== undefined) throw invalid([{ field: 'message', problem }]);
        if (files.length === 0) {
          throw new ValiseError('no_files', 'There is no file to send. Choose one first.');
        }
        await keep(actor, message, files);
        names = files.map(({ name }) => name);
      });
      return names;
    },

    abort: () => batch.abort(),
  };
}
