import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, fileOf } from '../../testing/exchange-fixture.ts';
import { hashFor, sampleContact } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';
import { openRequests, order, unlimited } from './file-requests-fixture.ts';

describe('a request for files', () => {
  test('gives each person a link of their own, completed by the contacts, and mails it', async (context) => {
    const { ask, fileRequests, alice, database, mailsTo } = await openRequests(context);
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
    const { ask, fileRequests, alice, database, sendBack, inboxItems } =
      await openRequests(context);
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
    const { fileRequests, alice, database } = await openRequests(context);
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
    assert.deepEqual(await fileRequests.list(alice, { state: 'live', limit: 10 }), []);
    assert.equal(await database.audit.findHead(), undefined);
  });

  test('cannot be a bare link where a code is demanded, or only contacts may be asked', async (context) => {
    const { fileRequests, alice } = await openRequests(context);
    const careful = { ...alice, secondFactor: 'email' as const };
    const links = { ...order, asked: { links: 1 } };
    await assert.rejects(fileRequests.ask(actor, careful, links), { code: 'invalid' });
    const strict = await openRequests(context, true);
    await assert.rejects(strict.ask(links), { code: 'invalid' });
    await assert.rejects(strict.ask(), { code: 'invalid' });
    await strict.database.contacts.replaceLocal(alice.id, [sampleContact('bob@example.com')]);
    await strict.ask();
  });

  test('is made once, however often its form is sent', async (context) => {
    const { fileRequests, alice, hasher, mailsTo } = await openRequests(context);
    const claim = { keyHash: hasher.hash('request form', 'form'), requestHash: hashFor('content') };
    const [one, other] = await Promise.all([
      fileRequests.ask(actor, alice, order, claim),
      fileRequests.ask(actor, alice, order, claim),
    ]);
    assert.deepEqual([one.isReplay, other.isReplay].sort(), [false, true]);
    assert.equal((await fileRequests.list(alice, { state: 'live', limit: 10 })).length, 1);
    assert.deepEqual(await mailsTo('bob@example.com'), ['upload']);
  });

  test('counts against the mails that an account may send in a day', async (context) => {
    const { ask, clock } = await openRequests(context);
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
    const { ask, sendBack, resumableUploads, getGrant, grants } = await openRequests(context);
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
    const { ask, sendBack, grants, getGrant } = await openRequests(context);
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
      await openRequests(context);
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
