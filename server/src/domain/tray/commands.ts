import { refuseEndedKey } from '../model/api-key.ts';
import type { Actor } from '../model/principal.ts';
import type { AccountId, ApiKeyId, FileId } from '../model/ids.ts';
import type { KeyBucket } from '../model/key-ring.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { Command } from '../ports/command-runner.ts';

/** A file in one blob that is stored and has no row yet. */
export interface NewTrayFile {
  id: FileId;
  name: string;
  mediaType: string;
  sizeBytes: number;
  sha256: Buffer;
  wrappedKey: Buffer;
  /** The blob store that holds its bytes. */
  store: string;
}

/** The files of one upload. */
export interface TrayAddition {
  accountId: AccountId;
  actor: Actor;
  /** The API key that the request was signed in with: the files are refused once it has ended. */
  keyId?: ApiKeyId | undefined;
  /** Names the key that has wrapped the keys of the files. */
  keyBucket: KeyBucket;
  files: readonly NewTrayFile[];
  /** The quota of an account without one of its own; undefined: a tray may have any size. */
  settingBytes: number | undefined;
}

/** Puts every file into the tray, in place of one of the same name. */
export const addToTray: Command<TrayAddition, void> = {
  name: 'addToTray',
  blobKeys: ({ files }) => files.map(({ id }) => id),
  // Each locks the row of the account.
  turnOf: ({ accountId }) => accountId,

  async run({ repositories, events, audit, clock }, addition) {
    const { accountId, actor, keyId, keyBucket, files, settingBytes } = addition;
    const account = await repositories.accounts.lock(accountId);
    if (account === undefined || account.disabledAt !== undefined) {
      throw new ValiseError('unauthorized', 'The account was disabled while the upload ran.');
    }
    const now = clock.now();
    if (keyId !== undefined) await refuseEndedKey(repositories, accountId, keyId, now);
    for (const file of files) {
      const replaced = await repositories.files.findInTray(accountId, file.name);
      if (replaced !== undefined) await repositories.files.shred(replaced.id, now);
      await repositories.files.addToTray({
        ...file,
        folder: '',
        accountId,
        dispatchId: undefined,
        keyBucket,
        segments: undefined,
        createdAt: now,
      });
      await events.tell(repositories, actor, {
        action: 'file.uploaded',
        account,
        ids: { file: file.id },
        object: file.name,
        details: {
          fileId: file.id,
          sizeBytes: file.sizeBytes,
          content: audit.sign('content', file.sha256.toString('hex')),
          replaced: replaced !== undefined,
        },
      });
    }
    const quotaBytes = account.quotaBytes ?? settingBytes;
    if (quotaBytes !== undefined) {
      refuseOverQuota(await repositories.files.trayBytes(accountId), quotaBytes);
    }
  },
};

/** `quotaBytes` undefined allows any amount. */
export function refuseOverQuota(trayBytes: number, quotaBytes: number | undefined): void {
  if (quotaBytes === undefined || trayBytes <= quotaBytes) return;
  throw overQuota(quotaBytes);
}

export function overQuota(quotaBytes: number): ValiseError {
  return new ValiseError(
    'too_large',
    `The uploaded files would take more than the ${quotaBytes} bytes that an account may hold. Send or remove some first.`,
  );
}
