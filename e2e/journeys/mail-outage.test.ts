import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { lendPage } from './lend-page.ts';
import { Mailbox, smtpSettings } from './mailbox.ts';
import { operatorOf } from './operator.ts';

const receivers = ['bob@example.org', 'carl@example.org', 'dora@example.org'];

/** A port that answers nobody, until a mail server is opened there. */
async function findQuietPort(): Promise<number> {
  const mailbox = await Mailbox.open();
  const { port } = mailbox;
  await mailbox.close();
  return port;
}

test('a mail server that is down, and kills meanwhile and after, lose no mail and repeat one each at most', async () => {
  const port = await findQuietPort();
  // A kill repeats what is under way, which is one mail for each connection.
  const settings = [...smtpSettings(port), '--smtp-connections', '1'];
  const { server, clients } = await startExchange(['anna'], { settings });
  const operator = operatorOf(server);
  await sendFiles(clients.anna, receivers, { 'a.txt': 'a' });
  await eventually('an attempt failed', () => /could not be delivered/.exec(server.logs()));
  await server.kill();
  await server.start();
  await lendPage(clients.anna, receivers);
  const waiting = await operator.listMails();
  assert.deepEqual(
    waiting.map(({ state }) => state),
    Array<string>(2 * receivers.length).fill('waiting'),
  );

  // The second kill comes when the mail server has a mail, and before it can say so.
  await server.kill();
  let kills = 0;
  const mailbox = await Mailbox.open({
    port,
    async beforeAnswer() {
      if (kills === 1) return;
      kills += 1;
      await server.kill();
    },
  });
  // The kill may come before all workers serve.
  await server.start().catch((error: unknown) => {
    if (kills === 0) throw error;
  });
  await eventually('the server was killed at a mail', () => kills === 1 || undefined);
  await server.start();

  const settled = await operator.listSettledMails();
  assert.deepEqual(new Set(settled.map(({ state }) => state)), new Set(['sent']));
  const messageIds = new Map<string, string[]>();
  for (const { envelopeTo, content } of mailbox.mails) {
    const mail = `${envelopeTo.join()} ${content.subject ?? ''}`;
    messageIds.set(mail, [...(messageIds.get(mail) ?? []), content.messageId ?? '']);
  }
  const expected = receivers.flatMap((to) => [
    `${to} anna@example.com asks you for files`,
    `${to} anna@example.com sent you 1 file`,
  ]);
  assert.deepEqual([...messageIds.keys()].sort(), expected.sort());
  assert.equal(mailbox.mails.length, expected.length + 1, 'the kill repeats one mail');
  for (const ids of messageIds.values()) assert.equal(new Set(ids).size, 1, 'copies share an id');
  const everyId = [...messageIds.values()].map(([id]) => id);
  assert.equal(new Set(everyId).size, expected.length, 'different mails do not');
});
