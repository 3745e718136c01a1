import type { Client } from '../harness/client.ts';

/** All that an account can see of itself, as text that two looks can be compared by. */
export async function observeAccount(client: Client): Promise<string> {
  const page = await client.send({ path: client.path() });
  const receivers = /<section[^>]*id="receivers"[\s\S]*?<\/section>/.exec(page.text())?.[0];
  if (receivers === undefined) throw new Error('The index page shows no receivers');
  const seen = {
    contacts: await client.get('contacts_read'),
    files: await client.get('get_files'),
    history: await client.get('get_history'),
    receivers,
  };
  return JSON.stringify(seen, undefined, 2);
}
