import {
  refuseFullStore,
  refuseLargeFile,
  openUploadReservation,
} from '../transfers/upload-limits.ts';
import type { IncomingContent } from '../ports/buffers.ts';
import { totalLength } from '../ports/buffers.ts';
import { OutcomeUnknown } from '../model/valise-error.ts';
import type { AccountId } from '../model/ids.ts';
import type { RunningUploads } from '../ports/coordination.ts';
import type { LimitedScope, ReservationDependencies } from '../transfers/upload-limits.ts';
import type { FileIntake, FinishedFile, Vault } from '../ports/vault.ts';

interface Named {
  name: string;
  mediaType: string;
}

export interface IncomingFile extends Named {
  content: IncomingContent;
}

/** A file that is sealed and stored, and belongs to nobody yet. */
export type ReceivedFile = FinishedFile & Named;

export interface FileBatchDependencies extends ReservationDependencies {
  vault: Vault;
  uploads: Pick<RunningUploads, 'begin'>;
}

/** Several files that come in together: all of them are kept, or none is. */
export interface FileBatch {
  /** Seals and stores one file, whose name no other of the batch has. Must not overlap with another call. */
  receive(file: IncomingFile): Promise<void>;
  /**
   * Gives every file, in order, to `keep`, which must make them somebody's. If it throws, none stays;
   * but where it says `OutcomeUnknown` they may be somebody's, and if not, orphans that are swept.
   */
  commit(keep: (files: readonly ReceivedFile[]) => Promise<void>): Promise<void>;
  /** Leaves nothing behind. May be called at any time and twice; after `commit` it does nothing. */
  abort(): Promise<void>;
}

/**
 * `admit` hears how large each file has become as its bytes come in, and throws when that is too
 * much for where the files are going. `scopes` say the same of all uploads that run at the same time.
 * `trayOf` is the account whose tray the files are for, if they are for a tray.
 */
export async function openFileBatch(
  dependencies: FileBatchDependencies,
  admit: (name: string, fileBytes: number) => void,
  scopes: readonly LimitedScope[],
  trayOf: AccountId | null,
): Promise<FileBatch> {
  const { vault, blobs, limits, uploads } = dependencies;
  await refuseFullStore(blobs, limits, 0);

  let received: { file: ReceivedFile; intake: FileIntake }[] = [];
  let ended = false;
  const endRunning = await uploads.begin(trayOf);
  const reservation = openUploadReservation(dependencies, scopes);

  async function endUpload(): Promise<void> {
    reservation.release();
    await endRunning();
  }

  async function fill(intake: FileIntake, { name, content }: IncomingFile): Promise<void> {
    let fileBytes = 0;
    admit(name, fileBytes);
    for await (const pieces of content) {
      const bytes = totalLength(pieces);
      fileBytes += bytes;
      refuseLargeFile(limits, fileBytes);
      admit(name, fileBytes);
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
      const { name, mediaType } = incoming;
      const intake = vault.begin();
      try {
        await fill(intake, incoming);
        received.push({ file: { ...(await intake.finish()), name, mediaType }, intake });
      } catch (error) {
        await intake.discard();
        throw error;
      }
    },

    async commit(keep) {
      ended = true;
      try {
        await keep(received.map(({ file }) => file));
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) await discardAll();
        throw error;
      } finally {
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
