import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventKind } from '#protocol/event-kinds.ts';
import { actor } from '../../testing/exchange-fixture.ts';
import { hashFor, idFor } from '../../testing/samples.ts';
import { day, hour } from '../model/clock.ts';
import type { EventAbout } from '../model/feed.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { bob, eve, openTold } from './told-fixture.ts';

test('a program is told of its keys by their ids: those that end soon, are replaced, or are ended', async (context) => {
  const { accounts, addAccount, keyEndings, news, database } = await openTold(context);
  const program = await addAccount('program@example.com');
  assert.equal(program.role, 'api');
  const add = async (name: string, lifetimeMs?: number) => {
    const wanted = { name, scopes: undefined, networks: undefined, lifetimeMs };
    return (await accounts.addKey(actor, program.email, wanted)).made.id;
  };
  const idsOf = async (name: string) =>
    (await database.apiKeys.listNamed(program.id)).flatMap((key) =>
      key.name === name ? [key.id] : [],
    );
  await news(program);
  const ending = await add('ending', 3 * day);
  await keyEndings.tellOwners();
  assert.deepEqual(await news(program), [['key.expiring', { key: ending }]]);
  const mails = await database.outbox.list(100);
  assert.ok(mails.every(({ kind }) => kind !== 'key_ending'));

  const replaced = await add('job');
  await accounts.rotateKey(actor, program.email, { name: 'job', overlapMs: hour });
  assert.deepEqual(await news(program), [], 'it is valid for another hour');
  await accounts.endKey(actor, program.email, 'job');
  const revoked = (key: ApiKeyId): [EventKind, EventAbout] => [
    'key.revoked',
    { key, state: 'revoked' },
  ];
  const ended = await idsOf('job');
  assert.equal(ended.length, 2);
  assert.ok(ended.includes(replaced));
  assert.deepEqual(await news(program), ended.map(revoked));

  const leaked = await add('leaked');
  await accounts.rotateKey(actor, program.email, { name: 'leaked', overlapMs: 0 });
  assert.deepEqual(await news(program), [revoked(leaked)]);
});

test('a receiver who has an account is told of what arrives and ends, and nobody else', async (context) => {
  const { addAccount, send, drops, clock, endings, kinds, news, receiversOf } =
    await openTold(context);
  const receiver = await addAccount(bob);
  const corrected = await addAccount(eve);
  const id = await send(3 * day);
  const [linked] = await receiversOf(id);
  assert.deepEqual(await news(receiver), [['inbox.received', { item: linked?.inboxToken }]]);
  await drops.correctAddress(actor, id, linked?.id ?? '', eve);
  clock.advance(2 * day);
  await endings.tellFeeds();
  assert.deepEqual(await kinds(receiver), []);
  assert.deepEqual(await kinds(corrected), ['inbox.received', 'inbox.expiring']);
});

test('an end that is put off is told of again, and a short life is not told of', async (context) => {
  const { send, drops, clock, endings, kinds } = await openTold(context);
  await send(day);
  const id = await send(3 * day);
  clock.advance(hour);
  assert.equal(await endings.tellFeeds(), 1, 'it is looked at');
  clock.advance(2 * day);
  await endings.tellFeeds();
  await drops.extend(actor, id, clock.now() + 2 * day);
  await endings.tellFeeds();
  clock.advance(day);
  await endings.tellFeeds();
  await endings.tellFeeds();
  assert.deepEqual(await kinds(), [
    ...['drop.created', 'drop.created', 'drop.expiring', 'drop.extended', 'drop.expiring'],
  ]);
});

test('an event names what it is about', async (context) => {
  const { send, fetch, news, receiversOf, database, ownKeys, alice } = await openTold(context);
  const id = await send();
  const [receiver] = await receiversOf(id);
  const [file] = await database.files.listInDispatch(id);
  await fetch(id, bob, 'a.txt');
  const key = idFor<ApiKeyId>('key');
  await database.apiKeys.add({
    ...{ id: key, accountId: alice.id, hash: hashFor('key'), salt: undefined },
    ...{ createdAt: 0, expiresAt: undefined },
  });
  await ownKeys.end(actor, alice, key);
  assert.deepEqual(await news(), [
    ['drop.created', { drop: id, state: 'live' }],
    ['receiver.opened', { drop: id, receiver: receiver?.id, state: 'opened' }],
    ['receiver.file_completed', { drop: id, receiver: receiver?.id, file: file?.id }],
    ['key.revoked', { key, state: 'revoked' }],
  ]);
});
