import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import {
  findFreePort,
  makeMailCertificate,
  startMailServer,
} from '../../server/src/delivery/mail/smtp-server-fixture.ts';
import { sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

interface MailRow {
  id: string;
  to: string;
  kind: string;
  subject: string | null;
  state: string;
  links: string[];
}

async function listMails(dataDir: string): Promise<MailRow[]> {
  return JSON.parse(await valise('mail', 'list', '--json', '--data', dataDir)) as MailRow[];
}

async function allSettled(dataDir: string): Promise<MailRow[]> {
  return await eventually('every mail is settled', async () => {
    const mails = await listMails(dataDir);
    return mails.some(({ state }) => state === 'waiting') ? undefined : mails;
  });
}

/** A server that knows a mail server, which may not be there yet. */
async function startWithMailServer(t: TestContext) {
  const certificate = await makeMailCertificate(t);
  const account = { user: 'valise', password: 'pass word' };
  const passwordFile = join(certificate.certFile, '../password');
  await writeFile(passwordFile, `${account.password}\n`, { mode: 0o600 });
  const port = await findFreePort();
  const settings = [
    ...['--smtp-host', '127.0.0.1', '--smtp-port', String(port), '--smtp-user', account.user],
    ...['--smtp-password-file', passwordFile, '--smtp-ca-file', certificate.certFile],
    // With one connection, a kill repeats one mail at most.
    ...['--mail-from', 'files@example.com', '--smtp-connections', '1'],
  ];
  const { server, clients } = await startExchange(['alice'], { settings });
  return { server, alice: clients.alice, certificate, mailServer: { port, account } };
}

test('without a mail server, mails are captured and can be read', async () => {
  const { server, clients } = await startExchange(['alice']);
  await sendFiles(clients.alice, ['bob@example.com', 'carl@example.com'], { 'a.txt': 'a' });
  const mails = await allSettled(server.dataDir);
  assert.deepEqual(mails.map(({ to }) => to).sort(), ['bob@example.com', 'carl@example.com']);
  for (const { state, links, subject } of mails) {
    assert.equal(state, 'captured');
    assert.match(subject ?? '', /alice@example\.com/);
    assert.equal(links.length, 1);
    assert.match(links[0] ?? '', new RegExp(`^${server.url}/d/[A-Za-z0-9_-]{43}$`));
    const page = await exchange(server.url, { path: new URL(links[0] ?? '').pathname });
    assert.equal(page.status, 200);
    assert.match(page.text(), /a\.txt/);
  }
  assert.notEqual(mails[0]?.links[0], mails[1]?.links[0]);
  assert.doesNotMatch(server.logs(), /\/d\/[A-Za-z0-9_-]{43}/);
});

test('kills and a mail server that is down lose no mail, and a kill makes one copy at most', async (t) => {
  const { server, alice, certificate, mailServer } = await startWithMailServer(t);
  const receivers = ['bob@example.com', 'carl@example.com', 'dora@example.com'];
  await sendFiles(alice, receivers, { 'a.txt': 'a' });
  await eventually('a first attempt failed', () => /could not be delivered/.exec(server.logs()));
  await server.kill();

  const taken = Promise.withResolvers<undefined>();
  let isFirst = true;
  const { mails } = await startMailServer(t, certificate, {
    ...mailServer,
    async beforeAnswer() {
      if (!isFirst) return;
      isFirst = false;
      taken.resolve(undefined);
      // The mail server has the mail; its word never reaches the one who sent it.
      await server.kill();
    },
  });
  // The kill may come before all workers serve.
  await server.start().catch((error: unknown) => {
    if (isFirst) throw error;
  });
  await taken.promise;
  await eventually('the mail server has the mail', () => mails[0]);
  await server.start();

  const rows = await allSettled(server.dataDir);
  assert.deepEqual(
    rows.map(({ to, state }) => `${to} ${state}`).sort(),
    receivers.map((to) => `${to} sent`),
  );
  assert.deepEqual([...new Set(mails.flatMap(({ to }) => to))].sort(), receivers);
  assert.equal(mails.length, receivers.length + 1);
  for (const { isEncrypted, user, from } of mails) {
    assert.deepEqual([isEncrypted, user, from], [true, 'valise', 'files@example.com']);
  }
  const [original] = mails;
  const copies = mails.filter(({ to }) => to[0] === original?.to[0]);
  const ids = await Promise.all(
    copies.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
  );
  assert.equal(copies.length, 2);
  assert.equal(ids[0], ids[1]);
  assert.match(ids[0] ?? '', /^<[A-Za-z0-9_-]{22}@127\.0\.0\.1>$/);
});
