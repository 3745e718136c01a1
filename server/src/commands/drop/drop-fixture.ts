import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Dispatch, DispatchReceiver } from '../../domain/model/dispatch.ts';
import { day } from '../../domain/model/clock.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import type { Installation } from '../../compose/installation.ts';
import { openInstallation } from '../../compose/installation.ts';
import { systemClock, systemRandomness } from '../../platform/system.ts';
import { sampleDispatch, sampleFile, sampleMail, sampleReceiver } from '../../testing/samples.ts';
import type { CommandLine } from '../command-fixture.ts';
import { openCommandLine } from '../command-fixture.ts';
import { embeddedStores } from '../../stores/store-settings.ts';

export interface SentDrop {
  line: CommandLine;
  drop: Dispatch;
  zoe: DispatchReceiver;
  adam: DispatchReceiver;
  files: StoredFile[];
  /** Looks into the data folder as the server would. */
  look: <Result>(work: (installation: Installation) => Promise<Result>) => Promise<Result>;
  /** Whether the receiver's link of this generation is valid. */
  opens: (receiver: DispatchReceiver, generation: number) => Promise<boolean>;
}

/** A data folder in which Alice has just sent two files to Zoe and Adam, for two days. */
export async function openSentDrop(
  context: TestContext,
  kind: 'drop' | 'grant' = 'drop',
): Promise<SentDrop> {
  const line = await openCommandLine(context);
  await line.type('account add alice@example.com 46700000001');

  async function look<Result>(work: (installation: Installation) => Promise<Result>) {
    const { dataDir } = line;
    const place = { stores: embeddedStores(dataDir), keyDir: join(dataDir, 'keys') };
    const installation = await openInstallation(
      { ...place, clock: systemClock, randomness: systemRandomness },
      { create: false },
    );
    try {
      return await work(installation);
    } finally {
      await installation.close();
    }
  }

  function hashOf(
    { linkSecret, tokenHasher }: Installation,
    id: DispatchReceiver['id'],
    generation = 0,
  ) {
    return tokenHasher.hash('link', linkSecret(id, generation));
  }

  const sent = await look(async (installation) => {
    const { database } = installation;
    const [alice] = await database.accounts.list();
    if (alice === undefined) throw new Error('the account was not added');
    const createdAt = systemClock.now();
    const drop = sampleDispatch(alice, kind, { kind, createdAt, expiresAt: createdAt + 2 * day });
    const receiver = (email: string) => {
      const { id } = sampleReceiver(drop, email);
      return sampleReceiver(drop, email, { linkHash: hashOf(installation, id) });
    };
    const [zoe, adam] = [receiver('zoe@example.com'), receiver('adam@example.com')];
    const files = kind === 'drop' ? [sampleFile(alice, 'a.pdf'), sampleFile(alice, 'b.pdf')] : [];
    await database.dispatches.add(drop, [zoe, adam]);
    for (const file of files) await database.files.addToTray(file);
    await database.files.moveToDispatch(files, drop.id);
    const mailKind = kind === 'drop' ? 'download' : 'upload';
    await database.outbox.add([zoe, adam].map((to) => sampleMail(to, drop, { kind: mailKind })));
    return { drop, zoe, adam, files };
  });

  return {
    ...sent,
    line,
    look,
    opens: (receiver, generation) =>
      look(async (installation) => {
        const hash = hashOf(installation, receiver.id, generation);
        return (
          (await installation.database.dispatches.findByLink(hash, systemClock.now())) !== undefined
        );
      }),
  };
}
