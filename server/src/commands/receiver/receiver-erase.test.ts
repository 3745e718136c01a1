import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import { systemClock } from '../../platform/system.ts';
import {
  hashFor,
  sampleContact,
  sampleDispatch,
  sampleReceiver,
  sampleTransferSum,
} from '../../testing/samples.ts';
import type { SentDrop } from '../drop/drop-fixture.ts';
import { openSentDrop } from '../drop/drop-fixture.ts';

const email = 'zoe@example.com';
const number = '46700000009';
const browser = hashFor('browser');

/** Everything that is stored about Zoe. */
async function tellMore({ look, zoe, drop, files }: SentDrop): Promise<void> {
  await look(async ({ database, mailDir }) => {
    const [alice] = await database.accounts.list();
    assert.ok(alice);
    const contact = sampleContact(email, { number, nick: 'Zoe Zander', groups: ['zanders'] });
    await database.contacts.replaceLocal(alice.id, [contact, sampleContact('adam@example.com')]);
    await database.contacts.replaceGlobal([contact]);
    await database.contacts.replaceReceivers(alice.id, [{ ...contact, name: 'Zoe Zander' }]);
    const now = systemClock.now();
    const old = sampleDispatch(alice, 'old', { createdAt: now - 2 * day, expiresAt: now - day });
    await database.dispatches.add(old, [sampleReceiver(old, email, contact)]);
    const origin = { email, nick: 'Zoe Zander', grantReceiverId: zoe.id };
    const back = sampleDispatch(alice, 'back', { kind: 'return', origin });
    const lender = sampleReceiver(back, alice.email, { linkHash: undefined });
    await database.dispatches.add(back, [lender]);
    await database.suppressions.add({ email, accountId: undefined, createdAt: now });
    const [mail] = await database.outbox.listFor(zoe.id);
    assert.ok(mail);
    await database.outbox.settle(mail.id, 'captured', now, `550 no such user ${email}`);
    const expiresAt = now + day;
    const code = {
      id: mail.id,
      receiverId: zoe.id,
      browser,
      channel: 'email',
      hash: browser,
    } as const;
    await database.receiverCodes.put({ ...code, expiresAt, triesLeft: 5 });
    await database.receiverSessions.add({ hash: browser, receiverId: zoe.id, expiresAt });
    const [file] = files;
    assert.ok(file);
    await database.transferSums.save(sampleTransferSum(drop, zoe, file));
    await mkdir(mailDir, { recursive: true });
    for (const kind of ['eml', 'json']) {
      await writeFile(join(mailDir, `${mail.id}.${kind}`), `To: ${email}`);
    }
  });
}

/** Tables and columns with texts, all but the audit trail. */
function findText(path: string, text: string): string[] {
  const rows = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = rows
      .prepare(`select name from sqlite_schema where type = 'table' and name <> 'audit'`)
      .all();
    return tables.flatMap((table) => {
      const name = String(table['name']);
      return rows
        .prepare(`select * from "${name}"`)
        .all()
        .flatMap((row) =>
          Object.entries(row)
            .filter(([, value]) => typeof value === 'string' && value.includes(text))
            .map(([column]) => `${name}.${column}`),
        );
    });
  } finally {
    rows.close();
  }
}

test('nothing of a receiver who is erased is left but in the audit trail', async (t) => {
  const sent = await openSentDrop(t);
  const { line, look, zoe, adam, opens } = sent;
  await tellMore(sent);
  const databaseFile = join(line.dataDir, 'valise.db');
  assert.ok(findText(databaseFile, email).length > 6);

  const refused = await line.type(`receiver erase ${email} --yes`);
  assert.notEqual(refused.status, 0);
  assert.match(refused.stderr, /can still open a drop or grant.*--revoke/s);
  assert.equal(await opens(zoe, 0), true);

  const erased = await line.json<Record<string, string | number>>(
    `receiver erase ${email.toUpperCase()} --revoke --yes`,
  );
  const { pseudonym, ...counts } = erased;
  assert.match(String(pseudonym), /^erased-[0-9a-f]{8}@erased\.invalid$/);
  assert.deepEqual(counts, {
    status: 'ok',
    contacts: 3,
    receivers: 2,
    returns: 1,
    refusals: 1,
    revoked: 1,
  });
  for (const text of [email, number, 'Zander', 'zanders']) {
    assert.deepEqual(findText(databaseFile, text), [], text);
  }
  assert.deepEqual(await look(({ mailDir }) => readdir(mailDir)), []);
  assert.deepEqual([await opens(zoe, 0), await opens(adam, 0)], [false, true]);
  await look(async ({ database }) => {
    // What was erased is still what Valise wrote.
    assert.equal((await database.dispatches.findByReceiver(zoe.id))?.receiver.email, pseudonym);
    assert.equal(await database.receiverCodes.find(zoe.id, browser), undefined);
    assert.equal(await database.receiverSessions.find(browser, systemClock.now()), undefined);
    const [record] = await database.audit.listNewest(1);
    assert.deepEqual([record?.action, record?.object], ['receiver.erased', pseudonym]);
    assert.doesNotMatch(JSON.stringify(record), /zoe/);
  });
});

test('an account is not erased as a receiver, and nobody is without being asked', async (t) => {
  const { line } = await openSentDrop(t);
  assert.match((await line.type('receiver erase alice@example.com --yes')).stderr, /is an account/);
  assert.match((await line.type('receiver erase nonsense --yes')).stderr, /not an e-mail address/);
  assert.match((await line.type(`receiver erase bob@example.com`)).stderr, /--yes/);
  const no = await line.run(['receiver', 'erase', 'bob@example.com'], { answer: 'no' });
  assert.match(no.stderr, /Nothing was erased/);
  const { stdout } = await line.type('receiver erase bob@example.com --yes');
  assert.match(stdout, /Erased: 0 contacts.*What stays: audit records/s);
});
