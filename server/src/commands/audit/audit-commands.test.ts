import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { CommandLine } from '../command-fixture.ts';
import { openCommandLine } from '../command-fixture.ts';
import { parseCsv } from '../../domain/model/csv.ts';

interface Listed {
  records: { sequence: number; at: string; action: string; object: string; hash: string }[];
}

interface Verified {
  status: string;
  records: number;
  head: string;
}

/** A data folder whose trail holds six records, one for each account added. */
async function openTrail(t: TestContext): Promise<CommandLine> {
  const line = await openCommandLine(t);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await line.type(`account add ${name}@example.com 46700000001 --role api`);
  }
  return line;
}

/** What someone with the database and without the key can do. */
function tamper({ dataDir }: CommandLine, sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'valise.db'));
  database.exec(sql);
  database.close();
}

test('the list shows the newest records, the newest last', async (t) => {
  const line = await openTrail(t);
  const { stdout } = await line.type('audit list --limit 2');
  assert.match(
    stdout,
    /^SEQ +TIME +ACTOR +SOURCE +ACTION +OBJECT +OUTCOME +DETAILS\n5 .+ operator +cli +account\.added +e@example\.com +ok +role=api\n6 .+ f@example\.com .+\n$/,
  );
  const { records } = await line.json<Listed>('audit list --after 3 --limit 2');
  assert.deepEqual(
    records.map(({ sequence, action, object }) => ({ sequence, action, object })),
    [
      { sequence: 4, action: 'account.added', object: 'd@example.com' },
      { sequence: 5, action: 'account.added', object: 'e@example.com' },
    ],
  );
  assert.match(records[0]?.hash ?? '', /^[0-9a-f]{64}$/);
  assert.equal((await line.type('audit list --after 6')).stdout, 'No records.\n');
});

test('nor does it steer the terminal that an export in CSV is shown on', async (t) => {
  const line = await openTrail(t);
  const hostile = 'x\u001b[2J\u009b1m\u007f\ny\u202e';
  const bytes = Buffer.from(hostile).toString('hex');
  tamper(line, `update audit set object = cast(x'${bytes}' as text)`);
  const { stdout } = await line.type('audit export --format csv');
  // Rows end in CR LF; besides those, nothing is left that a terminal would act on.
  assert.doesNotMatch(stdout.replaceAll('\r\n', ''), /[\p{Cc}\u202e]/u);
  assert.ok(stdout.includes('x\\u001b[2J\\u009b1m\\u007f\\u000ay\\u202e'));
});

test('what strangers wrote into the trail cannot steer the terminal', async (t) => {
  const line = await openTrail(t);
  tamper(line, "update audit set object = 'x' || char(27) || '[2J' || char(10) || 'y'");
  const { stdout } = await line.type('audit list --limit 1');
  assert.match(stdout, /x\\u001b\[2J\\u000ay/);
});

for (const typed of [
  'audit list --limit 0',
  'audit list --limit many',
  'audit list --after -1',
  'audit list surprise',
  'audit verify --expect 5',
  'audit verify --expect 5:abc',
  'audit export --format xml',
]) {
  test(`"${typed}" is refused as wrong usage`, async (t) => {
    const line = await openCommandLine(t);
    assert.equal((await line.type(typed)).status, 2);
  });
}

test('an export in JSON holds one record a line, itself last', async (t) => {
  const line = await openTrail(t);
  const { stdout } = await line.type('audit export');
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Listed['records'][number]);
  assert.deepEqual(
    records.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5, 6, 7],
  );
  assert.equal(records.at(-1)?.action, 'audit.exported');
  assert.equal((await line.json<Verified>('audit verify')).records, 7);
});

test('an export in CSV goes to a file of the operator’s own, and no cell of it is a formula', async (t) => {
  const line = await openTrail(t);
  tamper(line, "update audit set object = '=HYPERLINK()' where sequence = 1");
  const { status, stdout } = await line.type('audit export --format csv --output audit.csv');
  assert.deepEqual([status, stdout], [0, '']);
  const path = join(line.folder, 'audit.csv');
  assert.equal((await stat(path)).mode & 0o077, 0);
  const text = await readFile(path, 'utf8');
  assert.match(text, /,'=HYPERLINK\(\),/);
  const rows = parseCsv(text);
  assert.equal(rows.length, 8);
  assert.equal(
    rows[0]?.cells.join(),
    'sequence,at,actor,source,requestId,action,object,outcome,details,hash',
  );
  assert.equal(rows[7]?.cells[8], '{"format":"csv"}');
  assert.equal((await line.type('audit export --output missing/audit.csv')).status, 2);
});

test('a whole trail verifies, and its head can be kept and held against it later', async (t) => {
  const line = await openTrail(t);
  const { status, records, head } = await line.json<Verified>('audit verify');
  assert.deepEqual([status, records], ['ok', 6]);
  assert.match(head, /^6:[0-9a-f]{64}$/);
  await line.type('account add later@example.com 46700000001');
  const text = await line.type(`audit verify --expect ${head}`);
  assert.equal(text.status, 0);
  assert.match(text.stdout, /whole: 7 records[^]*\n7:[0-9a-f]{64}\n$/);
});

test('an empty trail is whole', async (t) => {
  const line = await openTrail(t);
  tamper(line, 'delete from audit');
  assert.match((await line.type('audit verify')).stdout, /empty/);
  assert.deepEqual(await line.json('audit verify'), { status: 'ok', records: 0, head: null });
});

const crimes: [what: string, sql: string, firstBad: number][] = [
  ['an edited actor', "update audit set actor = 'nobody' where sequence = 3", 3],
  ['an edited time', 'update audit set at = at + 1 where sequence = 3', 3],
  ['an edited outcome', "update audit set outcome = 'failed' where sequence = 3", 3],
  ['edited details', `update audit set details = '{"role":"user"}' where sequence = 3`, 3],
  ['details that are no JSON', "update audit set details = '{' where sequence = 3", 3],
  ['details that are no object', "update audit set details = 'null' where sequence = 3", 3],
  ['a space in details', `update audit set details = '{"role": "api"}' where sequence = 3`, 3],
  [
    'a line end after details',
    `update audit set details = details || char(10) where sequence = 3`,
    3,
  ],
  [
    'another escape in details',
    `update audit set details = '{"role":"\\u0075ser"}' where sequence = 3`,
    3,
  ],
  [
    'a name that stands twice in details',
    `update audit set details = '{"role":"admin","role":"api"}' where sequence = 3`,
    3,
  ],
  ['a time that no clock tells', 'update audit set at = 9223372036854775807 where sequence = 3', 3],
  ['an edited hash', 'update audit set hash = zeroblob(32) where sequence = 3', 3],
  ['a hash that is text', "update audit set hash = 'x' where sequence = 3", 3],
  ['a deleted record', 'delete from audit where sequence = 3', 3],
  ['a deleted beginning', 'delete from audit where sequence = 1', 1],
  [
    'two swapped records',
    `update audit set sequence = -sequence where sequence in (3, 4);
     update audit set sequence = 7 + sequence where sequence < 0`,
    3,
  ],
  [
    'a deleted record whose gap was closed',
    `delete from audit where sequence = 3;
     update audit set sequence = sequence - 1 where sequence > 3`,
    3,
  ],
  [
    'a record put in at the end',
    `insert into audit select 7, at, actor, source, request_id, action, object, outcome, details, hash
     from audit where sequence = 6`,
    7,
  ],
];

for (const [what, sql, firstBad] of crimes) {
  test(`${what} is found, and the first bad record named`, async (t) => {
    const line = await openTrail(t);
    tamper(line, sql);
    const { status, stdout, stderr } = await line.type('audit verify --json');
    assert.equal(status, 7);
    assert.match(stderr, /not whole/);
    const { error, details } = JSON.parse(stdout) as {
      error: string;
      details: { field: string }[];
    };
    assert.deepEqual([error, details[0]?.field], ['check_failed', `record ${firstBad}`]);
  });
}

for (const [what, change] of Object.entries({
  'details that are no JSON': "details = '{'",
  'a time that no clock tells': 'at = 9223372036854775807',
})) {
  test(`a list and an export stop at ${what}, with a reason`, async (t) => {
    const line = await openTrail(t);
    tamper(line, `update audit set ${change} where sequence = 3`);
    for (const typed of ['audit list', 'audit export']) {
      const { status, stderr } = await line.type(typed);
      assert.equal(status, 7, typed);
      assert.match(stderr, /audit verify/, typed);
    }
  });
}

test('details that were only written in another way are still listed', async (t) => {
  const line = await openTrail(t);
  tamper(line, `update audit set details = '{"role": "api"}' where sequence = 6`);
  assert.match((await line.type('audit list --limit 1')).stdout, /ok +role=api\n$/);
  const { stderr } = await line.type('audit verify');
  assert.match(stderr, /record 6 was changed: its details are not written as they were/);
});

test('a cut-off end is found only by what was kept elsewhere', async (t) => {
  const line = await openTrail(t);
  const { head } = await line.json<Verified>('audit verify');
  tamper(line, 'delete from audit where sequence > 4');
  assert.equal((await line.type('audit verify')).status, 0);
  const cut = await line.type(`audit verify --expect ${head}`);
  assert.equal(cut.status, 7);
  assert.match(cut.stderr, /ends at record 4, but reached record 6/);
  // What is written after the cut follows from what is left, and is not what was there.
  for (const name of ['x', 'y', 'z'])
    await line.type(`account add ${name}@example.com 46700000001`);
  assert.equal((await line.type('audit verify')).status, 0);
  const rewritten = await line.type(`audit verify --expect ${head}`);
  assert.equal(rewritten.status, 7);
  assert.match(rewritten.stderr, /record 6 is not the one that was expected/);
});

test('the list is filtered by actor, action, object and time', async (t) => {
  const line = await openTrail(t);
  await line.type('account disable c@example.com');
  async function objects(flags: string): Promise<string[]> {
    const { records } = await line.json<Listed>(`audit list ${flags}`);
    return records.map(({ action, object }) => `${action} ${object}`);
  }
  assert.deepEqual(await objects('--object c@'), [
    'account.added c@example.com',
    'account.disabled c@example.com',
  ]);
  assert.deepEqual(await objects('--action account.dis'), ['account.disabled c@example.com']);
  assert.deepEqual(await objects('--object c@ --limit 1'), ['account.disabled c@example.com']);
  assert.equal((await objects('--actor operator')).length, 7);
  assert.deepEqual(await objects('--actor anna'), []);
  assert.equal((await objects('--since 2020-01-01')).length, 7);
  assert.deepEqual(await objects('--until 2020-01-01T10:00Z'), []);
  assert.deepEqual(await objects('--since 2999-01-01'), []);
});

test('a time that is none, and a filter with --after, are refused', async (t) => {
  const line = await openTrail(t);
  for (const flags of ['--since yesterday', '--until 2026-02-31T10', '--actor a --after 1']) {
    const { status, stderr } = await line.type(`audit list ${flags}`);
    assert.equal(status, 2, flags);
    assert.match(stderr, /--(?:since|until|after)/);
  }
});
