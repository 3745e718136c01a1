import { day } from '../../../domain/model/clock.ts';
import type { Dispatch, DispatchReceiver } from '../../../domain/model/dispatch.ts';
import type { MailId } from '../../../domain/model/ids.ts';
import { idFor, sampleDispatch, sampleFile, sampleReceiver } from '../../../testing/samples.ts';
import type { PeopleFixture, TestPerson } from '../people-fixture.ts';

export interface SentSample {
  label: string;
  emails: readonly string[];
  names: readonly string[];
  overrides?: Partial<Dispatch>;
}

/** Adds a drop of a person, with links that open and mails that wait. */
export async function addDrop(
  { database, installation, clock }: PeopleFixture,
  { account }: Pick<TestPerson, 'account'>,
  { label, emails, names, overrides = {} }: SentSample,
): Promise<{ drop: Dispatch; receivers: DispatchReceiver[] }> {
  const now = clock.now();
  const times = { createdAt: now, expiresAt: now + day };
  const drop = sampleDispatch(account, label, { ...times, ...overrides });
  const receivers = emails.map((email) => {
    const receiver = sampleReceiver(drop, email);
    const linkHash = installation.tokenHasher.hash('link', installation.linkSecret(receiver.id, 0));
    return { ...receiver, linkHash };
  });
  await database.dispatches.add(drop, receivers);
  const files = names.map((name) =>
    sampleFile(account, name, { id: idFor(`${drop.id}/${name}`), createdAt: now }),
  );
  for (const file of files) await database.files.addToTray(file);
  await database.files.moveToDispatch(files, drop.id);
  await database.outbox.add(
    receivers.map((receiver) => ({
      id: idFor<MailId>(`mail ${receiver.id}`),
      kind: 'download' as const,
      to: receiver.email,
      accountId: account.id,
      receiverId: receiver.id,
      createdAt: now,
    })),
  );
  return { drop, receivers };
}
