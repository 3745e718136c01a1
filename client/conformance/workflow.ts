import type { Account } from './account.ts';
import { expect, expectStatus } from './expect.ts';
import type { Contact, ContactList, FileEntry, History, HistoryEntry, InboxEntry } from './wire.ts';

export interface Terms {
  desttime?: number | string;
  ddmessage?: string;
}

/** Sees to it that each address is a contact, keeping the contacts that are there. */
export async function addContacts(client: Account, emails: readonly string[]): Promise<void> {
  const { local } = await client.get<ContactList>('contacts_read');
  const missing = emails.filter((email) => local.every((contact) => contact.email !== email));
  if (missing.length === 0) return;
  await client.get('contacts_add', { json: [...local, ...missing.map((email) => ({ email }))] });
}

/** Everything a drop needs but the call that makes it. */
export async function prepareDrop(
  client: Account,
  receivers: readonly string[],
  files: Record<string, string | Buffer>,
): Promise<void> {
  await addContacts(client, receivers);
  await setReceivers(client, receivers);
  await client.get('get_files');
  expectStatus(await client.upload(files), 200, 'status of an upload');
}

/** The workflow of the document, from the contacts to the drop. */
export async function sendFiles(
  client: Account,
  receivers: readonly string[],
  files: Record<string, string | Buffer>,
  terms: Terms = {},
): Promise<void> {
  await prepareDrop(client, receivers, files);
  await client.get('createdrop', { json: terms });
}

export async function setReceivers(client: Account, emails: readonly string[]): Promise<void> {
  await client.get('receivers_set', { json: emails.map((email) => ({ email })) });
}

/** Stores exactly these contacts, whatever was there. */
export async function storeContacts(client: Account, contacts: readonly object[]): Promise<void> {
  await client.get('contacts_add', { json: [] });
  if (contacts.length > 0) await client.get('contacts_add', { json: contacts });
}

export async function storedContacts(client: Account): Promise<Contact[]> {
  return (await client.get<ContactList>('contacts_read')).local;
}

export async function tray(client: Account): Promise<FileEntry[]> {
  return await client.get<FileEntry[]>('get_files');
}

export async function namesInTray(client: Account): Promise<string[]> {
  return (await tray(client)).map(({ name }) => name);
}

export async function removeFile(client: Account, name: string): Promise<void> {
  await client.get('remove_file', { query: `filename=${encodeURIComponent(name)}` });
}

export async function emptyTray(client: Account): Promise<void> {
  for (const name of await namesInTray(client)) await removeFile(client, name);
}

export async function history(client: Account): Promise<History> {
  return await client.get<History>('get_history');
}

/** The newest drop or grant. */
export async function newest(client: Account): Promise<HistoryEntry> {
  const [entry] = (await history(client)).history;
  expect(entry !== undefined, 'an entry in the history');
  return entry;
}

/** The newest entry of the inbox. */
export async function newestInInbox(client: Account): Promise<InboxEntry> {
  const [entry] = (await history(client)).inbox;
  expect(entry !== undefined, 'an entry in the inbox');
  return entry;
}
