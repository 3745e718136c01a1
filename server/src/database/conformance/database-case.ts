import type { Account } from '../../domain/model/account.ts';
import type { AuditRecord, UnchainedRecord } from '../../domain/model/audit.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { Database } from '../../domain/model/database.ts';
import { sampleAccount, sampleReceiver } from '../../testing/samples.ts';

/** One rule of the port: `run` rejects when the database, which must be empty, breaks it. */
export interface DatabaseCase {
  name: string;
  run(database: Database): Promise<void>;
}

/** A rule that holds among handles: both are open on the same data, which must be empty. */
export interface TwoHandleCase {
  name: string;
  run(one: Database, other: Database): Promise<void>;
}

/** The version after everything that was committed before the call. */
export async function lookAtVersion(database: Database): Promise<number | undefined> {
  await database.look?.();
  return database.version();
}

/** The same, of who may come in. */
export async function lookAtAccessVersion(database: Database): Promise<number | undefined> {
  await database.look?.();
  return database.accessVersion();
}

export const alice = sampleAccount('alice@example.com');
export const bob = sampleAccount('bob@example.com');

export async function addAccounts(database: Database, ...accounts: Account[]): Promise<void> {
  for (const account of accounts) await database.accounts.add(account);
}

export async function addDispatch(
  database: Database,
  dispatch: Dispatch,
  ...emails: string[]
): Promise<void> {
  await database.dispatches.add(
    dispatch,
    emails.map((email) => sampleReceiver(dispatch, email)),
  );
}

/** Puts the files into the tray and sends them with the dispatch. */
export async function sendFiles(
  database: Database,
  dispatch: Dispatch,
  ...files: StoredFile[]
): Promise<void> {
  for (const file of files) await database.files.addToTray(file);
  await database.files.moveToDispatch(files, dispatch.id);
}

export function namesOf(files: readonly { name: string }[]): string[] {
  return files.map(({ name }) => name);
}

/** The record without its place in the trail. */
export function unchained(record: AuditRecord): UnchainedRecord {
  const { at, actor, source, requestId, action, object, outcome, details } = record;
  return { at, actor, source, requestId, action, object, outcome, details };
}
