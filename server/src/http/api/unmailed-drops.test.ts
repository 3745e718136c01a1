import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usualScopes } from '../../domain/model/principal.ts';
import type { Drop } from './send-fixture.ts';
import { bob, openSends as open, refusal, sent } from './send-fixture.ts';

describe('a drop that mails nobody', () => {
  const order = { receivers: [bob, { email: 'zoe@example.com' }], notify: 'none' };

  test('answers with the links, which open, and records that they were shown', async (t) => {
    const { giveScopes, upload, database, app, program } = await open(t, '--show-links');
    const send = await giveScopes([...usualScopes, 'links']);
    const drop = sent(await send({ ...order, uploads: [await upload('a.txt')] }));
    assert.equal((await database.outbox.list(9)).length, 0);
    assert.deepEqual(
      drop.receivers.map(({ mail }) => mail),
      [null, null],
    );
    const links = drop.receivers.map(({ link }) => new URL(link ?? ''));
    assert.equal(new Set(links.map(({ pathname }) => pathname)).size, 2);
    for (const { host, pathname } of links) {
      const page = await app.inject({ url: pathname, headers: { host } });
      assert.match(page.body, /a\.txt/);
    }
    const records = await database.audit.list(0, 99);
    const shown = records.filter(({ action }) => action === 'dispatch.link_shown');
    assert.equal(shown.length, 2);
    const later = (await program.ask('GET', `/drops/${drop.id}`)).body;
    assert.doesNotMatch(later, /\/d\//);

    const added = await program.post(`/drops/${drop.id}/receivers`, {
      receivers: [{ email: 'adam@example.com' }],
    });
    assert.equal(added.statusCode, 200, added.body);
    assert.doesNotMatch(added.body, /\/d\//, 'this key is told no links');
    assert.equal((await database.outbox.list(9)).length, 0);
  });

  test('answers with the links of receivers who are added and corrected, and with no other', async (t) => {
    const { addKey, upload, database, app, program } = await open(t, '--show-links');
    const authorization = `Bearer ${await addKey(program.account, [...usualScopes, 'links'])}`;
    const uploads = [await upload('a.txt')];
    const { id, receivers } = sent(
      await program.post('/drops', { ...order, uploads }, { authorization }),
    );
    const post = (path: string, body: object, key = path) =>
      program.post(`/drops/${id}/${path}`, body, { authorization, 'idempotency-key': key });
    const demandOpen = async (link = '') => {
      const { host, pathname: url } = new URL(link);
      assert.match((await app.inject({ url, headers: { host } })).body, /a\.txt/);
    };

    const adam = { receivers: [{ email: 'adam@example.com' }] };
    const added = (await post('receivers', adam)).json<Drop>();
    const [first, second, third] = added.receivers.map(({ link }) => link);
    assert.deepEqual([first, second], [undefined, undefined]);
    await demandOpen(third);
    assert.deepEqual((await post('receivers', adam)).json<Drop>(), added);

    const right = { email: 'bert@example.com' };
    const path = `receivers/${receivers[0]?.id ?? ''}/correct`;
    const { email, link } = (await post(path, right)).json<Drop['receivers'][0]>();
    assert.equal(email, right.email);
    await demandOpen(link);

    const records = await database.audit.list(0, 99);
    const shown = records.filter(({ action }) => action === 'dispatch.link_shown');
    assert.equal(shown.length, 5, 'two of the send, one that was added, again, and one corrected');
    assert.equal((await database.outbox.list(9)).length, 0);
    await post('revoke', {});
    assert.doesNotMatch((await post('receivers', adam)).body, /\/d\//);
    assert.doesNotMatch((await post(path, right)).body, /\/d\//);
  });

  test('tells them again to a repeat whose key is told links', async (t) => {
    const { giveScopes, upload, program } = await open(t, '--show-links');
    const send = await giveScopes([...usualScopes, 'links']);
    const key = { 'idempotency-key': 'order 9' };
    const body = { ...order, uploads: [await upload('a.txt')] };
    const first = sent(await send(body, key));
    const repeated = sent(await send(body, key));
    assert.deepEqual(repeated, first);
    const without = await program.post('/drops', body, key);
    assert.deepEqual(refusal(without), [403, 'forbidden', 'never', '/notify invalid']);
    await program.post(`/drops/${first.id}/revoke`, {});
    const ended = sent(await send(body, key));
    assert.deepEqual(
      ended.receivers.map(({ link }) => link),
      [undefined, undefined],
    );
  });

  test('needs the setting and the scope', async (t) => {
    const hidden = await open(t);
    const send = await hidden.giveScopes([...usualScopes, 'links']);
    const uploads = [await hidden.upload('a.txt')];
    const refused = [403, 'forbidden', 'never', '/notify invalid'];
    assert.deepEqual(refusal(await send({ ...order, uploads })), refused);
    const shown = await open(t, '--show-links');
    const without = await shown.program.post('/drops', {
      ...order,
      uploads: [await shown.upload('a.txt')],
    });
    assert.deepEqual(refusal(without), refused);
    assert.equal(await shown.countUnsent(), 1);
  });
});
