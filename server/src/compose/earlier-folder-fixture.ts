import type { JsonWebKeyInput } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../coordination/eventually.ts';
import { minute } from '../domain/model/clock.ts';
import { embeddedStores } from '../stores/store-settings.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { openTestApp } from './test-app-fixture.ts';

/** What people and programs kept who used the earlier program. All of it is made up for this test. */
export interface EarlierSecrets {
  /** When the earlier program wrote it all. */
  now: number;
  annaId: string;
  cleoId: string;
  /** Of Anna, as her browser keeps it. */
  session: string;
  /** Of Anna and Cleo. */
  password: string;
  /** The secret of Anna's authenticator, in hexadecimal digits. */
  totp: string;
  recoveryCodes: string[];
  passkey: { label: string; privateKey: JsonWebKeyInput['key'] };
  identity: { issuer: string; subject: string };
  /** Of Ben. */
  invitation: string;
  /** Of Cleo, an administrator. */
  reset: string;
  program: string;
  key: string;
  /** With which the program sent a drop. */
  idempotencyKey: string;
  /**
   * A session of Cleo that nobody opened. The program sent its text as an Idempotency-Key, so that its hash was in the
   * database; with the earlier program, the row opened her account.
   */
  forged: { id: string; createdAt: number; expiresAt: number; secret: string; requestHash: string };
  /** Of the drop: a receiver who entered a code. */
  receiver: { id: string; link: string; cookie: string };
}

const folder = join(import.meta.dirname, 'earlier-folder');

async function readJson(name: string): Promise<unknown> {
  const bytes = await readFile(join(folder, name));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
}

/**
 * This program on a copy of a data folder that the program of commit d6d9aaa wrote: the last one with one key for all
 * hashes and without MACs of people. The clock stands a minute after. earlier-folder/README.md tells how it was made.
 */
export async function openEarlierFolder(t: TestContext) {
  const secrets = (await readJson('secrets.json')) as EarlierSecrets;
  const files = (await readJson('files.json.gz')) as Record<string, string>;
  const clock = createFakeClock(secrets.now + minute);
  const { app, installation, dataDir } = await openTestApp(t, {
    clock,
    stores: embeddedStores,
    opening: { create: false, migrates: true },
    async fill(dataDir) {
      for (const [name, bytes] of Object.entries(files)) {
        await mkdir(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 });
        await writeFile(join(dataDir, name), Buffer.from(bytes, 'base64'), { mode: 0o600 });
      }
    },
  });

  /** As somebody who can write rows, and has no key. */
  async function write(sql: string): Promise<void> {
    const rows = new DatabaseSync(join(dataDir, 'valise.db'));
    // The server, in this thread, may be writing.
    await eventually(async () => {
      await Promise.resolve();
      rows.exec(sql);
    });
    rows.close();
  }

  async function listTampered(): Promise<string[]> {
    const records = await installation.database.audit.list(0, 1000);
    return records.filter(({ action }) => action === 'rows.tampered').map(({ object }) => object);
  }
  return { app, installation, clock, secrets, write, listTampered };
}
