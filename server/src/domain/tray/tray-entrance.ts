import type { Actor } from '../model/actor.ts';
import type { AccountId, FileId } from '../model/ids.ts';
import type { KeyBucket } from '../model/key-ring.ts';
import type { TrayRecords } from './tray-records.ts';
import type { HeldFile, Vault } from '../ports/vault.ts';

/** What one upload brings into a tray, all of it or nothing. */
interface Entry<File> {
  accountId: AccountId;
  actor: Actor;
  /** Whose key has wrapped the keys of the files. */
  keyBucket: KeyBucket;
  files: readonly File[];
}

interface FileFacts {
  id: FileId;
  name: string;
  mediaType: string;
  sizeBytes: number;
  wrappedKey: Buffer;
}

/** A file in one piece that belongs to nobody yet, and whose bytes are stored. */
export type StoredFileFacts = FileFacts & { sha256: Buffer };
/** One whose bytes have yet to be. */
export type HeldFileFacts = FileFacts & { held: HeldFile };

export type StoredEntry = Entry<StoredFileFacts>;
export type TrayEntry = Entry<StoredFileFacts | HeldFileFacts>;

/** Where uploads become files of a tray. */
export interface TrayEntrance {
  /**
   * Stores what is held, then puts every file into the tray, in place of one of the same name; resolves
   * once all that lasts. Rejects with `OutcomeUnknown` when nobody can say whether it has: then the bytes
   * must stay. After any other failure those of some may be stored: they are to be discarded.
   */
  enter(entry: TrayEntry): Promise<void>;
}

/** One step after the other, in the thread that asks. */
export function createTrayEntrance({
  vault,
  records,
}: {
  vault: Pick<Vault, 'keep'>;
  records: TrayRecords;
}): TrayEntrance {
  async function store(file: StoredFileFacts | HeldFileFacts): Promise<StoredFileFacts> {
    if (!('held' in file)) return file;
    const { held, ...facts } = file;
    const { sha256 } = await vault.keep(held);
    return { ...facts, sha256 };
  }

  return {
    async enter(entry) {
      await records.enter({ ...entry, files: await Promise.all(entry.files.map(store)) });
    },
  };
}
