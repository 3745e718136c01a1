import { addContacts } from '../contract/send-files.ts';
import type { Terms } from '../contract/send-files.ts';
import type { Client } from '../harness/client.ts';

/** Operation 9 and what it needs: asks each address for files. */
export async function lendPage(
  client: Client,
  receivers: readonly string[],
  terms: Terms = {},
): Promise<void> {
  await addContacts(client, receivers);
  await client.get('receivers_set', { json: receivers.map((email) => ({ email })) });
  await client.get('givedrop', { json: terms });
}
