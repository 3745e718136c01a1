import type { MailId, ReceiverId } from '../../domain/model/ids.ts';
import type { OutboxEntry } from '../../domain/model/outbox.ts';
import type { Repositories } from '../../domain/model/database.ts';
import type { MailFacts, UndeliveredFacts, UnfetchedManyFacts } from './messages/mail-facts.ts';

type Database = Pick<Repositories, 'dispatches' | 'outbox'>;

/** What a mail says that is about no single receiver; undefined for every other mail. */
export async function findAccountNews(
  database: Database,
  entry: OutboxEntry,
): Promise<MailFacts | undefined> {
  const { kind, to, createdAt, digest } = entry;
  switch (kind) {
    case 'key_rotated':
    case 'account_disabled':
    case 'account_enabled':
      return { kind, email: to, at: createdAt };
    case 'undelivered':
      return digest && { kind, mails: await listMails(database, digest.ids), count: digest.count };
    case 'unfetched': {
      // Of one receiver there is more to tell.
      if (digest === undefined || digest.count === 1) return undefined;
      const receivers = await listReceivers(database, digest.ids);
      return { kind: 'unfetched_many', receivers, count: digest.count };
    }
    case 'download':
    case 'upload':
    case 'reminder':
    case 'receipt':
    case 'received':
    case 'codes_refused':
    case 'revoked':
    case 'code':
      return undefined;
  }
}

async function listMails(
  { outbox }: Database,
  ids: readonly string[],
): Promise<UndeliveredFacts['mails']> {
  const mails = await Promise.all(ids.map((id) => outbox.find(id as MailId)));
  return mails.flatMap((mail) =>
    mail === undefined
      ? []
      : [{ to: mail.to, reason: mail.state === 'suppressed' ? undefined : mail.lastError }],
  );
}

async function listReceivers(
  { dispatches }: Database,
  ids: readonly string[],
): Promise<UnfetchedManyFacts['receivers']> {
  const deliveries = await Promise.all(
    ids.map((id) => dispatches.findByReceiver(id as ReceiverId)),
  );
  return deliveries.flatMap((delivery) => {
    if (delivery === undefined) return [];
    const { nick, email } = delivery.receiver;
    return [{ nick, email, expiresAt: delivery.dispatch.expiresAt }];
  });
}
