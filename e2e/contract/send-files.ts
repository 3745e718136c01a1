import type { Client } from '../harness/client.ts';
import type { ContactList, History, InboxEntry } from './wire.ts';

export interface Terms {
  desttime?: number | string;
  ddmessage?: string;
}

/** Sees to it that each address is a contact, keeping the contacts that are there. */
export async function addContacts(client: Client, emails: readonly string[]): Promise<void> {
  const { local } = await client.get<ContactList>('contacts_read');
  const missing = emails.filter((email) => local.every((contact) => contact.email !== email));
  if (missing.length === 0) return;
  await client.get('contacts_add', { json: [...local, ...missing.map((email) => ({ email }))] });
}

/** Everything a drop needs but the call that makes it. */
export async function prepareDrop(
  client: Client,
  receivers: readonly string[],
  files: Record<string, string | Buffer>,
): Promise<void> {
  await addContacts(client, receivers);
  await client.get('receivers_set', { json: receivers.map((email) => ({ email })) });
  await client.get('get_files');
  const uploaded = await client.upload(files);
  if (uploaded.status !== 200) throw new Error(`upload: ${uploaded.text()}`);
}

/** The workflow of the document, from the contacts to the drop. */
export async function sendFiles(
  client: Client,
  receivers: readonly string[],
  files: Record<string, string | Buffer>,
  terms: Terms = {},
): Promise<void> {
  await prepareDrop(client, receivers, files);
  await client.get('createdrop', { json: terms });
}

/** The newest entry of the inbox. */
export async function newestInInbox(client: Client): Promise<InboxEntry> {
  const [newest] = (await client.get<History>('get_history')).inbox;
  if (newest === undefined) throw new Error('The inbox is empty');
  return newest;
}
