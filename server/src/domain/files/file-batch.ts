import type { FilePath } from '#protocol/file-folder.ts';
import type { AccountId } from '../model/ids.ts';
import { OutcomeUnknown } from '../model/valise-error.ts';
import type { RunningUploads } from '../ports/coordination.ts';
import type { FileIntake, FinishedFile, Vault } from '../ports/vault.ts';
import type { IncomingContent } from '../transfers/transfer-memory.ts';
import { totalLength } from '../transfers/transfer-memory.ts';
import type { LimitedScope, ReservationDependencies } from '../transfers/upload-limits.ts';
import {
  openUploadReservation,
  refuseFullStore,
  refuseLargeFile,
} from '../transfers/upload-limits.ts';

interface Named {
  name: string;
  mediaType: string;
}

export interface IncomingFile extends Named {
  /** Left out: none. */
  folder?: string;
  content: IncomingContent;
}

/** A file that is encrypted and stored, and has no row yet. */
export type ReceivedFile = FinishedFile & Named & FilePath;

export interface FileBatchDependencies extends ReservationDependencies {
  vault: Vault;
  uploads: Pick<RunningUploads, 'begin'>;
}

/** Several files that are uploaded together: all of them are kept, or none. */
export interface FileBatch {
  /**
   * Encrypts one file, whose name no other of the batch has, and starts to store it. Throws when the file
   * before could not be stored. Must not overlap with another call.
   */
  receive(file: IncomingFile): Promise<void>;
  /**
   * Passes every file, in order, to `keep`, which must write their rows once `stored` has resolved: a
   * `CommandRunner` that is given `stored` does. If it throws, the blobs are deleted; after
   * `OutcomeUnknown` they stay, and are orphans if there are no rows.
   */
  commit(
    keep: (files: readonly ReceivedFile[], stored: Promise<void>) => Promise<void>,
  ): Promise<void>;
  /** Deletes everything. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

/**
 * `admit` is called with 0 when a file begins and with the number of bytes as they arrive, and throws when they are too
 * much for their destination. `scopes` limit all concurrent uploads together. `trayOf` is the account whose tray the
 * files are for, if they are for a tray.
 */
export async function openFileBatch(
  dependencies: FileBatchDependencies,
  admit: (addedBytes: number) => void,
  scopes: readonly LimitedScope[],
  trayOf: AccountId | null,
): Promise<FileBatch> {
  const { vault, blobs, limits, uploads } = dependencies;
  await refuseFullStore(blobs, limits, 0);

  let received: { file: ReceivedFile; intake: FileIntake }[] = [];
  /** Settles once the last file is durable or has failed. All files before it are durable. */
  let stored = Promise.resolve();
  let ended = false;
  const running = await uploads.begin(trayOf);
  const reservation = openUploadReservation(dependencies, scopes);

  async function endUpload(): Promise<void> {
    reservation.release();
    await running.end();
  }

  async function fill(intake: FileIntake, { content }: IncomingFile): Promise<void> {
    let fileBytes = 0;
    admit(0);
    for await (const pieces of content) {
      const bytes = totalLength(pieces);
      fileBytes += bytes;
      refuseLargeFile(limits, fileBytes);
      admit(bytes);
      const admitted = reservation.admit(bytes);
      if (admitted !== undefined) await admitted;
      await intake.write(pieces);
    }
  }

  async function discardAll(): Promise<void> {
    for (const { intake } of received) await intake.discard();
    received = [];
  }

  return {
    async receive(incoming) {
      const { name, folder = '', mediaType } = incoming;
      await stored;
      const intake = vault.begin();
      try {
        await fill(intake, incoming);
        const submitted = await intake.submit();
        ({ stored } = submitted);
        received.push({ file: { ...submitted.file, name, folder, mediaType }, intake });
      } catch (error) {
        await intake.discard();
        throw error;
      }
    },

    async commit(keep) {
      ended = true;
      try {
        running.refuseIfLost();
        await keep(
          received.map(({ file }) => file),
          stored,
        );
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) await discardAll();
        throw error;
      } finally {
        await Promise.allSettled([stored]);
        await endUpload();
      }
    },

    async abort() {
      if (ended) return;
      ended = true;
      try {
        await discardAll();
      } finally {
        await endUpload();
      }
    },
  };
}
