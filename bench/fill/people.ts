// Fills a data folder with what one person may have in a large installation, and signs the person in.
// Prints what a measurement needs to look at it, as JSON.
//
//   node people.ts DATA EMAIL DISPATCHES     the account EMAIL is a template; of the dispatches, nine of ten are sent by the person

import type { Account } from '../../server/src/domain/model/account.ts';
import { day } from '../../server/src/domain/model/clock.ts';
import type { DispatchId, InboxToken } from '../../server/src/domain/model/ids.ts';
import { newId } from '../../server/src/domain/model/ids.ts';
import { createSessions } from '../../server/src/domain/people/sessions.ts';
import { systemClock, systemRandomness } from '../../server/src/platform/system.ts';
import { addDrop } from './add-drop.ts';
import { multiplyDrops } from './multiply-drops.ts';
import { openToFill } from './open-to-fill.ts';
import { openSqlSession } from './sql-session.ts';

/** What is printed. */
export interface FilledPerson {
  /** What the browser of the person keeps. */
  session: string;
  accountId: string;
  /** Of a drop, a request and an item of the inbox, each the newest and one of the oldest. */
  newestDrop: string;
  oldDrop: string;
  newestRequest: string;
  oldRequest: string;
  newestItem: string;
  oldItem: string;
}

const personEmail = 'person@example.com';
/** One in so many drops is a request, was refused by a mail server, ends soon, or has ended. */
const requestEvery = 10;
const refusedEvery = 100;
const endingEvery = 500;
const endedEvery = 3;
const fetchedEvery = 2;
const firstExpiryDay = 90;
const expiryDays = 30;
const sendersOriginally = 10;
const contactsAtOnce = 2000;

const [dataDir, templateEmail, dispatches] = process.argv.slice(2);
if (dataDir === undefined || templateEmail === undefined)
  throw new Error('Name a data folder, an account');
const total = Number(dispatches);
/** So many of each kind go through the ports of the server; the others are copies. */
const originals = Math.min(1000, total / 20);
const factorOfOwn = Math.floor((total * 0.9) / originals);
const factorOfInbox = Math.floor((total * 0.1) / originals);

const { stores, installation, reopen, bucketsOf } = await openToFill(dataDir);
const { database, tokenHasher } = installation;
const template = await database.accounts.findByEmail(templateEmail);
if (template === undefined) throw new Error(`There is no account ${templateEmail}`);
const now = systemClock.now();

function expiryOf(index: number): number {
  const days = index % endingEvery === 1 ? 2 : firstExpiryDay + (index % expiryDays);
  return now + days * day;
}

function accountLike(email: string, role: Account['role']): Account {
  const id = newId<Account['id']>(systemRandomness);
  return { ...(template as Account), id, email, role };
}

const bucketOf = await bucketsOf(Array.from({ length: originals }, (_, index) => expiryOf(index)));
const person = accountLike(personEmail, 'admin');
const sent: DispatchId[] = [];
const requested: DispatchId[] = [];
const received: InboxToken[] = [];
await database.transact(async (repositories) => {
  await repositories.accounts.add(person);
  for (let index = 0; index < originals; index += 1) {
    const kind = index % requestEvery === 0 ? 'grant' : 'drop';
    const expiresAt = expiryOf(index);
    const { id } = await addDrop(installation, repositories, {
      sender: person,
      receiver: `receiver-${index}@example.com`,
      createdAt: now - (originals - index) * 1000,
      expiresAt,
      bucket: bucketOf(expiresAt),
      kind,
      mail: index % refusedEvery === 2 ? 'refused' : 'sent',
    });
    (kind === 'grant' ? requested : sent).push(id);
  }
});
await database.transact(async (repositories) => {
  const senders = Array.from({ length: sendersOriginally }, (_, index) =>
    accountLike(`sender-${index}@example.com`, 'user'),
  );
  for (const sender of senders) await repositories.accounts.add(sender);
  for (let index = 0; index < originals; index += 1) {
    const expiresAt = expiryOf(index);
    const { inboxToken } = await addDrop(installation, repositories, {
      sender: senders[index % senders.length] ?? person,
      receiver: personEmail,
      createdAt: now - (originals - index) * 1000,
      expiresAt,
      bucket: bucketOf(expiresAt),
    });
    received.push(inboxToken);
  }
});
const contactCount = total / 10;
const names = [
  'Anna',
  'Björn',
  'Carla',
  'David',
  'Émile',
  'Freya',
  'Goran',
  'Hanna',
  'Ivo',
  'Jana',
];
for (let start = 0; start < contactCount; start += contactsAtOnce) {
  const length = Math.min(contactsAtOnce, contactCount - start);
  const contacts = Array.from({ length }, (_, at) => ({
    email: `contact-${start + at}@example.com`,
    number: `4670${start + at}`,
    language: 'en',
    groups: [],
    nick: `${names[(start + at) % names.length] ?? ''} Berg${start + at}`,
  }));
  await database.transact(async ({ contactBook, pastReceivers }) => {
    await contactBook.addAll(person.id, contacts);
    const past = contacts.map(({ email, nick }) => ({ email: `past-${email}`, nick }));
    await pastReceivers.note(person.id, past, now);
  });
}
await installation.close();

const session = await openSqlSession(stores);
const kept = (column: string): string => `"${column}"`;
await multiplyDrops(session, {
  factor: factorOfOwn,
  of: { account: personEmail },
  // Nothing here opens these links; to bind a million of them would take minutes.
  changes: { mac: () => session.randomBytes, link_mac: () => session.randomBytes },
});
await multiplyDrops(session, {
  factor: factorOfInbox,
  of: { othersThan: personEmail },
  changes: { 'dispatch_receivers.email': kept, 'mails.to_email': kept },
});
for (const statement of [
  // Of the drops that went out and of those that came in.
  `update dispatches set ended_at = created_at + 1 where kind = 'drop' and sequence % ${endedEvery} = 0`,
  `update dispatch_receivers set link_hash = null
    where dispatch_id in (select id from dispatches where ended_at is not null)`,
  `insert into downloads (receiver_id, file_id, spans, completed_at)
    select receiver.id, file.id, '[[0,1234567]]', file.created_at from files as file
    join dispatch_receivers as receiver on receiver.dispatch_id = file.dispatch_id
    where file.sequence % ${fetchedEvery} = 0`,
  `create temporary table original_audit as select * from audit`,
  await copyAudit(),
]) {
  await session.run(statement);
}
await session.close();

async function copyAudit(): Promise<string> {
  const columns = (await session.columnsOf('audit')).map((name) => `"${name}"`);
  const values = columns.map((name) =>
    name === '"sequence"' ? `sequence + copy * (select max(sequence) from original_audit)` : name,
  );
  return `insert into audit (${columns.join(', ')})
    with recursive copies (copy) as
      (select 1 union all select copy + 1 from copies where copy + 1 < ${factorOfOwn / 2})
    select ${values.join(', ')} from original_audit, copies`;
}

/** Of the originals, which are older than all copies. */
function middleOf(ids: readonly string[]): string {
  return ids[Math.floor(ids.length / 2)] ?? '';
}

const filled = await reopen();
await filled.database.bindRows();
const sessions = createSessions({
  database: filled.database,
  hasher: tokenHasher,
  randomness: systemRandomness,
  clock: systemClock,
  onFault(error) {
    throw error;
  },
});
const shown = await sessions.open(filled.database, person, {
  state: 'full',
  proof: { by: 'password' },
  source: '127.0.0.1',
  client: 'bench',
});
const later = { now, endsBefore: now, limit: 1 };
const [drop] = await filled.database.sent.list(person.id, {
  ...later,
  filter: 'live',
  after: undefined,
});
const [request] = await filled.database.fileRequests.list(person.id, { limit: 1, now });
const [item] = await filled.database.inboxItems.list(personEmail, now, 1);
const result: FilledPerson = {
  session: shown,
  accountId: person.id,
  newestDrop: drop?.dispatch.id ?? '',
  oldDrop: middleOf(sent),
  newestRequest: request?.dispatch.id ?? '',
  oldRequest: middleOf(requested),
  newestItem: item?.token ?? '',
  oldItem: middleOf(received),
};
await filled.close();
console.log(JSON.stringify(result));
