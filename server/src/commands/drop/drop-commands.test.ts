import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { day } from '../../domain/model/clock.ts';
import { idFor, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import { openCommandLine } from '../command-fixture.ts';
import { openSentDrop } from './drop-fixture.ts';

interface ShownDrop {
  drop: {
    id: string;
    state: string;
    endedAt: string | null;
    receivers: {
      email: string;
      link: string;
      downloads: { name: string; completedAt: string | null }[];
      mails: { kind: string; state: string; lastError: string | null }[];
    }[];
  };
}

test('the list names receivers and who fetched every file, newest first', async (t) => {
  const { line, drop, zoe, adam, files, look } = await openSentDrop(t);
  const [first] = files;
  await look(async ({ database }) => {
    const completedAt = drop.createdAt;
    for (const { id } of files) {
      await database.downloads.save({ receiverId: zoe.id, fileId: id, spans: [], completedAt });
    }
    assert.ok(first);
    const half = { receiverId: adam.id, fileId: first.id, spans: [], completedAt };
    await database.downloads.save(half);
  });
  const { stdout } = await line.type('drop list');
  const [header = '', row = ''] = stdout.split('\n');
  assert.match(header, /^ID +KIND +STATE +SENDER +RECEIVERS +FETCHED BY +FILES +CREATED +EXPIRES$/);
  assert.match(
    row,
    /drop +live +alice@example\.com +zoe@example\.com, adam@example\.com +zoe@example\.com +2 /,
  );
  const { drops } = await line.json<{ drops: unknown[] }>('drop list --limit 1');
  assert.deepEqual(drops, [
    {
      id: drop.id,
      kind: 'drop',
      state: 'live',
      sender: 'alice@example.com',
      receivers: ['zoe@example.com', 'adam@example.com'],
      files: [
        { name: 'a.pdf', sizeBytes: 1000 },
        { name: 'b.pdf', sizeBytes: 1000 },
      ],
      createdAt: new Date(drop.createdAt).toISOString(),
      expiresAt: new Date(drop.expiresAt).toISOString(),
      endedAt: null,
      endReason: null,
      secondFactor: 'off',
      hasPassword: false,
      fetchedBy: ['zoe@example.com'],
    },
  ]);
});

test('of many receivers the list names two and counts the others; --json names all', async (t) => {
  const { line, drop, look } = await openSentDrop(t);
  const others = ['bo@example.com', 'cleo@example.com'];
  await look(async ({ database }) => {
    const [sender = assert.fail()] = await database.accounts.list();
    const another = sampleDispatch(sender, 'another', { createdAt: drop.createdAt + 1 });
    const emails = ['ann@example.com', ...others];
    await database.dispatches.add(
      another,
      emails.map((email) => sampleReceiver(another, email)),
    );
  });
  assert.match(
    (await line.type('drop list')).stdout,
    / [^\s@]+@[^\s@]+, [^\s@]+@[^\s@]+ and 1 more +- +0 /,
  );
  const { drops } = await line.json<{ drops: { receivers: string[] }[] }>('drop list');
  assert.ok(others.every((email) => drops.some(({ receivers }) => receivers.includes(email))));
});

test('the list says why something ended', async (t) => {
  const reasonOf = async ({ line }: Awaited<ReturnType<typeof openSentDrop>>) =>
    (await line.json<{ drops: { endReason: string }[] }>('drop list')).drops[0]?.endReason;
  const revoked = await openSentDrop(t);
  await revoked.line.type(`drop revoke ${revoked.drop.id} --yes`);
  assert.match((await revoked.line.type('drop list')).stdout, / drop +revoked /);
  assert.equal(await reasonOf(revoked), 'revoked');
  const expired = await openSentDrop(t);
  const { id, expiresAt } = expired.drop;
  await expired.look(({ database }) => database.dispatches.end(id, expiresAt));
  assert.match((await expired.line.type('drop list')).stdout, / drop +expired /);
  assert.equal(await reasonOf(expired), 'expired');
});

test('an empty list says so', async (t) => {
  const line = await openCommandLine(t);
  await line.type('account add alice@example.com 46700000001');
  assert.equal((await line.type('drop list')).stdout, 'Nothing has been sent yet.\n');
  assert.deepEqual(await line.json('drop list'), { drops: [] });
});

test('one drop is shown with links, mails and downloads of each receiver', async (t) => {
  const { line, drop, zoe, adam, files, look } = await openSentDrop(t);
  await look(async ({ database }) => {
    const [mail] = await database.outbox.listFor(adam.id);
    const [file] = files;
    assert.ok(mail && file);
    await database.outbox.settle(mail.id, 'refused', drop.createdAt, '550 no \u001b[1msuch user');
    const spans = [{ start: 0, end: file.sizeBytes }];
    const completedAt = drop.createdAt;
    await database.downloads.save({ receiverId: zoe.id, fileId: file.id, spans, completedAt });
    await database.dispatches.endLink(adam.id, 1);
  });
  const { stdout } = await line.type(`drop show ${drop.id}`);
  assert.match(stdout, /State +live\n/);
  assert.match(stdout, /File +a\.pdf \(1 kB\)\n/);
  assert.match(stdout, /zoe@example\.com +alive +download waiting +1 of 2\n/);
  assert.match(stdout, /adam@example\.com +dead +download refused +0 of 2 +550 no \\u001b/);

  const { drop: shown } = await line.json<ShownDrop>(`drop show ${drop.id}`);
  const [first, second] = shown.receivers;
  assert.deepEqual(first?.downloads, [
    { name: 'a.pdf', completedAt: new Date(drop.createdAt).toISOString() },
    { name: 'b.pdf', completedAt: null },
  ]);
  assert.deepEqual([first.link, second?.link], ['alive', 'dead']);
  assert.deepEqual([second?.mails[0]?.kind, second?.mails[0]?.state], ['download', 'refused']);
  assert.match(second?.mails[0]?.lastError ?? '', /^550/);
});

test('revoking asks at a terminal and needs --yes elsewhere', async (t) => {
  const { line, drop, zoe, opens, look } = await openSentDrop(t);
  const unasked = await line.type(`drop revoke ${drop.id}`);
  assert.equal(unasked.status, 2);
  assert.match(unasked.stderr, /--yes/);
  const declined = await line.type(`drop revoke ${drop.id}`, { answer: 'no' });
  assert.deepEqual([declined.status, declined.stderr], [1, 'Nothing was revoked.\n']);
  assert.ok(await opens(zoe, 0));
  const agreed = await line.type(`drop revoke ${drop.id}`, { answer: 'yes' });
  assert.equal(agreed.status, 0);
  assert.ok(!(await opens(zoe, 0)));
  assert.deepEqual(await look(({ database }) => database.files.listUsedBuckets()), []);
  const { drop: shown } = await line.json<ShownDrop>(`drop show ${drop.id}`);
  assert.deepEqual([shown.state, shown.receivers[0]?.link], ['ended', 'dead']);
  const again = await line.type(`drop revoke ${drop.id} --yes`);
  assert.equal(again.status, 1);
  assert.match(again.stderr, /ended already/);
});

test('one receiver can be revoked, and sent a new link', async (t) => {
  const { line, drop, zoe, adam, opens, look } = await openSentDrop(t);
  const byEmail = `--receiver ${zoe.email}`;
  assert.deepEqual(await line.json(`drop revoke ${drop.id} ${byEmail}`), { status: 'ok' });
  assert.deepEqual([await opens(zoe, 0), await opens(adam, 0)], [false, true]);
  assert.deepEqual(await line.json(`drop resend ${drop.id} ${byEmail}`), { status: 'ok' });
  assert.deepEqual([await opens(zoe, 0), await opens(zoe, 1)], [false, true]);
  const mails = await look(({ database }) => database.outbox.listFor(zoe.id));
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['resent', 'download', 'revoked', 'download'],
  );
});

test('a grant can be sent again and revoked as well', async (t) => {
  const { line, drop, zoe, adam, opens, look } = await openSentDrop(t, 'grant');
  assert.equal((await line.type(`drop resend ${drop.id}`)).status, 0);
  assert.deepEqual([await opens(zoe, 1), await opens(adam, 1)], [true, true]);
  const [mail] = await look(({ database }) => database.outbox.listFor(adam.id));
  assert.equal(mail?.kind, 'upload');
  assert.equal((await line.type(`drop revoke ${drop.id} --yes`)).status, 0);
  assert.ok(!(await opens(zoe, 1)));
});

test('extending counts from now, or names the end', async (t) => {
  const { line, drop, look } = await openSentDrop(t);
  const end = async () =>
    (await look(({ database }) => database.dispatches.find(drop.id)))?.dispatch.expiresAt ?? 0;
  const before = Date.now();
  const { expiresAt } = await line.json<{ expiresAt: string }>(`drop extend ${drop.id} --for 7d`);
  assert.equal(await end(), Date.parse(expiresAt));
  assert.ok(Date.parse(expiresAt) >= before + 7 * day);
  const until = new Date(before + 3 * day).toISOString();
  const { stdout } = await line.type(`drop extend ${drop.id} --until ${until}`);
  assert.match(stdout, /now expires at .+Z\.\n$/);
  assert.equal(await end(), before + 3 * day);
});

test('extending leaves the keyring to the server, which may be using it', async (t) => {
  const { line, drop } = await openSentDrop(t);
  const keyring = join(line.dataDir, 'keys', 'keyring.sealed');
  const before = await readFile(keyring);
  assert.equal((await line.type(`drop extend ${drop.id} --for 30d`)).status, 0);
  assert.deepEqual(await readFile(keyring), before);
});

test('mistakes are refused, each with its exit status', async (t) => {
  const { line, drop } = await openSentDrop(t);
  const unknown = idFor('no such drop').replace(/^-/, 'x');
  const refusals: [typed: string, status: number, says: RegExp][] = [
    [`drop show ${unknown}`, 4, /no drop or grant/],
    [`drop revoke ${unknown}`, 4, /no drop or grant/],
    ['drop resend nonsense', 4, /no drop or grant/],
    [`drop resend ${drop.id} --receiver who@example.com`, 2, /not among its receivers/],
    [`drop extend ${drop.id}`, 2, /either --for or --until/],
    [`drop extend ${drop.id} --for 1d --until 2026-01-01`, 2, /either --for or --until/],
    [`drop extend ${drop.id} --for soon`, 2, /--for must be a time/],
    [`drop extend ${drop.id} --for 0`, 2, /in the future/],
    [`drop extend ${drop.id} --for 366d`, 2, /longest life/],
    [`drop extend ${drop.id} --until tomorrow`, 2, /--until must be/],
    [`drop extend ${drop.id} --until 2026-11-30T12:00`, 2, /--until must be/],
    ['drop list --limit 0', 2, /--limit must be/],
  ];
  for (const [typed, status, says] of refusals) {
    const refused = await line.type(typed);
    assert.equal(refused.status, status, typed);
    assert.match(refused.stderr, says, typed);
  }
});

test('every change stands in the audit trail under the operator', async (t) => {
  const { line, drop } = await openSentDrop(t);
  for (const typed of [
    `drop resend ${drop.id}`,
    `drop extend ${drop.id} --for 3d`,
    `drop revoke ${drop.id} --receiver zoe@example.com`,
    `drop revoke ${drop.id} --yes`,
  ]) {
    assert.equal((await line.type(typed)).status, 0);
  }
  const { records } = await line.json<{ records: { actor: string; action: string }[] }>(
    'audit list --limit 4',
  );
  assert.deepEqual(
    records.map(({ actor, action }) => [actor, action]),
    [
      ['operator', 'dispatch.resent'],
      ['operator', 'dispatch.extended'],
      ['operator', 'dispatch.receiver_revoked'],
      ['operator', 'dispatch.revoked'],
    ],
  );
});
