import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventKind } from '#protocol/event-kinds.ts';
import { createAccounts } from '../../domain/access/accounts.ts';
import { followersOfAccount } from '../../domain/events/followers.ts';
import { day } from '../../domain/model/clock.ts';
import { newId } from '../../domain/model/ids.ts';
import type { Account } from '../../domain/model/account.ts';
import { systemRandomness } from '../../platform/system.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import type { PeopleFixture } from '../app/people-fixture.ts';
import { host, openPeopleFixture } from '../app/people-fixture.ts';
import { refusalAt } from './api-fixture.ts';

const operator = { name: 'operator', source: 'cli', requestId: '-' };
const stream = { accept: 'text/event-stream' };

interface Page {
  items: { id: string; kind: string; at: string; state?: string }[];
  next: string;
}

describe('GET /api/v1/events', () => {
  const clock = createFakeClock();
  const ends: (() => Promise<void>)[] = [];
  let fixture: PeopleFixture;
  let accounts: ReturnType<typeof createAccounts>;
  let port: number;
  let programs = 0;

  before(async () => {
    fixture = await openPeopleFixture(
      { after: (end: () => Promise<void>) => ends.push(end) },
      { clock },
    );
    const { database, events, slowKeyHasher: slowHasher, apiKeyHasher } = fixture.installation;
    const parts = { database, events, clock, keyHasher: apiKeyHasher };
    accounts = createAccounts({
      ...{ ...parts, slowHasher, randomness: systemRandomness, language: 'en' },
    });
    await fixture.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = fixture.app.server.address() as AddressInfo);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  /** An account with a key of its own. */
  async function addProgram() {
    programs += 1;
    const email = `program-${programs}@example.com`;
    const wanted = { email, number: '46700000001', role: 'api', key: undefined } as const;
    const made = await accounts.add(operator, wanted);
    const { account, key = assert.fail() } = made;
    const authorization = `Bearer ${key}`;
    const ask = async (query = '', headers: Record<string, string> = {}) =>
      await fixture.app.inject({
        url: `/api/v1/events${query}`,
        headers: { host, authorization, ...headers },
      });
    return {
      account,
      ask,
      read: async (query = '') => {
        const answer = await ask(query);
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json<Page>();
      },
      /** An open stream, and the text that came so far. */
      follow: async (query = '', headers: Record<string, string> = {}) => {
        const sent = request({
          ...{ port, host: '127.0.0.1', path: `/api/v1/events${query}` },
          headers: { host, authorization, ...stream, ...headers },
        });
        sent.end();
        const answer = await new Promise<IncomingMessage>((resolve, reject) => {
          sent.once('response', resolve).once('error', reject);
        });
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        const ended = new Promise((resolve) => answer.once('close', resolve));
        return { answer, ended, text: () => text, close: () => sent.destroy() };
      },
    };
  }

  async function add({ id: accountId }: Account, ...kinds: EventKind[]) {
    await fixture.database.feed.add(
      kinds.map((kind) => ({
        ...{ id: newId(systemRandomness), accountId, kind, at: clock.now(), about: {} },
      })),
    );
  }

  async function until(isTrue: () => boolean) {
    for (let tries = 0; tries < 100 && !isTrue(); tries += 1) await sleep(20);
    assert.ok(isTrue());
  }

  test('answers with pages from the oldest event on, whose ends are cursors', async () => {
    const { account, read } = await addProgram();
    assert.deepEqual((await read()).items, []);
    await add(account, 'drop.created', 'receiver.opened', 'drop.revoked');
    const first = await read('?limit=2');
    assert.deepEqual(
      first.items.map(({ kind }) => kind),
      ['drop.created', 'receiver.opened'],
    );
    assert.equal(first.items[0]?.at, new Date(clock.now()).toISOString());
    const second = await read(`?limit=2&after=${first.next}`);
    assert.deepEqual(
      second.items.map(({ kind }) => kind),
      ['drop.revoked'],
    );
    assert.deepEqual((await read(`?after=${second.next}`)).items, []);
    assert.deepEqual((await read('?types=drop.revoked,drop.expired')).items, second.items);
  });

  test('begins at the end where that is asked for', async () => {
    const { account, read } = await addProgram();
    await add(account, 'drop.created');
    const { items, next } = await read('?after=now');
    assert.deepEqual(items, []);
    await add(account, 'drop.expired');
    assert.deepEqual(
      (await read(`?after=${next}`)).items.map(({ kind }) => kind),
      ['drop.expired'],
    );
  });

  test('tells what an act did, with the ids of what it was about and no more', async () => {
    const person = await fixture.addPerson('paula@example.com');
    const { account, read } = await addProgram();
    await fixture.database.transact((rows) =>
      fixture.installation.events.tell(rows, operator, {
        action: 'account.key_ended',
        account,
        ids: { key: newId(systemRandomness) },
        details: { name: 'Nightly' },
      }),
    );
    const { items } = await read();
    assert.deepEqual(Object.keys(items[0] ?? {}).sort(), ['at', 'id', 'key', 'kind', 'state']);
    assert.deepEqual(
      [items.length, items[0]?.kind, items[0]?.state],
      [1, 'key.revoked', 'revoked'],
    );
    assert.ok(!JSON.stringify(items).includes('Nightly'));
    assert.notEqual(person.account.id, account.id);
  });

  test('refuses what is no cursor of the account, no kind and no number', async () => {
    const { ask, read } = await addProgram();
    const other = await addProgram();
    const { next } = await other.read();
    await read(`?after=${(await read()).next}`);
    for (const query of [
      `?after=${next}`,
      '?after=7',
      '?after=',
      '?types=drop.made',
      '?types=',
      '?limit=0',
      '?limit=201',
      '?wait=31',
      '?wait=soon',
    ]) {
      const name = query.slice(1).split('=')[0] ?? '';
      const expected = [400, 'bad_request', 'never', 'query', `/${name}`];
      assert.deepEqual(refusalAt(await ask(query)), expected, query);
    }
    const resumed = await ask('', { ...stream, 'last-event-id': next });
    assert.deepEqual(refusalAt(resumed), [
      ...[400, 'bad_request', 'never', 'header', '/Last-Event-Id'],
    ]);
  });

  test('says that a cursor is too old, and names the oldest', async () => {
    const { account, ask, read } = await addProgram();
    await add(account, 'drop.created', 'drop.expired');
    const { next } = await read('?limit=1');
    clock.advance(30 * day + 1);
    await add(account, 'drop.revoked');
    const answer = await ask(`?after=${next}`);
    assert.deepEqual(
      [answer.statusCode, answer.json<{ code: string }>().code],
      [410, 'cursor_expired'],
    );
    const oldest = answer.headers['oldest-cursor'];
    assert.ok(typeof oldest === 'string');
    assert.deepEqual(
      (await read(`?after=${oldest}`)).items.map(({ kind }) => kind),
      ['drop.revoked'],
    );
    const streamed = await ask('', { ...stream, 'last-event-id': next });
    assert.equal(streamed.statusCode, 410);
  });

  test('waits for an event, and answers with an empty page when its time is over', async () => {
    const { account, read } = await addProgram();
    const { next } = await read('?after=now');
    const began = performance.now();
    const empty = await read(`?after=${next}&wait=1`);
    assert.deepEqual(empty.items, []);
    assert.ok(performance.now() - began >= 990);
    const waiting = read(`?after=${empty.next}&wait=30&types=drop.expired`);
    await sleep(300);
    await add(account, 'drop.created');
    await sleep(300);
    await add(account, 'drop.expired');
    assert.deepEqual(
      (await waiting).items.map(({ kind }) => kind),
      ['drop.expired'],
    );
    assert.ok(performance.now() - began < 5000);
  });

  test('streams what is there and what comes, and goes on from the last id', async () => {
    const { account, follow, read } = await addProgram();
    await add(account, 'drop.created');
    const one = await follow();
    assert.equal(one.answer.statusCode, 200);
    assert.equal(one.answer.headers['content-type'], 'text/event-stream; charset=utf-8');
    await until(() => one.text().includes('event: drop.created\n'));
    await add(account, 'receiver.opened');
    await until(() => one.text().includes('event: receiver.opened\n'));
    const messages = one
      .text()
      .split('\n\n')
      .filter((message) => message.includes('data:'));
    const { items } = await read();
    assert.deepEqual(
      messages.map((message) => JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '') as unknown),
      items,
    );
    one.close();
    const [lastId] = /^id: (.*)$/m.exec(messages[0] ?? '')?.slice(1) ?? [];
    const two = await follow('?after=now', { 'last-event-id': lastId ?? assert.fail() });
    await until(() => two.text().includes('event: receiver.opened\n'));
    assert.ok(!two.text().includes('drop.created'));
    two.close();
  });

  test('lets so many follow one account at a time', async () => {
    const { follow, ask } = await addProgram();
    const other = await addProgram();
    const open = [];
    for (let at = 0; at < followersOfAccount; at += 1) open.push(await follow());
    const answer = await ask('', stream);
    assert.equal(answer.statusCode, 429);
    assert.ok(answer.headers['retry-after'] !== undefined);
    assert.equal((await ask('?wait=1')).statusCode, 429);
    assert.equal((await ask()).statusCode, 200);
    const [first, ...others] = [await other.follow(), ...open];
    assert.equal(first.answer.statusCode, 200);
    for (const each of [first, ...others]) each.close();
    await sleep(100);
    const again = await follow();
    assert.equal(again.answer.statusCode, 200);
    again.close();
  });

  test('sends no body to HEAD, and ends at once', async () => {
    const { account } = await addProgram();
    await add(account, 'drop.created');
    const { key } = await accounts.rotateKey(operator, account.email, {
      overlapMs: 0,
    });
    const answer = await fixture.app.inject({
      ...{ method: 'HEAD', url: '/api/v1/events' },
      headers: { host, authorization: `Bearer ${key}`, ...stream },
    });
    assert.deepEqual([answer.statusCode, answer.body], [200, '']);
  });

  test('ends streams and polls of an account that is disabled, and of a key that was replaced', async () => {
    for (const end of [
      (email: string) => accounts.disable(operator, email),
      (email: string) => accounts.rotateKey(operator, email, { overlapMs: 0 }),
    ]) {
      const { account, follow, ask } = await addProgram();
      const open = await follow();
      const polled = ask('?wait=30');
      await sleep(300);
      const began = performance.now();
      await end(account.email);
      await open.ended;
      assert.equal((await polled).statusCode, 401);
      assert.ok(performance.now() - began < 5000);
      assert.ok(open.answer.complete);
    }
  });

  test('cuts a stream that its client does not read, once it is no longer let in', async () => {
    const { account, follow } = await addProgram();
    for (let batch = 0; batch < 20; batch += 1) {
      await add(account, ...Array.from({ length: 1000 }, () => 'drop.created' as const));
    }
    const open = await follow('?limit=200');
    open.answer.pause();
    await sleep(1000);
    // Cut in the middle, or ended where all of it has found room on the way.
    const over = new Promise((resolve) => {
      open.answer.on('error', () => undefined).once('close', resolve);
    });
    await accounts.disable(operator, account.email);
    const began = performance.now();
    await sleep(3500);
    open.answer.resume();
    await over;
    assert.ok(performance.now() - began < 5000);
  });

  test('ends streams of a key whose time is over', async () => {
    const { account, follow } = await addProgram();
    await accounts.rotateKey(operator, account.email, { overlapMs: day });
    const open = await follow();
    clock.advance(day);
    await open.ended;
    assert.ok(open.answer.complete);
  });

  test('ends streams and polls when the server stops', async () => {
    const { follow, ask } = await addProgram();
    const open = await follow();
    const polled = ask('?wait=30');
    await sleep(100);
    const began = performance.now();
    await fixture.app.close();
    await open.ended;
    assert.equal((await polled).statusCode, 200);
    assert.ok(performance.now() - began < 3000);
  });
});
