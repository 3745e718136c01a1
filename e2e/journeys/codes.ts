import type { ContactList } from '../contract/wire.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { valise } from '../harness/valise-command.ts';
import type { MailRow } from './operator.ts';
import { operatorOf } from './operator.ts';

/** Sets what the receivers of an account must enter besides opening their link. */
export async function demandCodes(
  { dataDir }: { dataDir: string },
  { email }: Client,
  mode: 'email' | 'sms' | 'either',
): Promise<void> {
  await valise('account', 'second-factor', email, '--mode', mode, '--data', dataDir);
}

/** Makes an address a contact with a telephone. */
export async function addTelephone(client: Client, email: string, number: string): Promise<void> {
  const { local } = await client.get<ContactList>('contacts_read');
  await client.get('contacts_add', { json: [...local, { email, number }] });
}

/** The code in the newest captured message to an address or a number, as an operator reads it. */
export async function readCapturedCode(server: { dataDir: string }, to: string): Promise<string> {
  const operator = operatorOf(server);
  const { id } = await eventually(`a code to ${to} was captured`, async () => {
    const mails: MailRow[] = await operator.listMails();
    const newest = mails.find((mail) => mail.kind === 'code' && mail.to === to);
    return newest?.state === 'captured' ? newest : undefined;
  });
  return digitsIn(await valise('mail', 'show', id, '--raw', '--data', server.dataDir));
}

/** The digits of the one code in a message. */
export function digitsIn(message: string): string {
  const code = /(?<!\d)\d{8}(?!\d)/.exec(message)?.[0];
  if (code === undefined) throw new Error(`There is no code in ${message}`);
  return code;
}
