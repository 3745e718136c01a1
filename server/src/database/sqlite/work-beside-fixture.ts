import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { testRowBinding } from '../../testing/row-binding-fixture.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/** What two processes do at the same time: claims all mail, and counts each in a transaction. */
export async function workOn(database: Database): Promise<string[]> {
  const claimed: string[] = [];
  for (;;) {
    const mail = await database.outbox.claimNext('mail', { now: noon, by: 'node' });
    if (mail === undefined) return claimed;
    claimed.push(mail.id);
    await database.transact(async ({ installationValues }) => {
      const before = Number((await installationValues.find('counter')) ?? 0);
      await installationValues.set('counter', String(before + 1));
    });
  }
}

if (import.meta.main) {
  const database = await openSqliteDatabase(process.argv[2] ?? '', { binding: testRowBinding });
  process.stdout.write(JSON.stringify(await workOn(database)));
  await database.close();
}
