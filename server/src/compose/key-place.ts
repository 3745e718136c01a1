import type { Randomness } from '../domain/model/ids.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { createFileKeyringStorage } from '../key-ring/file-keyring-storage.ts';
import type { SharedKeyring } from '../key-ring/key-folder.ts';
import { KeyFolder } from '../key-ring/key-folder.ts';
import type { RootKeySettings, RootKeySource } from '../key-ring/root-key.ts';
import { rootKeyFile, rootKeySourceOf } from '../key-ring/root-key.ts';
import { openSeenChanges } from '../key-ring/seen-changes.ts';
import type { Stores } from '../stores/registry.ts';

export interface KeyPlace {
  keyDir: string;
  rootKey: RootKeySource;
}

/** The key folder and the source of the root key. `env` is the environment of this process. */
export function keyPlaceOf(
  settings: RootKeySettings,
  env: Readonly<Record<string, string | undefined>>,
): KeyPlace {
  return { keyDir: settings.keyDir, rootKey: rootKeySourceOf(settings, env) };
}

export async function hasKeyring(
  storage: KeyringStorage | undefined,
  keyDir: string,
): Promise<boolean> {
  return storage === undefined
    ? await KeyFolder.exists(keyDir)
    : (await storage.read()) !== undefined;
}

/** Whether this node has had a part in an installation whose nodes share a keyring. */
export async function hasSeenKeyring(keyDir: string): Promise<boolean> {
  return (await openSeenChanges(keyDir, { isReadOnly: true })).installation !== undefined;
}

/** What keys are opened with. Without `rootKey`, the root key is the file in `keyDir`. */
export interface KeyContext {
  keyDir: string;
  rootKey?: RootKeySource;
  randomness: Randomness;
}

/** Opens keys that exist, where the database has them or the key folder. Throws as `KeyFolder.open`. */
export async function openExistingKeys(
  storage: KeyringStorage | undefined,
  context: KeyContext,
  options: { isReadOnly?: boolean } = {},
): Promise<KeyFolder> {
  const { keyDir, rootKey, randomness } = context;
  return storage === undefined
    ? await KeyFolder.open(keyDir, randomness, rootKey)
    : await KeyFolder.openShared(sharedKeyring(storage, context), options);
}

export function sharedKeyring(
  storage: KeyringStorage,
  { keyDir, rootKey, randomness }: KeyContext,
): SharedKeyring {
  return { storage, dir: keyDir, randomness, source: rootKey ?? rootKeyFile(keyDir) };
}

/**
 * Copies the keyring to where the new database has it: databases of many servers hold it, others leave it to the
 * key folder. The old one stays with the old database.
 */
export async function copyKeyring(from: Stores, to: Stores, { keyDir }: KeyPlace): Promise<void> {
  const shared = await from.database.openKeyring?.(from.location);
  const nextShared = await to.database.openKeyring?.(to.location);
  const file = createFileKeyringStorage(keyDir);
  try {
    const sealed = await (shared ?? file).read();
    if (sealed === undefined) throw new Error('The installation has no keyring');
    const target = nextShared ?? file;
    if (!(await target.create(sealed))) await target.change(() => Promise.resolve(sealed));
  } finally {
    await shared?.close();
    await nextShared?.close();
  }
}
