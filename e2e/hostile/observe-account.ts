import type { Client } from '../harness/client.ts';

/** All that an account can see of itself, as text that two looks can be compared by. */
export async function observeAccount(client: Client): Promise<string> {
  const page = await client.send({ path: client.path() });
  // Among them is how many receivers are chosen, which no operation tells.
  const figures = /<ul class="glance"[\s\S]*?<\/ul>/.exec(page.text())?.[0];
  if (figures === undefined) throw new Error('The index page shows no figures');
  const seen = {
    contacts: await client.get('contacts_read'),
    files: await client.get('get_files'),
    history: await client.get('get_history'),
    figures,
  };
  return JSON.stringify(seen, undefined, 2);
}
