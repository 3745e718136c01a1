import type { Account } from '../../server/src/domain/model/account.ts';
import type { Instant } from '../../server/src/domain/model/clock.ts';
import type {
  DispatchId,
  FileId,
  InboxToken,
  MailId,
  ReceiverId,
} from '../../server/src/domain/model/ids.ts';
import { newId } from '../../server/src/domain/model/ids.ts';
import type { DurableBucket } from '../../server/src/domain/model/key-ring.ts';
import { expiryBucket } from '../../server/src/domain/model/key-ring.ts';
import type { Repositories } from '../../server/src/domain/model/database.ts';
import type { Installation } from '../../server/src/compose/installation.ts';

const actor = { name: 'bench', source: '127.0.0.1', requestId: '-' };

/** Everything that sending one file, or asking for some, leaves in the database once its mail has gone. */
export async function addDrop(
  installation: Installation,
  repositories: Repositories,
  drop: {
    sender: Account;
    receiver: string;
    createdAt: Instant;
    expiresAt: Instant;
    /** Of the day on which it expires. */
    bucket: DurableBucket;
    /** Left out, a drop. */
    kind?: 'drop' | 'grant';
    /** What became of the mail; left out, it was sent. */
    mail?: 'sent' | 'refused';
  },
): Promise<{ id: DispatchId; inboxToken: InboxToken }> {
  const { linkSecret, tokenHasher, audit, randomness } = installation;
  const { sender, receiver, createdAt, expiresAt, bucket, kind = 'drop', mail = 'sent' } = drop;
  const dispatchId = newId<DispatchId>(randomness);
  const receiverId = newId<ReceiverId>(randomness);
  const fileId = newId<FileId>(randomness);
  const mailId = newId<MailId>(randomness);
  const inboxToken = newId<InboxToken>(randomness);
  const accountId = sender.id;
  const keyBucket = expiryBucket(expiresAt);

  await repositories.dispatches.add(
    {
      id: dispatchId,
      accountId,
      kind,
      createdAt,
      expiresAt,
      ttl: '7776000',
      ttlUnit: 'seconds',
      message: 'The documents that we spoke of.',
      origin: undefined,
      secondFactor: 'off',
    },
    [
      {
        email: receiver,
        number: '46701234567',
        language: 'en',
        groups: ['partners'],
        nick: 'A receiver',
        id: receiverId,
        linkHash: tokenHasher.hash('link', linkSecret(receiverId, 0)),
        linkGeneration: 0,
        inboxToken,
      },
    ],
  );
  if (kind === 'drop') {
    await repositories.files.addToDispatch({
      id: fileId,
      accountId,
      dispatchId,
      name: `document-${createdAt}.pdf`,
      folder: '',
      mediaType: 'application/pdf',
      sizeBytes: 1_234_567,
      sha256: randomness.bytes(32),
      wrappedKey: bucket.wrap(randomness.bytes(32), { fileId, accountId }),
      keyBucket,
      store: 'file',
      segments: undefined,
      createdAt,
    });
  }
  await repositories.outbox.add([
    {
      id: mailId,
      kind: kind === 'drop' ? 'download' : 'upload',
      to: receiver,
      accountId,
      receiverId,
      createdAt,
    },
  ]);
  await repositories.outbox.settle(mailId, mail, createdAt);
  await audit.record(repositories, actor, {
    action: `${kind}.created`,
    object: dispatchId,
    outcome: 'ok',
    details: { receivers: 1, files: 1, expiresAt },
  });
  return { id: dispatchId, inboxToken };
}
