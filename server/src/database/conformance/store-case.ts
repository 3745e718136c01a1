import type { Account } from '../../domain/model/account.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { Store } from '../../domain/model/store.ts';
import { sampleAccount, sampleReceiver } from '../../testing/samples.ts';

/** One rule of the port: `run` rejects when the store, which must be empty, breaks it. */
export interface StoreCase {
  name: string;
  run(store: Store): Promise<void>;
}

export const alice = sampleAccount('alice@example.com');
export const bob = sampleAccount('bob@example.com');

export async function addAccounts(store: Store, ...accounts: Account[]): Promise<void> {
  for (const account of accounts) await store.accounts.add(account);
}

export async function addDispatch(
  store: Store,
  dispatch: Dispatch,
  ...emails: string[]
): Promise<void> {
  await store.dispatches.add(
    dispatch,
    emails.map((email) => sampleReceiver(dispatch, email)),
  );
}

/** Puts the files into the tray and sends them with the dispatch. */
export async function sendFiles(
  store: Store,
  dispatch: Dispatch,
  ...files: StoredFile[]
): Promise<void> {
  for (const file of files) await store.files.addToTray(file);
  await store.files.moveToDispatch(files, dispatch.id);
}

export function namesOf(files: readonly { name: string }[]): string[] {
  return files.map(({ name }) => name);
}
