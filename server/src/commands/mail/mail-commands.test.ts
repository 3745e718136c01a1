import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { idFor } from '../../testing/samples.ts';
import type { CommandLine } from '../command-fixture.ts';
import { openWithMail } from './mail-fixture.ts';

interface MailRow {
  id: string;
  to: string;
  kind: string;
  subject: string | null;
  created_at: string;
  state: string;
  links: string[];
}

async function listMails(line: CommandLine): Promise<MailRow[]> {
  return await line.json<MailRow[]>('mail list');
}

test('a captured mail is listed with its subject and its link', async (t) => {
  const { line, mail, deliver } = await openWithMail(t);
  await deliver();
  const [row, ...others] = await listMails(line);
  assert.ok(row);
  assert.deepEqual(others, []);
  const { subject, links, ...rest } = row;
  assert.deepEqual(rest, {
    id: mail.id,
    to: 'bob@example.com',
    kind: 'download',
    created_at: new Date(mail.createdAt).toISOString(),
    state: 'captured',
  });
  assert.match(subject ?? '', /^anna@example\.com sent you/);
  assert.equal(links.length, 1);
  assert.match(links[0] ?? '', /^http:\/\/127\.0\.0\.1:8080\/d\/[A-Za-z0-9_-]{43}$/);
  const table = await line.type('mail list');
  assert.match(table.stdout, /bob@example\.com +captured +anna@example\.com sent you/);
});

test('a captured mail can be read as text, HTML, and as it would have been sent', async (t) => {
  const { line, mail, deliver } = await openWithMail(t);
  await deliver();
  const [row] = await listMails(line);
  const link = row?.links[0] ?? 'no link';
  const text = await line.run(['mail', 'show', mail.id]);
  assert.match(text.stdout, /^To {8}bob@example\.com\n/);
  assert.ok(text.stdout.includes(link));
  const html = await line.run(['mail', 'show', mail.id, '--html']);
  assert.match(html.stdout, /^<!doctype html>/i);
  assert.ok(html.stdout.includes(`href="${link}"`));
  const raw = await line.run(['mail', 'show', mail.id, '--raw']);
  assert.match(raw.stdout, new RegExp(`^Message-ID: <${mail.id}@127\\.0\\.0\\.1>\r$`, 'm'));
  const json = await line.json<MailRow & { text: string; attempts: number }>(
    `mail show ${mail.id}`,
  );
  assert.ok(json.text.includes(link));
  assert.equal(json.state, 'captured');
});

test('mails have the operator’s accent, and ours where there is none', async (t) => {
  for (const { flags, light, dark } of [
    { flags: [], light: '#0b5f5a', dark: '#74cdc5' },
    { flags: ['--accent-color', 'ffd400'], light: '#806900', dark: '#ffd400' },
  ]) {
    const { line, mail, deliver } = await openWithMail(t);
    await deliver(...flags);
    const { stdout } = await line.run(['mail', 'show', mail.id, '--html']);
    assert.match(stdout, new RegExp(`class="button"[^>]* bgcolor="${light}"`));
    assert.match(
      stdout,
      new RegExp(`<a class="button"[^>]*background-color:${light};color:#ffffff`),
    );
    assert.match(stdout, new RegExp(`<a class="link"[^>]*style="color:${light};`));
    assert.match(stdout, new RegExp(`\\.button \\{ background-color: ${dark} !important`));
    assert.match(stdout, new RegExp(`\\.link \\{ color: ${dark} !important`));
  }
});

test('a captured SMS is listed among the mails, and can be read', async (t) => {
  const { line, deliver, addSms } = await openWithMail(t);
  const id = await addSms();
  await deliver();
  const row = (await listMails(line)).find((mail) => mail.id === id);
  assert.deepEqual(
    [row?.to, row?.kind, row?.state, row?.subject, row?.links],
    ['46701234567', 'code', 'captured', 'SMS', []],
  );
  const { stdout } = await line.run(['mail', 'show', id]);
  assert.match(stdout, /\n\n\d{8} is your code for Valise\./);
  const raw = await line.run(['mail', 'show', id, '--raw']);
  assert.match(raw.stdout, /^\d{8} is your code/);
  const html = await line.run(['mail', 'show', id, '--html']);
  assert.equal(html.status, 4);
  assert.match(html.stderr, /is an SMS/);
});

test('a mail that waits is listed without what is not known of it', async (t) => {
  const { line, mail } = await openWithMail(t);
  const [row] = await listMails(line);
  assert.deepEqual([row?.state, row?.subject, row?.links], ['waiting', null, []]);
  const shown = await line.run(['mail', 'show', mail.id]);
  assert.match(shown.stdout, /State {5}waiting\n/);
  const raw = await line.run(['mail', 'show', mail.id, '--raw']);
  assert.equal(raw.status, 4);
  assert.match(raw.stderr, /only captured mails/);
});

test('a captured mail whose file is gone is still listed', async (t) => {
  const { line, deliver } = await openWithMail(t);
  await deliver();
  await rm(join(line.dataDir, 'mail'), { recursive: true });
  assert.deepEqual((await listMails(line))[0]?.links, []);
});

test('a mail that an earlier version captured is shown as it is', async (t) => {
  const { line, mail, deliver } = await openWithMail(t);
  await deliver();
  await rm(join(line.dataDir, 'mail', `${mail.id}.json`));
  const [row] = await listMails(line);
  assert.deepEqual([row?.state, row?.subject, row?.links], ['captured', null, []]);
  const shown = await line.run(['mail', 'show', mail.id]);
  assert.match(shown.stdout, /^Message-ID: </m);
  assert.doesNotMatch(shown.stdout, /^Subject {3}/m);
  const raw = await line.run(['mail', 'show', mail.id, '--raw']);
  assert.match(raw.stdout, /^Message-ID: </m);
  const html = await line.run(['mail', 'show', mail.id, '--html']);
  assert.equal(html.status, 4);
  assert.match(html.stderr, /earlier version: --raw prints it/);
});

test('an id that names no mail, or is none, is not found', async (t) => {
  const { line } = await openWithMail(t);
  for (const id of [idFor('other'), '../../valise', 'x']) {
    const { status, stderr } = await line.run(['mail', 'show', id]);
    assert.equal(status, 4);
    assert.match(stderr, /There is no mail/);
  }
});

test('the list is as short as asked, and only one form can be asked for', async (t) => {
  const { line, mail, deliver } = await openWithMail(t);
  await deliver();
  assert.equal((await line.type('mail list --limit 0')).status, 2);
  assert.equal((await line.run(['mail', 'show', mail.id, '--raw', '--html'])).status, 2);
});

for (const { flags, from } of [
  { flags: [], from: 'valise@localhost' },
  { flags: ['--public-url', 'https://files.example.com'], from: 'valise@files.example.com' },
  { flags: ['--public-url', 'http://192.0.2.1:8080'], from: 'valise@localhost' },
  { flags: ['--public-url', 'http://[::1]:8080'], from: 'valise@localhost' },
  { flags: ['--mail-from', 'post@example.org'], from: 'post@example.org' },
]) {
  test(`mails come from ${from}, given ${flags.join(' ') || 'nothing'}`, async (t) => {
    const { line, mail, deliver } = await openWithMail(t);
    await deliver(...flags);
    const { stdout } = await line.run(['mail', 'show', mail.id, '--raw']);
    assert.match(stdout, new RegExp(`^From: Valise <${from.replaceAll('.', '\\.')}>\r$`, 'm'));
  });
}
