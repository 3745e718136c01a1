import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, fileOf, openExchange } from '../../testing/exchange-fixture.ts';
import { heldStream } from '../../testing/grant-pages.ts';
import { hashFor, idFor, sampleAccount, sampleContact } from '../../testing/samples.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { RequestLimits } from '../model/file-request.ts';
import type { DispatchId } from '../model/ids.ts';
import { createResumableUploads } from '../uploads/resumable-uploads.ts';
import { createFileRequests } from './file-requests.ts';
import { createGrants } from './grants.ts';
import type { RequestOrder } from './request-order.ts';

const unlimited: RequestLimits = {
  maxFiles: undefined,
  maxBytes: undefined,
  maxFileBytes: undefined,
  maxReturns: undefined,
};
const order: RequestOrder = {
  asked: { receivers: [{ email: 'bob@example.com' }] },
  message: 'The X-rays, please.',
  lifetimeMs: 2 * day,
  limits: unlimited,
};
const notFound = { code: 'not_found' };

/** Alice, a person, and what can be done with the links of her requests. */
async function open(context: TestContext, contactsOnly = false) {
  const exchange = await openExchange(context, { mailLimits: { mailsPerDay: 6 } });
  const { database, clock } = exchange;
  const limits = { grantMaxFiles: 100, grantMaxBytes: undefined, maxFileBytes: 1000 };
  const parts = { ...exchange, limits: { ...limits, minFreeBytes: 0 } };
  const resumableUploads = createResumableUploads(parts);
  const grants = createGrants({ ...parts, resumableUploads });
  const fileRequests = createFileRequests({
    ...exchange,
    contactsOnly,
    lifetimes: { minMs: 1000, maxMs: 30 * day, unit: 'days' },
  });
  const alice = sampleAccount('alice@example.com', { role: 'user', createdAt: clock.now() });
  await database.accounts.add(alice);
  const mallory = await exchange.addAccount('mallory@example.com');

  async function ask(overrides: Partial<RequestOrder> = {}): Promise<DispatchId> {
    const asked = await fileRequests.ask(actor, alice, { ...order, ...overrides });
    if (asked.isReplay) assert.fail();
    return asked.id;
  }

  async function grantOf(id: string, at = 0) {
    const { links } = await fileRequests.get(alice, id);
    const found = await grants.findByLink(links[at]?.secret ?? 'none');
    return found?.isLocked === false ? found : undefined;
  }

  async function getGrant(id: string, at = 0) {
    return (await grantOf(id, at)) ?? assert.fail('There is no open page.');
  }

  async function sendBack(id: string, files: Record<string, string>, from?: string, at = 0) {
    const upload = await grants.beginReturn(await getGrant(id, at));
    try {
      for (const [name, text] of Object.entries(files)) await upload.receive(fileOf(name, text));
      await upload.commit(actor, 'Here.', from);
    } finally {
      await upload.abort();
    }
  }

  async function mailsTo(email: string): Promise<string[]> {
    const mails = await database.outbox.list(100);
    return mails.filter(({ to }) => to === email).map(({ kind }) => kind);
  }

  return {
    ...parts,
    fileRequests,
    grants,
    resumableUploads,
    alice,
    mallory,
    ask,
    grantOf,
    getGrant,
    sendBack,
    mailsTo,
  };
}

describe('a request for files', () => {
  test('gives each person a link of their own, completed by the contacts, and mails it', async (context) => {
    const { ask, fileRequests, alice, database, mailsTo } = await open(context);
    const known = sampleContact('bob@example.com', { nick: 'Bob', language: 'de' });
    await database.contacts.replaceLocal(alice.id, [known]);
    const asked = {
      receivers: [
        { email: 'Bob@example.com' },
        { email: 'eve@example.com' },
        { email: 'bob@example.com' },
      ],
    };
    const id = await ask({ asked });
    const { links, dispatch, linkCount } = await fileRequests.get(alice, id);
    assert.equal(linkCount, 2);
    assert.deepEqual(
      links.map(({ email, nick, language, mail }) => [email, nick, language, mail]),
      [
        ['bob@example.com', 'Bob', 'de', 'waiting'],
        ['eve@example.com', '', '', 'waiting'],
      ],
    );
    assert.notEqual(links[0]?.secret, links[1]?.secret);
    assert.equal(dispatch.ttl, '2');
    assert.deepEqual(await mailsTo('bob@example.com'), ['upload']);
    assert.deepEqual(await mailsTo('eve@example.com'), ['upload']);
  });

  test('can be links to hand out: no mail, shown again, and the sender names themselves', async (context) => {
    const { ask, fileRequests, alice, database, sendBack, inboxItems } = await open(context);
    const id = await ask({ asked: { links: 2 } });
    const first = await fileRequests.get(alice, id);
    assert.deepEqual(await fileRequests.get(alice, id), first);
    assert.deepEqual(
      first.links.map(({ email, mail }) => [email, mail]),
      [
        ['', undefined],
        ['', undefined],
      ],
    );
    assert.deepEqual(await database.outbox.list(10), []);
    for (const from of [undefined, '  ', 'x'.repeat(101), 'a\nb']) {
      await assert.rejects(sendBack(id, { 'a.txt': 'a' }, from), { code: 'invalid' });
    }
    await sendBack(id, { 'a.txt': 'a' }, ' Zoë Berg ');
    const [item] = await inboxItems.list(alice, 10);
    assert.equal(item?.senderName, 'Zoë Berg');
    assert.equal(item.senderEmail, '');
    // Whoever holds a link may say any name: only addresses that the account gave are written to.
    const kinds = (await database.outbox.list(10)).map(({ kind, to }) => [kind, to]);
    assert.deepEqual(kinds, [['received', alice.email]]);
  });

  test('names every fault, and makes nothing', async (context) => {
    const { fileRequests, alice, database } = await open(context);
    const wrong = {
      asked: {
        receivers: [{ email: 'bob@example.com' }, { email: 'no address' }, { email: 'also@@none' }],
      },
      message: 'a\u0000b',
      lifetimeMs: 31 * day,
      limits: { ...unlimited, maxFiles: 0, maxBytes: 1.5 },
    };
    await assert.rejects(fileRequests.ask(actor, alice, wrong), (error: { details: unknown }) => {
      const fields = (error.details as { field: string }[]).map(({ field }) => field);
      assert.deepEqual(fields, ['emails', 'emails', 'maxFiles', 'maxBytes', 'message', 'until']);
      return true;
    });
    for (const links of [0, 51, 1.5]) {
      await assert.rejects(fileRequests.ask(actor, alice, { ...order, asked: { links } }));
    }
    const nobody = { ...order, asked: { receivers: [] } };
    await assert.rejects(fileRequests.ask(actor, alice, nobody), { code: 'invalid' });
    assert.deepEqual(await fileRequests.list(alice, 10), []);
    assert.equal(await database.audit.findHead(), undefined);
  });

  test('cannot be a bare link where a code is demanded, or only contacts may be asked', async (context) => {
    const { fileRequests, alice } = await open(context);
    const careful = { ...alice, secondFactor: 'email' as const };
    const links = { ...order, asked: { links: 1 } };
    await assert.rejects(fileRequests.ask(actor, careful, links), { code: 'invalid' });
    const strict = await open(context, true);
    await assert.rejects(strict.ask(links), { code: 'invalid' });
    await assert.rejects(strict.ask(), { code: 'invalid' });
    await strict.database.contacts.replaceLocal(alice.id, [sampleContact('bob@example.com')]);
    await strict.ask();
  });

  test('is made once, however often its form is sent', async (context) => {
    const { fileRequests, alice, hasher, mailsTo } = await open(context);
    const claim = { keyHash: hasher.hash('request form', 'form'), requestHash: hashFor('content') };
    const [one, other] = await Promise.all([
      fileRequests.ask(actor, alice, order, claim),
      fileRequests.ask(actor, alice, order, claim),
    ]);
    assert.deepEqual([one.isReplay, other.isReplay].sort(), [false, true]);
    assert.equal((await fileRequests.list(alice, 10)).length, 1);
    assert.deepEqual(await mailsTo('bob@example.com'), ['upload']);
  });

  test('counts against the mails that an account may send in a day', async (context) => {
    const { ask, clock } = await open(context);
    const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
    await ask({ asked: { receivers: emails.map((email) => ({ email })) } });
    await assert.rejects(ask(), { code: 'mail_quota' });
    await ask({ asked: { links: 50 } });
    clock.advance(day + 1);
    await ask();
  });
});

describe('the limits of a request', () => {
  test('hold beside those of the server: files, bytes, bytes of a file', async (context) => {
    const { ask, sendBack, resumableUploads, getGrant, grants } = await open(context);
    const limits = { maxFiles: 2, maxBytes: 10, maxFileBytes: 8, maxReturns: undefined };
    const id = await ask({ limits });
    const tooLarge = { code: 'too_large' };
    const announced = { name: 'a', mediaType: 'text/plain', fingerprint: '', metadata: '' };
    await assert.rejects(sendBack(id, { a: '123456789' }), tooLarge);
    await assert.rejects(sendBack(id, { a: '123456', b: '12345' }), tooLarge);
    await assert.rejects(sendBack(id, { a: '1', b: '2', c: '3' }), tooLarge);
    const grant = await getGrant(id);
    await assert.rejects(
      resumableUploads.begin(actor, grant.owner, { ...announced, sizeBytes: 9 }),
      tooLarge,
    );
    await sendBack(id, { a: '12345678' });
    assert.deepEqual(await grants.allowanceOf(grant), { files: 1, bytes: 2, fileBytes: 8 });
    await assert.rejects(
      resumableUploads.begin(actor, grant.owner, { ...announced, sizeBytes: 3 }),
      tooLarge,
    );
    const roomy = await ask({ limits: { ...unlimited, maxFileBytes: 5000 } });
    assert.equal((await grants.allowanceOf(await getGrant(roomy))).fileBytes, 1000);
  });

  test('say how often a link may be used, each link by itself', async (context) => {
    const { ask, sendBack, grants, getGrant } = await open(context);
    const emails = ['bob@example.com', 'eve@example.com'];
    const id = await ask({
      asked: { receivers: emails.map((email) => ({ email })) },
      limits: { ...unlimited, maxReturns: 1 },
    });
    const second = await grants.beginReturn(await getGrant(id));
    await second.receive(fileOf('b.txt', 'b'));
    await sendBack(id, { 'a.txt': 'a' });
    assert.equal((await grants.allowanceOf(await getGrant(id))).files, 0);
    await assert.rejects(second.commit(actor, undefined), { code: 'too_large' });
    await second.abort();
    await sendBack(id, { 'c.txt': 'c' }, undefined, 1);
  });
});

describe('the one who sent files back', () => {
  test('gets a mail that names them, if a person asked; a program’s contact gets none', async (context) => {
    const { ask, sendBack, mailsTo, choose, dispatching, mallory, database, grants, linkSecret } =
      await open(context);
    await sendBack(await ask(), { 'a.txt': 'a' });
    assert.deepEqual(await mailsTo('bob@example.com'), ['returned', 'upload']);

    await choose(mallory, 'carl@example.com');
    await dispatching.createGrant(actor, mallory, { ...order, ttl: '2' });
    const [overview] = await database.dispatches.list({ accountId: mallory.id, limit: 1 });
    const grant = await grants.findByLink(linkSecret(overview?.receivers[0]?.id ?? '', 0));
    if (grant?.isLocked !== false) assert.fail();
    const upload = await grants.beginReturn(grant);
    await upload.receive(fileOf('a.txt', 'a'));
    await upload.commit(actor, undefined);
    assert.deepEqual(await mailsTo('carl@example.com'), ['upload']);
  });
});

describe('the owner of a request', () => {
  test('sees what came, by request and by link, with the place in the inbox', async (context) => {
    const { ask, sendBack, fileRequests, alice, inboxItems } = await open(context);
    const emails = ['bob@example.com', 'eve@example.com'];
    const id = await ask({ asked: { receivers: emails.map((email) => ({ email })) } });
    await ask();
    await sendBack(id, { 'a.txt': 'a', 'b.txt': 'bc' });
    const listed = await fileRequests.list(
      alice,
      1,
      (await fileRequests.list(alice, 1))[0]?.dispatch.id,
    );
    assert.deepEqual(
      listed.map(({ dispatch, receivers, firstEmail, came }) => [
        dispatch.id,
        receivers,
        firstEmail,
        came,
      ]),
      [[id, 2, 'bob@example.com', { returns: 1, files: 2, bytes: 3 }]],
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
    const { ask, fileRequests, mallory, alice, database, send, grantOf } = await open(context);
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
    assert.deepEqual(await fileRequests.list(mallory, 10), []);
    assert.deepEqual(await database.audit.findHead(), before);
    assert.ok(await grantOf(id));
  });

  test('closes it: links end at once, and uploads that run are interrupted and lost', async (context) => {
    const { ask, fileRequests, alice, grantOf, getGrant, resumableUploads, database, grants } =
      await open(context);
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
    const { ask, fileRequests, alice, clock, database, grants, sendBack } = await open(context);
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
    const { ask, fileRequests, alice, clock, grantOf } = await open(context);
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
    const { ask, fileRequests, alice, clock, mailsTo, sendBack } = await open(context);
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
