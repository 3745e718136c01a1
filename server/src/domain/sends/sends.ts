import type { DropKey } from '../dispatches/create-dispatch.ts';
import type { Dispatching } from '../dispatches/dispatching.ts';
import { noFiles } from '../dispatches/refusals.ts';
import type { SentDraft } from '../dispatches/send-draft.ts';
import { refuseUnreachable } from '../dispatches/unreachable.ts';
import { untilUnchanged } from '../dispatches/until-unchanged.ts';
import type { ReceiverLookup } from '../drafts/draft-receivers.ts';
import { resolveReceivers } from '../drafts/draft-receivers.ts';
import { getLiveDrop, shareFiles } from '../drafts/drop-again.ts';
import type { FileBatchDependencies, IncomingFile, ReceivedFile } from '../files/file-batch.ts';
import { openFileBatch } from '../files/file-batch.ts';
import type { TtlUnit } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchId } from '../model/ids.ts';
import type { IncomingUpload } from '../model/incoming-upload.ts';
import { expiryBucket } from '../model/key-ring.ts';
import type { LifetimeLimits } from '../model/lifetimes.ts';
import type { Principal } from '../model/principal.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { atLeast } from '../model/receiver-code.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { DropPasswords } from '../dispatches/drop-passwords.ts';
import type { UploadLimits } from '../uploads/allowance.ts';
import { allowedScope, findAllowance, refuseOverAllowance } from '../uploads/allowance.ts';
import type { AccountOwner } from '../uploads/owners.ts';
import { accountOwner } from '../uploads/owners.ts';
import { refuseUnfinished } from '../uploads/refuse-unfinished.ts';
import type { ResumableUploads } from '../uploads/resumable-uploads.ts';
import type { FilesOrder, NewFile } from './send-files.ts';
import { sendFiles } from './send-files.ts';
import type { SendOrder } from './send-order.ts';
import { placeOfNumber, placed, refuseBadOrder, termsOf } from './send-order.ts';

export interface SendDependencies
  extends
    Omit<FileBatchDependencies, 'limits'>,
    Pick<ServiceParts, 'clock' | 'keyRing' | 'randomness'> {
  database: Pick<
    Repositories,
    'accounts' | 'contactGroups' | 'contacts' | 'dispatches' | 'fileRequests' | 'files' | 'uploads'
  >;
  runner: CommandRunner;
  resumableUploads: Pick<ResumableUploads, 'complete' | 'get'>;
  dispatching: Pick<Dispatching, 'prepare'>;
  dropPasswords: Pick<DropPasswords, 'prepare'>;
  limits: UploadLimits;
  terms: LifetimeLimits & { unit: TtlUnit };
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
}

type Sender = Pick<Principal, 'account' | 'actor' | 'keyId'>;

/** A file as it came. */
export type SentContent = Pick<ReceivedFile, 'name' | 'folder' | 'sha256'>;

/** A send whose files come with the request: all of it happens together, or nothing. */
export interface OpenSend {
  /** Encrypts and stores one file. Must not overlap with another call. */
  receive(file: IncomingFile): Promise<void>;
  /** Sends the order with every received file, which the claim of the request covers; returns the drop. */
  commit(
    order: SendOrder,
    claimOf?: (files: readonly SentContent[]) => RepeatClaim | undefined,
  ): Promise<DispatchId>;
  /** Deletes everything. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

export type Sends = ReturnType<typeof createSends>;

/** Drops of programs, each in one act: nothing of it is kept in the account beforehand. */
export function createSends(dependencies: SendDependencies) {
  const { database, runner, resumableUploads, dispatching, keyRing, clock } = dependencies;
  const { dropPasswords } = dependencies;
  const { limits, terms, contactsOnly } = dependencies;

  /** The uploads of the order, complete and as rows. */
  async function findUploads(
    owner: AccountOwner,
    { uploads: ids }: SendOrder,
  ): Promise<{ rows: IncomingUpload[]; complete: SentDraft['files'] }> {
    const rows: IncomingUpload[] = [];
    const missing: number[] = [];
    for (const [at, id] of ids.entries()) {
      const row = await findOwn(owner, id);
      if (row === undefined) missing.push(at);
      else rows.push(row);
    }
    if (missing.length > 0) throw noUploads(missing);
    refuseUnfinished(rows, new Map(rows.map(({ id }, at) => [id, placed('uploads', at)])));
    const complete = [];
    for (const row of rows) {
      complete.push({
        ...(await resumableUploads.complete(row)),
        name: row.name,
        folder: row.folder,
      });
    }
    return { rows, complete };
  }

  async function findOwn(owner: AccountOwner, id: string): Promise<IncomingUpload | undefined> {
    try {
      return await resumableUploads.get(owner, id);
    } catch (error) {
      if (error instanceof ValiseError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** The files of a living drop of the account, for another one. */
  async function shareAgain(
    owner: AccountOwner,
    { filesOf }: SendOrder,
  ): Promise<FilesOrder['again']> {
    if (filesOf === undefined) return undefined;
    try {
      const { id } = await getLiveDrop(database, { id: owner.accountId }, filesOf, dependencies);
      const files = await database.files.listInDispatch(id);
      // Their uploads have ended before anybody sees them.
      const { id: ownerId, accountId } = owner;
      const forNow = { id: ownerId, accountId, expiresAt: clock.now() };
      return { drop: id, files: await shareFiles(dependencies, forNow, files) };
    } catch (error) {
      if (!(error instanceof ValiseError) || error.details !== undefined) throw error;
      const problem =
        error.code === 'not_found'
          ? 'names no drop of this account.'
          : 'names a drop that cannot be sent again.';
      const details = [{ field: 'files_of', problem }];
      throw new ValiseError(error.code, error.message, { details, cause: error });
    }
  }

  /** The keys of files that came with the request, wrapped for the day on which the drop expires. */
  async function wrapNew(
    accountId: AccountOwner['accountId'],
    received: readonly ReceivedFile[],
    expiresAt: number,
  ): Promise<{ keys: DropKey[]; files: NewFile[] }> {
    if (received.length === 0) return { keys: [], files: [] };
    const keyBucket = expiryBucket(expiresAt);
    const bucket = await keyRing.ensure(keyBucket);
    return {
      keys: received.map(({ id: fileId, fileKey }) => ({
        ...{ fileId, from: keyBucket },
        wrappedKey: bucket.wrap(fileKey, { fileId, accountId }),
      })),
      files: received.map(({ id, name, folder, mediaType, sizeBytes, sha256, store }) => ({
        ...{ id, name, folder, mediaType, sizeBytes, sha256, store, keyBucket },
      })),
    };
  }

  async function send(
    sender: Sender,
    order: SendOrder,
    claim: RepeatClaim | undefined,
    received: readonly ReceivedFile[] = [],
    stored?: Promise<void>,
  ): Promise<DispatchId> {
    const { account, actor } = sender;
    refuseBadOrder(order);
    const owner = accountOwner(sender);
    const { contacts, contactGroups } = database;
    const lookup: ReceiverLookup = {
      ...{ contacts, contactGroups, accountId: account.id, contactsOnly },
    };
    const unit = { ttlUnit: account.ttlUnit ?? terms.unit };
    // It takes a while, and is the same each time.
    const password =
      order.password === undefined
        ? undefined
        : await dropPasswords.prepare(account, order.password);
    return await untilUnchanged(async () => {
      const now = clock.now();
      const agreed = { ...termsOf(order, unit, now, terms), password };
      const receivers = await resolveReceivers(lookup, order.receivers);
      const { rows, complete } = await findUploads(owner, order);
      const again = await shareAgain(owner, order);
      const shared = again?.files.map(({ upload }) => upload) ?? [];
      if (rows.length + shared.length + received.length === 0) throw noFiles();
      const { keys, files } = await wrapNew(account.id, received, now + agreed.lifetimeMs);
      const prepared = await dispatching.prepare(
        { actor, account, terms: agreed, now },
        receivers,
        [...rows, ...shared],
        atLeast(account.secondFactor, order.secondFactor ?? 'off'),
      );
      const placeOf = (email: string) => placeOfNumber(order.receivers, email);
      refuseUnreachable(prepared.secondFactor, receivers, placeOf);
      const command: FilesOrder = {
        ...{ ...prepared, keys: [...prepared.keys, ...keys] },
        ...{ owner, limits, receivers, uploads: complete, again, received: files, claim },
      };
      return await runner.run(sendFiles, command, stored);
    });
  }

  return {
    /**
     * Sends uploads, or files of another drop; returns the drop. Throws `invalid`, or `not_found`, `upload_in_progress`
     * and others, with the place in the order where it can be told.
     */
    send: (sender: Sender, order: SendOrder, claim?: RepeatClaim): Promise<DispatchId> =>
      send(sender, order, claim),

    /** Throws what `send` would throw of an order by itself, before files are received for it. */
    check(sender: Sender, order: SendOrder): void {
      refuseBadOrder(order);
      termsOf(order, { ttlUnit: sender.account.ttlUnit ?? terms.unit }, clock.now(), terms);
    },

    /** Begins a send whose files come with the request. The caller must end it with `commit` or `abort`. */
    async open(sender: Sender): Promise<OpenSend> {
      const owner = accountOwner(sender);
      const allowance = await findAllowance(database, owner, limits);
      const begun = await database.uploads.sumFor(owner.id);
      let files = 0;
      let bytes = 0;
      const batch = await openFileBatch(
        dependencies,
        (added) => {
          bytes += added;
          refuseOverAllowance(allowance, begun.files + files, begun.bytes + bytes);
        },
        allowedScope(owner, allowance, begun, () => bytes),
        null,
      );
      return {
        async receive(file) {
          files += 1;
          await batch.receive(file);
        },

        async commit(order, claimOf) {
          let drop: DispatchId | undefined;
          await batch.commit(async (all, stored) => {
            drop = await send(sender, order, claimOf?.(all), all, stored);
          });
          if (drop === undefined) throw new Error('A send has made no drop');
          return drop;
        },

        abort: () => batch.abort(),
      };
    },
  };
}

function noUploads(places: readonly number[]): ValiseError {
  const problem = 'names no upload: it was sent, has expired or never was.';
  const details = places.map((at) => ({ ...placed('uploads', at), problem }));
  return new ValiseError('not_found', 'Some of the uploads are not there.', { details });
}
