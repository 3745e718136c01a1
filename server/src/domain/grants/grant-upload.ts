import { distinctName } from '../files/distinct-name.ts';
import type { FileBatchDependencies, IncomingFile } from '../files/file-batch.ts';
import { openFileBatch } from '../files/file-batch.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { Actor } from '../model/principal.ts';
import { findAllowance, refuseOverAllowance, allowedScope } from '../uploads/allowance.ts';
import type { GrantOwner } from '../uploads/owners.ts';
import type { KeepDependencies } from './keep-uploads.ts';
import { keepUploads } from './keep-uploads.ts';

export interface GrantDependencies extends KeepDependencies, Omit<FileBatchDependencies, 'limits'> {
  database: Pick<
    Repositories,
    'accounts' | 'dispatches' | 'fileRequests' | 'files' | 'receiverSessions' | 'uploads'
  >;
}

/** What the link of an upload page leads to. */
export interface Grant extends Delivery {
  isLocked: false;
  /** The grant, as this browser uses it. */
  owner: GrantOwner;
}

/** One submission of a contact: all of its files reach the account together, or none. */
export interface GrantUpload {
  /** Encrypts and stores one file, under another name where its own was used before in this submission. */
  receive(file: IncomingFile): Promise<void>;
  /** Puts every received file into the account's inbox and notifies the account; returns their names. */
  commit(actor: Actor, message: string | undefined, from?: string): Promise<string[]>;
  /** Deletes everything. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

export async function openGrantUpload(
  dependencies: GrantDependencies,
  grant: Grant,
): Promise<GrantUpload> {
  const { database, limits } = dependencies;
  const { owner } = grant;
  const allowance = await findAllowance(database, owner, limits);
  const announced = await database.uploads.sumFor(owner.id);
  const names = new Set<string>();
  let bytes = 0;
  const batch = await openFileBatch(
    { ...dependencies, limits: { ...limits, maxFileBytes: allowance.fileBytes } },
    (addedBytes) => {
      bytes += addedBytes;
      refuseOverAllowance(allowance, names.size, bytes);
    },
    allowedScope(owner, allowance, announced, () => bytes),
    null,
  );

  return {
    async receive(file) {
      const name = distinctName(file.name, (candidate) => names.has(candidate));
      names.add(name);
      await batch.receive({ ...file, name });
    },

    async commit(actor, message, from) {
      let names: string[] = [];
      await batch.commit(async (files, stored) => {
        await stored;
        await keepUploads(dependencies, grant, actor, { message, from, files });
        names = files.map(({ name }) => name);
      });
      return names;
    },

    abort: () => batch.abort(),
  };
}
