import type { Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import { filePathOf } from '../model/file.ts';
import { isGuarded } from '../model/receiver-code.ts';
import type { ToldEvent } from '../model/webhook.ts';

type Rows = Pick<Repositories, 'accounts' | 'dispatches' | 'inboxItems'>;

/** Names and addresses of what an event is about, as far as it is still there and belongs to the account. */
export async function detailsOf(rows: Rows, event: ToldEvent, now: Instant): Promise<object> {
  return event.about.item === undefined
    ? await detailsOfSent(rows, event)
    : await detailsOfItem(rows, event, now);
}

/** Of what the account sent, or asked for: its title and message, and the receiver. */
async function detailsOfSent(
  { dispatches }: Rows,
  { accountId, about }: ToldEvent,
): Promise<object> {
  const { drop, request, receiver, file } = about;
  const dispatchId = drop ?? request;
  if (dispatchId === undefined) return {};
  const found = await dispatches.find(dispatchId);
  if (found?.dispatch.accountId !== accountId) return {};
  const { title, message } = found.dispatch;
  const named = found.receivers.find(({ id }) => id === receiver);
  const files = file === undefined ? [] : await dispatches.listFiles(dispatchId);
  const stored = files.find(({ id }) => id === file);
  return {
    ...(title !== undefined && { title }),
    ...(message !== undefined && { message }),
    ...(named && { email: named.email, name: named.nick }),
    ...(stored && { file_name: stored.name, file_path: filePathOf(stored) }),
  };
}

/** Of what came: its title and message, and the sender. Nothing where the sender demands something of who reads it. */
async function detailsOfItem(
  { accounts, inboxItems }: Rows,
  { accountId, about: { item: token } }: ToldEvent,
  now: Instant,
): Promise<object> {
  const account = await accounts.find(accountId);
  const item = token && account && (await inboxItems.find(account.email, token, now));
  if (!item || isGuarded(item)) return {};
  const { title, message, senderEmail, senderName } = item;
  return {
    ...(title !== undefined && { title }),
    ...(message !== undefined && { message }),
    ...(senderEmail !== '' && { email: senderEmail }),
    ...(senderName !== '' && { name: senderName }),
  };
}
