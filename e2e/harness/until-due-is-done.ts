import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { eventually } from './eventually.ts';

/**
 * Resolves when a server that started at `startedAt`, by its own clock, has done everything that was
 * due then: it notes the time after it has ended files, destroyed keys and swept.
 */
export async function untilDueIsDone(dataDir: string, startedAt: number): Promise<void> {
  await eventually('what is due is done', () => {
    const database = new DatabaseSync(join(dataDir, 'valise.db'), { readOnly: true });
    const note = database.prepare("select value from notes where name = 'clock.last_seen'").get();
    database.close();
    return Number(note?.['value'] ?? 0) >= startedAt ? true : undefined;
  });
}
