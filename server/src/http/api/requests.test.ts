import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { day, hour, minute } from '../../domain/model/clock.ts';
import { sampleContact } from '../../testing/samples.ts';
import { sendBack } from '../app/inbox/inbox-fixture.ts';
import type { Asked, List, Refused, Request } from './requests-fixture.ts';
import { bob, open, order } from './requests-fixture.ts';

const idsOf = ({ items }: List<{ id: string }>) => items.map(({ id }) => id);

describe('a program asks for files', () => {
  test('of people by mail, with what their contacts say and the limits of the pages', async (t) => {
    const { database, clock, program, post, read, mailed } = await open(t);
    const known = sampleContact(bob.email, { nick: 'Bob', language: 'de' });
    await database.contacts.replaceLocal(program.account.id, [known]);
    const answer = await post('/requests', {
      receivers: [bob, { email: 'Zoe@Example.com', name: 'Zoë' }],
      title: ' X-rays ',
      message: 'The X-rays, please.',
      reference: 'case-7',
      expires_in: 7200,
      options: { max_files: 3, max_bytes: 5000, max_file_bytes: 4000, max_uses: 2 },
    });
    assert.equal(answer.statusCode, 201, answer.body);
    const made = answer.json<Request>();
    assert.equal(answer.headers.location, `/api/v1/requests/${made.id}`);
    const nothing = { received_count: 0, file_count: 0, size: 0 };
    const waits = { state: 'waiting', opened_at: null, revoked_at: null, mail: 'waiting' };
    assert.deepEqual(made, {
      id: made.id,
      state: 'live',
      title: 'X-rays',
      reference: 'case-7',
      notify: 'mail',
      created_at: new Date(clock.now()).toISOString(),
      expires_at: new Date(clock.now() + 2 * hour).toISOString(),
      message: 'The X-rays, please.',
      receiver_count: 2,
      ...nothing,
      options: {
        ...{ max_files: 3, max_bytes: 5000, max_file_bytes: 4000, max_uses: 2 },
        second_factor: 'off',
      },
      receivers: [
        ['Bob', bob.email],
        ['Zoë', 'zoe@example.com'],
      ].map(([name, email], index) => ({
        ...{ id: made.receivers[index]?.id, email, name, ...waits, mail_reason: null, link: null },
        ...nothing,
      })),
    });
    assert.deepEqual(await read(`/requests/${made.id}`), made);
    assert.deepEqual(await mailed(), [bob.email, 'zoe@example.com']);
    const { items } = await read<List<{ kind: string; request?: string }>>('/events');
    const told = items.filter(({ request }) => request === made.id).map(({ kind }) => kind);
    assert.deepEqual(told, ['request.created']);
  });

  test('through links to hand out, which a key with the scope sees', async (t) => {
    const { ask, read, app, database, program } = await open(t, '--show-links');
    const made = await ask({ links: 2, expires_in: 7200 });
    const [first = assert.fail()] = made.receivers;
    assert.deepEqual([made.receiver_count, first.email, first.mail], [2, null, null]);
    const path = new URL(first.link ?? assert.fail()).pathname;
    await sendBack({ app }, path, { 'a.txt': 'aaa', 'b.txt': 'b' });
    const { items } = await read<List<{ id: string; name: string }>>(`/requests/${made.id}/items`);
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Zoë'],
    );
    const [item] = await database.inboxItems.list(program.account.email, Date.now(), 9);
    assert.equal(item?.token, items[0]?.id);
    const after = await read<Request>(`/requests/${made.id}`);
    assert.deepEqual([after.received_count, after.file_count, after.size], [1, 2, 4]);
    assert.deepEqual(
      after.receivers.map(({ state, received_count }) => [state, received_count]),
      [
        ['completed', 1],
        ['waiting', 0],
      ],
    );
    // A key without the scope sees the same, without the links.
    const without = await program.ask('GET', `/requests/${made.id}`);
    const links = without.json<Request>().receivers.map(({ link }) => link);
    assert.deepEqual(links, [null, null]);
  });

  test('without mails, where a portal hands out the links', async (t) => {
    const { ask, mailed } = await open(t, '--show-links');
    const { receivers } = await ask({ ...order, notify: 'none' });
    assert.match(receivers[0]?.link ?? '', /\/u\/[\w-]{43}$/);
    assert.equal(receivers[0]?.mail, null);
    assert.deepEqual(await mailed(), []);
  });

  test('and gets no link that nobody would see', async (t) => {
    const { program, refused } = await open(t);
    const links = { links: 1, expires_in: 60 };
    assert.deepEqual(await refused('/requests', links), [403, 'forbidden', '/links']);
    const silent = { ...order, notify: 'none' };
    assert.deepEqual(await refused('/requests', silent), [403, 'forbidden', '/notify']);
    const shown = await open(t, '--show-links');
    for (const body of [links, silent]) {
      assert.equal((await shown.program.post('/requests', body)).statusCode, 403);
      assert.equal((await program.post('/requests', body)).statusCode, 403);
    }
    assert.deepEqual(await shown.read('/requests'), { items: [], next: null });
  });

  test('demands more than the account does, and never less', async (t) => {
    const { ask } = await open(t, '--second-factor', 'email');
    const receivers = [{ ...bob, number: '46700000009' }];
    const demanded = async (second_factor: string) =>
      (await ask({ ...order, receivers, options: { second_factor } })).options['second_factor'];
    assert.equal(await demanded('off'), 'email');
    assert.equal(await demanded('sms'), 'sms');
  });

  test('is told all that is wrong, and nothing is made', async (t) => {
    const { refused, read } = await open(t, '--show-links', '--desttime-max', '10d');
    const until = new Date(0).toISOString();
    for (const [change, ...pointers] of [
      [{ receivers: undefined }, ''],
      [{ links: 1 }, ''],
      [{ expires_in: undefined }, ''],
      [{ expires_at: until }, ''],
      [{ expires_in: '60' }, '/expires_in'],
      [{ expires_in: 11 * 86_400 }, '/expires_in'],
      [{ expires_in: undefined, expires_at: until }, '/expires_at'],
      [{ expires_in: undefined, expires_at: '2026-02-30T00:00:00Z' }, '/expires_at'],
      [{ receivers: [] }, '/receivers'],
      [{ receivers: [bob, { email: 'x@@y' }] }, '/receivers/1/email'],
      [{ receivers: [{ email: bob.email, number: 'x' }] }, '/receivers/0/number'],
      [{ receivers: [{ ...bob, nick: 'Bob' }] }, '/receivers/0/nick'],
      [{ receivers: [bob, { email: 'BOB@example.com' }] }, '/receivers/1/email'],
      [{ receivers: undefined, links: 51 }, '/links'],
      [{ message: 'a\u0000b' }, '/message'],
      [{ notify: 'sms' }, '/notify'],
      [{ options: { max_files: 0 } }, '/options/max_files'],
      [{ options: { max_bytes: 1.5 } }, '/options/max_bytes'],
      [{ options: { most_files: 1 } }, '/options/most_files'],
      [{ options: { second_factor: 'none' } }, '/options/second_factor'],
      [{ reciever: 1 }, '/reciever'],
    ] as const) {
      const found = await refused('/requests', { ...order, ...change });
      assert.deepEqual(found, [422, 'invalid', ...pointers], JSON.stringify(change));
    }
    assert.deepEqual(await read('/requests'), { items: [], next: null });
    const careful = await open(t, '--show-links', '--second-factor', 'email');
    const links = { links: 1, expires_in: 60 };
    assert.deepEqual(await careful.refused('/requests', links), [422, 'invalid', '/links']);
    const strict = await open(t, '--show-links', '--contacts-only');
    assert.deepEqual(await strict.refused('/requests', links), [422, 'invalid', '/links']);
    assert.deepEqual(await strict.refused('/requests', order), [
      ...[422, 'invalid', '/receivers/0/email'],
    ]);
  });
});

describe('the list of requests', () => {
  test('has cursors, states and times', async (t) => {
    const { ask, act, read, refused, clock, program } = await open(t);
    const begun = clock.now();
    const ids: string[] = [];
    for (const seconds of [60, 7200, 7200, 7200]) {
      ids.unshift((await ask({ ...order, expires_in: seconds })).id);
    }
    const [fourth = '', third = '', second = '', first = ''] = ids;
    const part = await read<List<Request>>('/requests?limit=3');
    assert.deepEqual(idsOf(part), [fourth, third, second]);
    const last = await read<List<Request>>(`/requests?limit=3&after=${String(part.next)}`);
    assert.deepEqual([idsOf(last), last.next], [[first], null]);
    await act(`/requests/${third}/close`);
    clock.advance(2 * minute);
    assert.deepEqual(idsOf(await read('/requests?state=live')), [fourth, second]);
    assert.deepEqual(idsOf(await read('/requests?state=closed')), [third]);
    assert.deepEqual(idsOf(await read('/requests?state=expired')), [first]);
    const named = await ask({ ...order, reference: 'ä/7' });
    const query = `reference=${encodeURIComponent('ä/7')}`;
    assert.deepEqual(idsOf(await read(`/requests?${query}`)), [named.id]);
    assert.equal((await program.ask('GET', `/requests?${query}&state=live`)).statusCode, 400);
    const control = { ...order, reference: 'a\u0007' };
    assert.deepEqual(await refused('/requests', control), [422, 'invalid', '/reference']);
    const at = (ms: number) => new Date(begun + ms).toISOString();
    const between = `created_after=${at(2)}&created_before=${at(4)}`;
    assert.deepEqual(idsOf(await read(`/requests?${between}`)), [third, second]);
  });

  test('refuses a cursor of another list or account', async (t) => {
    const { ask, read, program, other } = await open(t);
    const made = await ask({ ...order, receivers: [bob, { email: 'zoe@example.com' }] });
    await ask();
    const { next } = await read<List<Request>>('/requests?limit=1');
    const path = `/requests/${made.id}/receivers`;
    const { next: ofReceivers } = await read<List<Asked>>(`${path}?limit=1`);
    for (const [asker, query] of [
      [other, `/requests?after=${String(next)}`],
      [program, `/requests?after=${String(ofReceivers)}`],
      [program, `${path}?after=${String(next)}`],
      [program, `/requests/${made.id}/items?after=${String(ofReceivers)}`],
    ] as const) {
      const answer = await asker.ask('GET', query);
      assert.equal(answer.statusCode, 400, query);
      assert.equal(answer.json<Refused>().errors?.[0]?.pointer, '/after');
    }
    const second = await read<List<Asked>>(`${path}?limit=1&after=${String(ofReceivers)}`);
    assert.deepEqual([idsOf(second), second.next], [[made.receivers[1]?.id], null]);
  });

  test('what came is a list with cursors', async (t) => {
    const { ask, read, app, clock } = await open(t, '--show-links');
    const { id, receivers } = await ask({ links: 1, expires_in: 7200 });
    const path = new URL(receivers[0]?.link ?? '').pathname;
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await sendBack({ app }, path, { [name]: name });
      clock.advance(1);
    }
    const all = await read<List<{ id: string }>>(`/requests/${id}/items`);
    assert.equal(new Set(idsOf(all)).size, 3);
    const part = await read<List<{ id: string }>>(`/requests/${id}/items?limit=2`);
    const last = await read<List<{ id: string }>>(
      `/requests/${id}/items?limit=2&after=${String(part.next)}`,
    );
    assert.deepEqual([...idsOf(part), ...idsOf(last)], idsOf(all));
    assert.equal(last.next, null);
  });
});

describe('verbs on a request', () => {
  test('extend and close it, once', async (t) => {
    const { ask, act, refused, clock, app } = await open(t, '--show-links');
    const { id, receivers } = await ask();
    const path = `/requests/${id}`;
    const longer = await act<Request>(`${path}/extend`, { expires_in: 86_400 });
    assert.equal(longer.expires_at, new Date(clock.now() + day).toISOString());
    assert.deepEqual(await refused(`${path}/extend`, {}), [422, 'invalid', '']);
    const past = { expires_at: new Date(clock.now() - 1).toISOString() };
    assert.deepEqual(await refused(`${path}/extend`, past), [422, 'invalid', '/expires_at']);
    const closed = await act<Request>(`${path}/close`);
    assert.deepEqual(
      [closed.state, closed.receivers.map((each) => [each.state, each.revoked_at, each.link])],
      ['closed', [['revoked', new Date(clock.now()).toISOString(), null]]],
    );
    const url = new URL(receivers[0]?.link ?? '').pathname;
    assert.equal((await app.inject({ url, headers: { host: 'localhost:8080' } })).statusCode, 404);
    for (const [verb, body] of [['close'], ['remind'], ['extend', { expires_in: 60 }]] as const) {
      assert.deepEqual(await refused(`${path}/${verb}`, body), [409, 'dispatch_ended'], verb);
    }
  });

  test('remind those who have sent nothing, not twice within an hour', async (t) => {
    const { ask, post, clock, app, read } = await open(t, '--show-links');
    const { id, receivers } = await ask({
      ...order,
      receivers: [bob, { email: 'zoe@example.com' }],
    });
    await sendBack({ app }, new URL(receivers[0]?.link ?? '').pathname, { 'a.txt': 'a' });
    const remind = (key: string) =>
      post(`/requests/${id}/remind`, undefined, { 'idempotency-key': key });
    const first = await remind('first');
    assert.deepEqual([first.statusCode, first.json()], [200, { reminded: 0 }]);
    clock.advance(hour);
    assert.deepEqual((await remind('second')).json(), { reminded: 1 });
    const again = await remind('second');
    assert.deepEqual(
      [again.json(), again.headers['idempotent-replayed']],
      [{ reminded: 1 }, 'true'],
    );
    const { receivers: after } = await read<Request>(`/requests/${id}`);
    assert.deepEqual(
      after.map(({ state }) => state),
      ['completed', 'waiting'],
    );
  });

  test('add, resend, revoke and correct receivers', async (t) => {
    const { ask, act, refused, read, clock } = await open(t, '--show-links');
    const { id, receivers } = await ask();
    const [first = assert.fail()] = receivers;
    const zoe = { email: 'zoe@example.com', name: 'Zoë' };
    const added = await act<Request>(`/requests/${id}/receivers`, { receivers: [zoe] });
    assert.deepEqual(
      added.receivers.map(({ email }) => email),
      [bob.email, zoe.email],
    );
    const path = `/requests/${id}/receivers`;
    assert.deepEqual(await refused(path, { receivers: [{ email: 'new@example.com' }, zoe] }), [
      ...[422, 'invalid', '/receivers/1/email'],
    ]);
    clock.advance(hour);
    const resent = await act<Asked>(`${path}/${first.id}/resend`);
    assert.equal(resent.id, first.id);
    assert.notEqual(resent.link, first.link);
    const corrected = await act<Asked>(`${path}/${first.id}/correct`, { email: 'bo@example.com' });
    assert.deepEqual([corrected.email, corrected.state], ['bo@example.com', 'waiting']);
    assert.deepEqual(await refused(`${path}/${first.id}/correct`, { email: 'x' }), [
      ...[422, 'invalid', '/email'],
    ]);
    const revoked = await act<Asked>(`${path}/${corrected.id}/revoke`);
    assert.deepEqual([revoked.state, revoked.link], ['revoked', null]);
    clock.advance(minute);
    assert.deepEqual(await act<Asked>(`${path}/${corrected.id}/revoke`), revoked);
    await act<Request>(`/requests/${id}/close`);
    const { items } = await read<List<Asked>>(path);
    assert.deepEqual(
      items.find((each) => each.id === corrected.id),
      revoked,
    );
  });

  test('mail nothing to a link without an address', async (t) => {
    const { ask, refused, mailed } = await open(t, '--show-links');
    const { id, receivers } = await ask({ links: 1, expires_in: 7200 });
    const path = `/requests/${id}/receivers/${receivers[0]?.id ?? ''}`;
    assert.deepEqual(await refused(`${path}/resend`), [422, 'invalid', '/receiver']);
    const email = { email: 'zoe@example.com' };
    assert.deepEqual(await refused(`${path}/correct`, email), [422, 'invalid', '/receiver']);
    assert.deepEqual(await mailed(), []);
  });
});

test('a request of a program is in its history at the machine API, in whole units of its account', async (t) => {
  const { ask, act, database, program } = await open(t, '--desttime-unit', 'hours');
  const { id } = await ask({ ...order, expires_in: 5000 });
  const entry = async () => {
    const [latest] = await database.dispatches.listHistory(program.account.id);
    return [latest?.dispatch.id, latest?.dispatch.kind, latest?.dispatch.ttl];
  };
  assert.deepEqual(await entry(), [id, 'grant', '2']);
  await act(`/requests/${id}/extend`, { expires_in: 7201 });
  assert.deepEqual(await entry(), [id, 'grant', '3']);
});
