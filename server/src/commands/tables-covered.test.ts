import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { TableName } from '../database/copy/tables.ts';
import { tableNames } from '../database/copy/tables.ts';
import { sqliteDatabase } from '../database/sqlite/definition.ts';
import { createRetention } from '../domain/expiry/retention.ts';
import { day } from '../domain/model/clock.ts';
import type { Outliving } from '../domain/model/lost-rows.ts';
import { systemClock } from '../platform/system.ts';
import type { SentDrop } from './drop/drop-fixture.ts';
import { openSentDrop } from './drop/drop-fixture.ts';

/**
 * What becomes of the rows of a table.
 * `account`: when their account is removed. `shredded`: their keys are destroyed, and the job that reclaims bytes
 * removes the rest.
 * `address`: when a receiver is erased whose address they have; `no address`: they have none; `kept`: `receiver erase`
 * says that it stays, and until when.
 * `history`: when `historyRetention` removes a drop that they are of; `own end`: another job removes them, or their
 * account.
 */
interface Cover {
  account: 'removed' | 'shredded' | 'of nobody';
  address: 'erased' | 'no address' | 'kept';
  history: 'removed' | 'own end';
}

const ofAccount: Cover = { account: 'removed', address: 'no address', history: 'own end' };
const ofDrop: Cover = { ...ofAccount, history: 'removed' };
const ofNobody: Cover = { ...ofAccount, account: 'of nobody' };

/** Every table. `migrate` copies the rows of all: `copy-tables.test.ts`. */
const covers: Record<TableName, Cover> = {
  accounts: ofAccount,
  api_keys: ofAccount,
  api_key_notes: ofAccount,
  csrf_tokens: ofAccount,
  passkeys: ofAccount,
  linked_identities: ofAccount,
  contacts: { ...ofAccount, address: 'erased' },
  global_contacts: { ...ofNobody, address: 'erased' },
  receivers: { ...ofAccount, address: 'erased' },
  contact_groups: ofAccount,
  contact_group_members: { ...ofAccount, address: 'erased' },
  contact_imports: { ...ofAccount, address: 'kept' },
  dispatches: { ...ofDrop, address: 'erased' },
  dispatch_receivers: { ...ofDrop, address: 'erased' },
  dispatch_changes: ofDrop,
  grant_limits: ofDrop,
  files: { ...ofDrop, account: 'shredded' },
  segments: { ...ofAccount, account: 'shredded' },
  incoming_uploads: { ...ofAccount, account: 'shredded' },
  drafts: { ...ofAccount, address: 'kept' },
  chosen_files: ofAccount,
  past_receivers: { ...ofAccount, address: 'erased' },
  sent_on_files: ofAccount,
  // Sealed with the keys of files, and removed with their bytes.
  pictures: { ...ofAccount, account: 'shredded' },
  templates: { ...ofAccount, address: 'erased' },
  downloads: ofDrop,
  visitor_downloads: ofDrop,
  transfer_sums: { ...ofNobody, address: 'erased' },
  repeated_acts: { ...ofNobody, address: 'kept' },
  mails: { ...ofDrop, address: 'erased' },
  suppressions: { ...ofNobody, address: 'erased' },
  receiver_codes: ofDrop,
  receiver_sessions: ofDrop,
  idempotency_keys: ofAccount,
  sessions: ofAccount,
  passwords: ofAccount,
  account_links: ofAccount,
  totp_secrets: ofAccount,
  kept_forms: ofAccount,
  device_logins: ofAccount,
  recovery_codes: ofAccount,
  feed_events: ofDrop,
  webhooks: ofAccount,
  webhook_messages: ofAccount,
  webhook_attempts: ofDrop,
  audit: { ...ofNobody, address: 'kept' },
  audit_marks: ofNobody,
  key_buckets: ofNobody,
  appearance: ofNobody,
  notes: ofNobody,
};

/** Their rows have no foreign key, because they may outlive what they belong to: the doctor counts lost ones. */
const outlivingTables = {
  segments: { column: 'file_id', kind: 'parts' },
  incoming_uploads: { column: 'account_id', kind: 'uploads' },
  pictures: { column: 'content_id', kind: 'pictures' },
  feed_events: { column: 'account_id', kind: 'events' },
} as const satisfies Partial<Record<TableName, { column: string; kind: Outliving }>>;

const noneLost = { parts: 0, pictures: 0, uploads: 0, events: 0 };

const email = 'zoe@example.com';

/** Columns that have an address, where rows have one. */
const addresses = /^(?:email|to_email|sender_email|actor|subject|receivers|content|contents)$/;

interface Column {
  name: string;
  type: string;
}

/** A row for each table that has none, of the account, the drop and the receiver. */
async function fill({ line, drop, zoe, files, look }: SentDrop): Promise<void> {
  const keyId = await look(async ({ database }) => {
    const [alice = assert.fail()] = await database.accounts.list();
    return (await database.apiKeys.listFor(alice.id))[0]?.id ?? assert.fail();
  });
  const [file = assert.fail()] = files;
  const ids: Record<string, string> = {
    ...{ account_id: drop.accountId, dispatch_id: drop.id, drop_id: drop.id },
    ...{ receiver_id: zoe.id, file_id: file.id, key_id: keyId, group_id: 'id', draft_id: 'id' },
    webhook_id: 'id',
  };
  const raw = new DatabaseSync(join(line.dataDir, 'valise.db'));
  raw.exec('begin');
  for (const table of tableNames) {
    if (count(raw, table) > 0) continue;
    const columns = raw.prepare(`pragma table_info("${table}")`).all() as unknown as Column[];
    const hasAddress = covers[table].address !== 'no address';
    const values = columns.map(({ name, type }) => {
      if (name in ids) return ids[name] ?? '';
      if (type === 'INTEGER') return 1;
      if (type === 'BLOB') return Buffer.alloc(32, 1);
      if (name === 'receivers') return JSON.stringify([{ email }]);
      if (name === 'contents') return JSON.stringify({ receivers: [{ email }] });
      return hasAddress && addresses.test(name) ? email : 'id';
    });
    const places = columns.map(() => '?').join(', ');
    raw.prepare(`insert into "${table}" values (${places})`).run(...values);
  }
  for (const statement of [
    // Uploads belong to an account, or to what a link or draft is of.
    'update incoming_uploads set receiver_id = account_id',
    // The account's own row is bound to these.
    'update passwords set reset_at = null',
    'update totp_secrets set confirmed_at = null',
    'update incoming_uploads set shredded_at = null',
    `update dispatches set sender_email = '${email}'`,
    `update audit set object = '${email}'`,
  ]) {
    raw.exec(statement);
  }
  raw.exec('commit');
  raw.close();
}

function count(raw: DatabaseSync, table: TableName, where = 'true'): number {
  const row = raw.prepare(`select count(*) as rows from "${table}" where ${where}`).get();
  return Number(row?.['rows']);
}

/** Tables whose rows have a text. */
function findText(raw: DatabaseSync, text: string): TableName[] {
  return tableNames.filter((table) =>
    raw
      .prepare(`select * from "${table}"`)
      .all()
      .some((row) =>
        Object.values(row).some((cell) => typeof cell === 'string' && cell.includes(text)),
      ),
  );
}

async function open(context: TestContext) {
  const sent = await openSentDrop(context);
  await fill(sent);
  const read = <Found>(work: (raw: DatabaseSync) => Found): Found => {
    const raw = new DatabaseSync(join(sent.line.dataDir, 'valise.db'));
    try {
      return work(raw);
    } finally {
      raw.close();
    }
  };
  const empty = read((raw) => tableNames.filter((table) => count(raw, table) === 0));
  assert.deepEqual(empty, [], 'every table has rows');
  return { ...sent, read };
}

function tablesWith<Part extends keyof Cover>(
  part: Part,
  ...words: readonly Cover[Part][]
): TableName[] {
  return tableNames.filter((table) => words.includes(covers[table][part]));
}

test('with an account go its rows of every table', async (t) => {
  const { line, look, read } = await open(t);
  const removed = await line.type('account remove alice@example.com --yes');
  assert.equal(removed.status, 0, removed.stderr);
  const left = read((raw) => tableNames.filter((table) => count(raw, table) > 0));
  assert.deepEqual(left, tablesWith('account', 'shredded', 'of nobody'));
  for (const table of ['files', 'incoming_uploads'] as const) {
    assert.equal(
      read((raw) => count(raw, table, 'wrapped_key is not null')),
      0,
      table,
    );
  }
  assert.deepEqual(await look(({ database }) => database.lostRows.count()), noneLost);
});

test('with a receiver goes the address from every table', async (t) => {
  const { line, read } = await open(t);
  assert.deepEqual(
    read((raw) => findText(raw, email)),
    tablesWith('address', 'erased', 'kept'),
  );
  const erased = await line.type(`receiver erase ${email} --revoke --yes`);
  assert.equal(erased.status, 0, erased.stderr);
  assert.deepEqual(
    read((raw) => findText(raw, email)),
    tablesWith('address', 'kept'),
  );
});

test('with the history of a drop go its rows of every table', async (t) => {
  const { look, read } = await open(t);
  const endedAt = systemClock.now();
  read((raw) => {
    raw.prepare('update dispatches set ended_at = ?').run(endedAt);
    raw.prepare('update files set shredded_at = ?, reclaimed_at = ?').run(endedAt, endedAt);
    raw.prepare(`update mails set state = 'sent', settled_at = ?`).run(endedAt);
    raw.prepare(`update webhooks set state = 'live'`).run();
  });
  await look(async (installation) => {
    const clock = { ...systemClock, now: () => endedAt + 400 * day };
    const retention = createRetention({
      ...{ ...installation, clock },
      audit: { sign: () => assert.fail('the trail is kept') },
      actor: { name: 'system', source: '-', requestId: '-' },
      periods: { auditMs: undefined, mailMs: undefined, historyMs: 30 * day },
    });
    await retention.removeOutdated(new AbortController().signal);
  });
  const gone = read((raw) => tableNames.filter((table) => count(raw, table) === 0));
  assert.deepEqual(gone, tablesWith('history', 'removed'));
});

test('the doctor reads every table, and finds a row that belongs to nothing', async (t) => {
  const { line, look, read } = await open(t);
  const { inspection } = sqliteDatabase;
  const location = { dataDir: line.dataDir };
  assert.deepEqual(await inspection.findFaults(location), []);
  const alone: TableName[] = [];
  for (const table of tableNames) {
    const [reference] = read((raw) => raw.prepare(`pragma foreign_key_list("${table}")`).all());
    if (reference === undefined) {
      alone.push(table);
      continue;
    }
    const { from, table: parent } = reference;
    const setTo = (value: string) => {
      read((raw) => {
        raw.exec('pragma foreign_keys = 0');
        raw.prepare(`update "${table}" set "${String(from)}" = ?`).run(value);
      });
    };
    const [row] = read((raw) =>
      raw.prepare(`select "${String(from)}" as id from "${table}"`).all(),
    );
    setTo('nobody');
    const [fault] = await inspection.findFaults(location);
    assert.equal(
      fault,
      `a row of ${table} belongs to a row of ${String(parent)} that is not there`,
    );
    setTo(String(row?.['id']));
  }
  const ofNobodyElse = alone.filter((table) => covers[table].account !== 'of nobody');
  assert.deepEqual(ofNobodyElse, ['accounts', ...Object.keys(outlivingTables)]);
  const countLost = () => look(({ database }) => database.lostRows.count());
  assert.deepEqual(await countLost(), noneLost);
  for (const [table, { column, kind }] of Object.entries(outlivingTables)) {
    read((raw) => raw.prepare(`update "${table}" set "${column}" = 'nobody'`).run());
    assert.notEqual((await countLost())[kind], 0, table);
  }
});
