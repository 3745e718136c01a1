import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, fileOf } from '../../testing/exchange-fixture.ts';
import { heldStream } from '../../testing/grant-pages.ts';
import { idFor } from '../../testing/samples.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { DispatchId } from '../model/ids.ts';
import { openRequests } from './file-requests-fixture.ts';

const notFound = { code: 'not_found' };

describe('the owner of a request', () => {
  test('sees what came, by request and by link, with the place in the inbox', async (context) => {
    const { ask, sendBack, fileRequests, alice, inboxItems } = await openRequests(context);
    const emails = ['bob@example.com', 'eve@example.com'];
    const id = await ask({ asked: { receivers: emails.map((email) => ({ email })) } });
    await ask();
    await sendBack(id, { 'a.txt': 'a', 'b.txt': 'bc' });
    const [newest] = await fileRequests.list(alice, { state: 'live', limit: 1 });
    const behind = { olderThan: newest?.dispatch.id ?? assert.fail() };
    const listed = await fileRequests.list(alice, { state: 'live', limit: 1, ...behind });
    assert.deepEqual(
      listed.map(({ dispatch, receivers, firstEmail, came }) => [
        dispatch.id,
        receivers,
        firstEmail,
        came,
      ]),
      [[id, 2, 'bob@example.com', { returns: 1, files: 2, bytes: 3 }]],
    );
    assert.deepEqual(
      listed[0]?.asked.map(({ email, came, mail }) => [email, came.files, mail]),
      [
        ['bob@example.com', 2, 'waiting'],
        ['eve@example.com', 0, 'waiting'],
      ],
    );
    const { links, returns } = await fileRequests.get(alice, id);
    assert.deepEqual(
      links.map(({ came }) => came.files),
      [2, 0],
    );
    const [back = assert.fail()] = returns;
    assert.equal((await inboxItems.get(alice, back.token)).message, 'Here.');
  });

  test('nobody else sees or changes it; it is as a missing one', async (context) => {
    const { ask, fileRequests, mallory, alice, database, send, grantOf } =
      await openRequests(context);
    const id = await ask();
    const [link] = (await fileRequests.get(alice, id)).links;
    await send(mallory, 'bob@example.com', { 'a.txt': 'a' });
    const [drop] = await database.dispatches.list({ accountId: mallory.id, limit: 1 });
    const before = await database.audit.findHead();
    for (const foreign of [id, drop?.dispatch.id ?? '', idFor<DispatchId>('none'), '../etc']) {
      await assert.rejects(fileRequests.get(mallory, foreign), notFound);
      await assert.rejects(fileRequests.close(actor, mallory, foreign), notFound);
      await assert.rejects(
        fileRequests.closeLink(actor, mallory, foreign, link?.id ?? ''),
        notFound,
      );
      await assert.rejects(fileRequests.extend(actor, mallory, foreign, 0), notFound);
      await assert.rejects(fileRequests.remind(actor, mallory, foreign), notFound);
    }
    assert.deepEqual(await fileRequests.list(mallory, { state: 'live', limit: 10 }), []);
    assert.deepEqual(await database.audit.findHead(), before);
    assert.ok(await grantOf(id));
  });

  test('closes it: links end at once, and uploads that run are interrupted and lost', async (context) => {
    const { ask, fileRequests, alice, grantOf, getGrant, resumableUploads, database, grants } =
      await openRequests(context);
    const id = await ask();
    const grant = await getGrant(id);
    const file = { name: 'a', mediaType: 'text/plain', fingerprint: '', metadata: '' };
    const { id: upload } = await resumableUploads.begin(actor, grant.owner, {
      ...file,
      sizeBytes: 9,
    });
    const held = heldStream('abc');
    const running = resumableUploads.append(grant.owner, upload, {
      offset: 0,
      declaredBytes: 9,
      content: held.content,
      cutOff: held.cutOff,
    });
    const form = await grants.beginReturn(grant);
    await form.receive(fileOf('b.txt', 'b'));
    await held.taken;
    await fileRequests.close(actor, alice, id);
    await assert.rejects(running, notFound);
    await assert.rejects(form.commit(actor, undefined), notFound);
    await form.abort();
    assert.equal(await grantOf(id), undefined);
    assert.equal(await database.uploads.find(upload), undefined);
    const { endedAt, links } = await fileRequests.get(alice, id);
    assert.ok(endedAt);
    assert.equal(links[0]?.secret, undefined);
    for (const act of [
      fileRequests.close(actor, alice, id),
      fileRequests.extend(actor, alice, id, endedAt + day),
      fileRequests.remind(actor, alice, id),
    ]) {
      await assert.rejects(act, { code: 'dispatch_ended' });
    }
  });

  test('ends one link and spares the others', async (context) => {
    const { ask, fileRequests, alice, clock, database, grants, sendBack } =
      await openRequests(context);
    const id = await ask({ asked: { links: 2 } });
    const { links } = await fileRequests.get(alice, id);
    const [first = assert.fail(), second = assert.fail()] = links;
    await fileRequests.closeLink(actor, alice, id, first.id);
    assert.equal(await grants.findByLink(first.secret ?? ''), undefined);
    assert.ok(await grants.findByLink(second.secret ?? ''));
    await sendBack(id, { 'a.txt': 'a' }, 'Zoë', 1);
    clock.advance(minute);
    await fileRequests.closeLink(actor, alice, id, first.id);
    const records = await database.audit.listNewest(9);
    const told = records.filter(({ action }) => action === 'dispatch.receiver_revoked');
    assert.equal(told.length, 1, 'once');
  });

  test('extends it within the longest lifetime', async (context) => {
    const { ask, fileRequests, alice, clock, grantOf } = await openRequests(context);
    const id = await ask();
    const { createdAt } = (await fileRequests.get(alice, id)).dispatch;
    for (const until of [createdAt, createdAt + 31 * day, NaN]) {
      await assert.rejects(fileRequests.extend(actor, alice, id, until), { code: 'invalid' });
    }
    await fileRequests.extend(actor, alice, id, createdAt + 5 * day);
    clock.advance(4 * day);
    assert.ok(await grantOf(id));
    assert.equal((await fileRequests.get(alice, id)).dispatch.ttl, '5');
  });

  test('reminds those who sent nothing, nobody twice within an hour, by the same link', async (context) => {
    const { ask, fileRequests, alice, clock, mailsTo, sendBack } = await openRequests(context);
    const emails = ['bob@example.com', 'eve@example.com'];
    const id = await ask({ asked: { receivers: emails.map((email) => ({ email })) } });
    const before = (await fileRequests.get(alice, id)).links.map(({ secret }) => secret);
    const remind = async () => (await fileRequests.remind(actor, alice, id)).receivers.length;
    assert.equal(await remind(), 0);
    clock.advance(hour);
    await sendBack(id, { 'a.txt': 'a' });
    assert.equal(await remind(), 1);
    assert.equal(await remind(), 0);
    assert.deepEqual(await mailsTo('eve@example.com'), ['upload', 'upload']);
    assert.deepEqual(await mailsTo('bob@example.com'), ['returned', 'upload']);
    const after = (await fileRequests.get(alice, id)).links.map(({ secret }) => secret);
    assert.deepEqual(after, before);
  });
});
