// Fills a data folder with drops of one file each: the first thousand through the ports of the server,
// the rest as copies of these. The files have rows and keys, but no bytes.
//
//   node main.ts DATA EMAIL OWN OTHERS     drops sent by the account EMAIL, and by others

import type { Account } from '../../server/src/domain/model/account.ts';
import { day } from '../../server/src/domain/model/clock.ts';
import { newId } from '../../server/src/domain/model/ids.ts';
import type { Repositories } from '../../server/src/domain/model/database.ts';
import { systemClock, systemRandomness } from '../../server/src/platform/system.ts';
import { addDrop } from './add-drop.ts';
import { multiplyDrops } from './multiply-drops.ts';
import { openToFill } from './open-to-fill.ts';
import { openSqlSession } from './sql-session.ts';

/** More than so many are copied, in whole multiples. */
const originals = 1000;
const dropsOfSender = 100;
/** How many of the others' drops the account finds in its inbox. */
const inboxDrops = 10;
/** Drops end on one of so many days, and none so soon that anybody would have to be reminded. */
const expiryDays = 30;
const firstExpiryDay = 90;

const [dataDir, email, own, others] = process.argv.slice(2);
if (dataDir === undefined || email === undefined) throw new Error('Name a data folder, an account');
const { stores, installation, bucketsOf } = await openToFill(dataDir);
const { database } = installation;
const account = await database.accounts.findByEmail(email);
if (account === undefined) throw new Error(`There is no account ${email}`);
const now = systemClock.now();

function expiryOf(index: number): number {
  return now + (firstExpiryDay + (index % expiryDays)) * day;
}

async function addSender({ accounts }: Repositories, template: Account, index: number) {
  const id = newId<Account['id']>(systemRandomness);
  const sender: Account = { ...template, id, email: `sender-${index}@example.com` };
  await accounts.add(sender);
  return sender;
}

async function fill(
  drops: number,
  senderOf: (repositories: Repositories, index: number) => Promise<Account>,
  receiverOf: (index: number) => string,
): Promise<void> {
  await database.transact(async (repositories) => {
    for (let index = 0; index < Math.min(drops, originals); index += 1) {
      const expiresAt = expiryOf(index);
      await addDrop(installation, repositories, {
        sender: await senderOf(repositories, index),
        receiver: receiverOf(index),
        createdAt: now - (originals - index) * 1000,
        expiresAt,
        bucket: bucketOf(expiresAt),
      });
    }
  });
}

const bucketOf = await bucketsOf(Array.from({ length: expiryDays }, (_, index) => expiryOf(index)));
await fill(
  Number(own),
  () => Promise.resolve(account),
  () => 'receiver@example.com',
);
let sender = account;
await fill(
  Number(others),
  async (repositories, index) => {
    if (index % dropsOfSender === 0) sender = await addSender(repositories, account, index);
    return sender;
  },
  (index) => (index < inboxDrops ? email : `receiver-${index}@example.com`),
);
await installation.close();

const session = await openSqlSession(stores);
await multiplyDrops(session, { factor: Number(own) / originals, of: { account: email } });
await multiplyDrops(session, { factor: Number(others) / originals, of: { othersThan: email } });
await session.close();
