// Adds events to the feed of an account, each of a drop of its own, in a data folder that no server has open.
//
//   node events.ts DATA EMAIL COUNT

import type { DispatchId, FeedEventId } from '../../server/src/domain/model/ids.ts';
import { newId } from '../../server/src/domain/model/ids.ts';
import { systemClock, systemRandomness } from '../../server/src/platform/system.ts';
import { openToFill } from './open-to-fill.ts';

const [dataDir, email, count] = process.argv.slice(2);
if (dataDir === undefined || email === undefined) throw new Error('Name a data folder, an account');
const { installation } = await openToFill(dataDir);
const { database } = installation;
const account = await database.accounts.findByEmail(email);
if (account === undefined) throw new Error(`There is no account ${email}`);
await database.transact(async ({ feed }) => {
  const events = Array.from({ length: Number(count) }, () => ({
    id: newId<FeedEventId>(systemRandomness),
    accountId: account.id,
    kind: 'drop.created' as const,
    at: systemClock.now(),
    about: { drop: newId<DispatchId>(systemRandomness), state: 'live' as const },
  }));
  await feed.add(events);
});
await installation.close();
