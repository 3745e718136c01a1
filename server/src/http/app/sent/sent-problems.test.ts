import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DispatchReceiver } from '../../../domain/model/dispatch.ts';
import type { MailId } from '../../../domain/model/ids.ts';
import { idFor } from '../../../testing/samples.ts';
import { openPeopleFixture } from '../people-fixture.ts';
import { addDrop } from './sent-fixture.ts';

const mailTo = ({ id }: DispatchReceiver) => idFor<MailId>(`mail ${id}`);

async function open(context: Parameters<typeof openPeopleFixture>[0], ...args: string[]) {
  const fixture = await openPeopleFixture(context, { args });
  const alice = await fixture.addPerson('alice@example.com');
  const add = async (label: string, emails: string[], names = ['plan.pdf']) =>
    await addDrop(fixture, alice, { label, emails, names, overrides: { title: label } });
  const settle = (receiver: DispatchReceiver, state: 'sent' | 'refused') =>
    fixture.database.outbox.settle(mailTo(receiver), state, fixture.clock.now(), '550 nobody');
  return { ...fixture, alice, add, settle };
}

/** The words of each filter, with its count. */
function filtersOf(page: string): string[] {
  const [, bar = ''] = /<nav class="segmented"[^>]*>([^]*?)<\/nav>/.exec(page) ?? [];
  return [...bar.matchAll(/<a[^>]*>([^]*?)<\/a/g)].map(([, text = '']) =>
    text.replaceAll(/<[^<>]*>/g, '').trim(),
  );
}

test('problems are refused and delayed mails of live drops, and are counted beside the filter', async (context) => {
  const { alice, add, settle, database, clock } = await open(context);
  const late = await add('Late', ['zoe@example.com']);
  const [waiting = assert.fail()] = late.receivers;
  await database.outbox.claimNext('mail', { now: clock.now(), by: 'one' });
  const fault = { by: 'one', reason: '451 later', isOutage: false };
  await database.outbox.retry(mailTo(waiting), clock.now() + 1, fault);
  const failed = await add('Failed', ['typo@example.com', 'bob@example.com']);
  const [typo = assert.fail(), bob = assert.fail()] = failed.receivers;
  await settle(typo, 'refused');
  await settle(bob, 'sent');
  const fine = await add('Fine', ['bob@example.com']);
  for (const receiver of fine.receivers) await settle(receiver, 'sent');

  const page = await alice.get('/app/sent?filter=problems');
  assert.match(page.body, />Failed<[^]*E-mail not delivered[^]*>Late<[^]*E-mail delayed/);
  assert.doesNotMatch(page.body, />Fine</);
  assert.deepEqual(filtersOf(page.body), [
    'All',
    'Available 3',
    'Expiring soon 3',
    'Problems 2',
    'Ended',
  ]);
  const searched = await alice.get('/app/sent?filter=problems&q=typo');
  assert.match(searched.body, />Failed</);
  assert.doesNotMatch(searched.body, />Late<|class="count"/);
  const own = await alice.get(`/app/sent/${late.drop.id}/receivers/${waiting.id}`);
  assert.match(own.body, /E-mail delayed: 451 later/);

  await alice.post(`/app/sent/${failed.drop.id}/receivers/${typo.id}/address`, {
    email: 'right@example.com',
  });
  await alice.post(`/app/sent/${late.drop.id}/revoke`);
  const mended = await alice.get('/app/sent?filter=problems');
  assert.match(mended.body, /Nothing found\./);
  assert.deepEqual(filtersOf(mended.body).slice(3), ['Problems', 'Ended']);
});

test('each receiver has a menu of what can be done, sent with a form outside the part that changes', async (context) => {
  const { alice, add, settle } = await open(context, '--show-links');
  const { drop, receivers } = await add('Drop', ['bob@example.com', 'zoe@example.com']);
  const [bob = assert.fail(), zoe = assert.fail()] = receivers;
  await settle(zoe, 'sent');
  const { body } = await alice.get(`/app/sent/${drop.id}`);
  const path = `/app/sent/${drop.id}/receivers/${bob.id}`;
  const [, menu = ''] = /aria-label="More: bob@example\.com"([^]*?)<\/details>/.exec(body) ?? [];
  for (const act of [`formaction="${path}/resend"`, `href="${path}#correct"`]) {
    assert.ok(menu.includes(act), act);
  }
  assert.ok(menu.includes(`formaction="${path}/link"`) && menu.includes(`href="${path}#revoke"`));
  assert.match(body, /<form id="receiver-acts" method="post" [^>]*hidden>/);
  assert.equal((await alice.post(`${path}/revoke`)).statusCode, 303);
  const revoked = (await alice.get(`/app/sent/${drop.id}`)).body;
  assert.ok(revoked.includes(`${path}/resend`) && !revoked.includes(`${path}/link`));
  await alice.post(`/app/sent/${drop.id}/revoke`);
  assert.doesNotMatch((await alice.get(`/app/sent/${drop.id}`)).body, /More: bob@/);
});

test('files say how many have them, and receivers who have all stand behind the others', async (context) => {
  const { alice, add, settle, database, clock } = await open(context);
  const emails = Array.from({ length: 8 }, (_, at) => `receiver-${at}@example.com`);
  const { drop, receivers } = await add('Drop', emails, ['a.pdf', 'b.pdf']);
  const files = await database.dispatches.listFiles(drop.id);
  for (const [at, receiver] of receivers.entries()) {
    await settle(receiver, 'sent');
    await database.dispatches.markOpened(receiver.id, clock.now());
    for (const { id: fileId } of files.slice(0, at === 0 ? 1 : at === 1 ? 0 : 2)) {
      const download = { receiverId: receiver.id, fileId, spans: [], completedAt: clock.now() };
      await database.downloads.save(download);
    }
  }
  const { body } = await alice.get(`/app/sent/${drop.id}`);
  assert.match(body, /6 of 8 downloaded/);
  assert.match(body, /a\.pdf<[^]*?<\/span\s*>7 of 8<[^]*b\.pdf<[^]*?<\/span\s*>6 of 8</);
  assert.match(body, />1 of 2 files<[^]*>Download</);
  const [shown = '', folded = ''] = body.split('4 more have downloaded everything');
  assert.match(shown, /receiver-3@[^]*All 2 files/);
  assert.doesNotMatch(shown, /receiver-4@/);
  assert.match(folded, /receiver-4@[^]*receiver-7@/);
  assert.match(body, /Whole history/);
});
