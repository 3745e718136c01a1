import { createInProcessRunner } from '../../database/runner/in-process-runner.ts';
import { createExpiry } from '../../domain/expiry/expiry.ts';
import { recordDownload } from '../../domain/downloads/commands.ts';
import { hour } from '../../domain/model/clock.ts';
import type { Dispatch, DispatchReceiver } from '../../domain/model/dispatch.ts';
import { expiryBucket } from '../../domain/model/key-ring.ts';
import type { openDropsFixture } from './drops-fixture.ts';

const system = { name: 'system', source: 'scheduler', requestId: '-' };

/** What happens to drops by itself: receivers download them, and their time comes. */
export function createFates({
  installation,
  database,
  clock,
}: Pick<Awaited<ReturnType<typeof openDropsFixture>>, 'installation' | 'database' | 'clock'>) {
  const runner = createInProcessRunner(installation);
  const { keyRing } = installation.keys;
  const expiry = createExpiry({
    ...installation,
    keyRing,
    actor: system,
    keyGraceMs: 72 * hour,
    quarantineMs: hour,
  });

  /** Sends the whole of each file of a drop to a receiver, through the link or from the inbox. */
  async function download(
    drop: Dispatch,
    receiver: DispatchReceiver,
    by: 'link' | 'inbox' = 'link',
  ) {
    const name = by === 'link' ? 'receiver' : receiver.email;
    for (const { id, name: fileName, sizeBytes } of await database.dispatches.listFiles(drop.id)) {
      await runner.run(recordDownload, {
        actor: { name, source: '192.0.2.7', requestId: '-' },
        to: {
          receiverId: receiver.id,
          dispatchId: drop.id,
          accountId: drop.accountId,
          email: receiver.email,
        },
        file: { id, name: fileName, sizeBytes },
        transfer: { span: { start: 0, end: sizeBytes }, outcome: 'complete' },
        way: by === 'link' ? { by, wasAskedFor: true } : { by },
      });
    }
  }

  /** Wraps the keys of a drop for the day on which it expires, as sending does. */
  async function wrap(drop: Dispatch): Promise<string> {
    const keyBucket = expiryBucket(drop.expiresAt);
    const bucket = await keyRing.ensure(keyBucket);
    const files = await database.files.listInDispatch(drop.id);
    await database.files.rewrap(
      files.map(({ id, accountId }) => ({
        id,
        wrappedKey: bucket.wrap(Buffer.alloc(32, 7), { fileId: id, accountId }),
        keyBucket,
      })),
    );
    return keyBucket;
  }

  /** Lets time pass until a drop has expired and was ended. */
  async function expire(drop: Dispatch): Promise<void> {
    clock.advance(drop.expiresAt - clock.now());
    await expiry.endDueDispatches();
  }

  return { expiry, download, wrap, expire };
}
