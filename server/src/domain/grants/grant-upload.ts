import type { Actor } from '../model/principal.ts';
import type { Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { distinctName, openFileBatch } from '../files/files.ts';
import type { FileBatchDependencies, IncomingFile } from '../files/files.ts';
import type { KeepDependencies } from './keep-uploads.ts';
import { keepUploads } from './keep-uploads.ts';
import { allowanceAfter, refuseOverAllowance } from './commands.ts';
import { grantScope } from './grants.ts';

export interface GrantDependencies extends KeepDependencies, Omit<FileBatchDependencies, 'limits'> {
  database: Pick<Repositories, 'dispatches' | 'receiverSessions' | 'segments' | 'uploads'>;
}

/** What the link of an upload page leads to. */
export interface Grant extends Delivery {
  isLocked: false;
}

/** One submission of a contact: all of its files reach the account together, or none. */
export interface GrantUpload {
  /** Encrypts and stores one file, under another name where its own was used before in this submission. */
  receive(file: IncomingFile): Promise<void>;
  /** Puts every received file into the account's inbox and notifies the account; returns their names. */
  commit(actor: Actor, message: string | undefined): Promise<string[]>;
  /** Deletes everything. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

export async function openGrantUpload(
  dependencies: GrantDependencies,
  grant: Grant,
): Promise<GrantUpload> {
  const { uploads, dispatches } = dependencies.database;
  const { id: receiverId } = grant.receiver;
  const allowance = allowanceAfter(await dispatches.sumReturns(receiverId), dependencies.limits);
  const announced = await uploads.listFor(receiverId);
  const sizes = new Map<string, number>();
  let bytes = 0;
  const batch = await openFileBatch(
    dependencies,
    (name, fileBytes) => {
      bytes += fileBytes - (sizes.get(name) ?? 0);
      sizes.set(name, fileBytes);
      refuseOverAllowance(allowance, sizes.size, bytes);
    },
    grantScope(receiverId, allowance, announced, () => bytes),
    null,
  );

  return {
    async receive(file) {
      const name = distinctName(file.name, (candidate) => sizes.has(candidate));
      await batch.receive({ ...file, name });
    },

    async commit(actor, message) {
      let names: string[] = [];
      await batch.commit(async (files, stored) => {
        await stored;
        await keepUploads(dependencies, grant, actor, { message, files });
        names = files.map(({ name }) => name);
      });
      return names;
    },

    abort: () => batch.abort(),
  };
}
