import assert from 'node:assert/strict';
import type { Account } from '../domain/model/account.ts';
import { openFileKey } from '../domain/model/key-ring.ts';
import type { Exchange } from './exchange-fixture.ts';
import { listBlobs, readAll } from './exchange-fixture.ts';

/** The tray as [name, content] pairs, each read back through its key. */
export async function trayContents(
  { tray, keyRing, vault }: Exchange,
  account: Account,
): Promise<[name: string, content: string][]> {
  const pairs: [string, string][] = [];
  for (const file of await tray.peek(account)) {
    const fileKey = await openFileKey(keyRing, file);
    const content = vault.read({ ...file, fileKey }, 0, file.sizeBytes);
    pairs.push([file.name, await readAll(content)]);
  }
  return pairs;
}

/** Nothing of a failed upload is left: not a row, not a record, not a byte. */
export async function assertNoTrace(exchange: Exchange, account: Account): Promise<void> {
  assert.deepEqual(await exchange.tray.peek(account), []);
  assert.deepEqual(await listBlobs(exchange), []);
  assert.equal(await exchange.blobs.sweepAbandoned(Infinity), 0);
  assert.equal(await exchange.database.audit.findHead(), undefined);
  assert.ok(!(await exchange.uploads.isRunning(account.id)));
}
