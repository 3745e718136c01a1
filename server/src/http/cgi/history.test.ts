import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { bareApp } from '../connection/bare-app-fixture.ts';
import type { DispatchRepository } from '../../domain/model/dispatch.ts';
import { createInbox } from '../../domain/dispatches/inbox.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleDispatch, samplePrincipal, sampleReceiver } from '../../testing/samples.ts';
import { registerRoutes } from '../routing/register-routes.ts';
import type { Services } from '../routing/route.ts';
import { historyRoutes } from './history.ts';

const path = '/alice@example.com/cgi/get_history.cgi';

/** An account with so many drops, and the route to its history. */
async function openHistory(context: TestContext, drops: number) {
  const exchange = await openExchange(context);
  const { database } = exchange;
  const account = await exchange.addAccount('alice@example.com');
  async function addDrop(label: string): Promise<void> {
    const drop = sampleDispatch(account, label, { message: `"${label}"\n` });
    await database.dispatches.add(drop, [sampleReceiver(drop, 'zoe@example.com')]);
  }
  for (let count = 1; count <= drops; count += 1) await addDrop(`drop ${count}`);

  /** Asks for the history, of a store that does some things in its own way. */
  async function ask(changes: Partial<DispatchRepository> = {}) {
    const changed = { ...database, dispatches: { ...database.dispatches, ...changes } };
    const app = bareApp();
    registerRoutes(app, {
      routes: historyRoutes({
        auditOnce: exchange.auditOnce,
        inbox: createInbox({ ...exchange, database: changed }),
      } as Services),
      guard: () => ({ principal: samplePrincipal(account, actor), endTokenUse: undefined }),
      costs: (_cost, _request, work) => work(),
      preconditions: () => undefined,
    });
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const answer = await fetch(`${origin}${path}`);
      return { status: answer.status, headers: answer.headers, body: await answer.text() };
    } finally {
      await app.close();
    }
  }
  return { database, account, addDrop, ask };
}

function messagesIn(body: string): string[] {
  const { history } = JSON.parse(body) as { history: { ddmessage: string }[] };
  return history.map(({ ddmessage }) => ddmessage);
}

test('a history of many pages is whole, newest first, and written as JSON writes it', async (context) => {
  const { ask } = await openHistory(context, 450);
  const { body, headers, status } = await ask();
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  const expected = Array.from({ length: 450 }, (_, index) => `"drop ${450 - index}"\n`);
  assert.deepEqual(messagesIn(body), expected);
  assert.equal(body, JSON.stringify(JSON.parse(body)));
});

test('a short history is sent with its length', async (context) => {
  const { ask } = await openHistory(context, 2);
  const { body, headers } = await ask();
  assert.equal(headers.get('content-length'), String(Buffer.byteLength(body)));
  assert.equal(messagesIn(body).length, 2);
});

test('what is sent while a long history is on its way is neither listed nor counted', async (context) => {
  const { ask, addDrop, database } = await openHistory(context, 401);
  const { body } = await ask({
    async listHistory(...wanted) {
      const page = await database.dispatches.listHistory(...wanted);
      if (wanted[2] !== undefined) await addDrop(`late, after ${wanted[2]}`);
      return page;
    },
  });
  assert.equal(messagesIn(body).length, 401);
  assert.equal((JSON.parse(body) as { live_drops: string }).live_drops, '401');
});

test('a history that cannot be read is an error; one that breaks off never looks whole', async (context) => {
  const { ask, database } = await openHistory(context, 250);
  const fault = new Error('The disk is gone');
  assert.equal((await ask({ countLiveDrops: () => Promise.reject(fault) })).status, 500);
  const broken = ask({
    listHistory: (id, limit, olderThan) =>
      olderThan === undefined ? database.dispatches.listHistory(id, limit) : Promise.reject(fault),
  });
  await assert.rejects(broken);
});
