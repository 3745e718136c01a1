import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { day } from '../../domain/model/clock.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { partialContact, samplePrincipal } from '../../testing/samples.ts';
import type { Services } from '../routing/route.ts';
import { dispatchRoutes } from './dispatch.ts';

test('a refusal names the operation that mends it', async (context) => {
  const exchange = await openExchange(context);
  const account = await exchange.addAccount('alice@example.com');
  const receivers = [partialContact('zoe@example.com')];
  await exchange.contacts.replace(actor, account, receivers);
  await exchange.contacts.setReceivers(actor, account, receivers);
  const [createdrop] = dispatchRoutes(exchange as unknown as Services, {
    unit: 'seconds',
    defaultMs: day,
    minMs: 1000,
    maxMs: day,
  });
  const { handle } = createdrop?.methods.POST ?? assert.fail('there is no such route');
  const send = async (): Promise<unknown> =>
    await handle(
      samplePrincipal(account, actor) as never,
      { body: {}, headers: {} } as FastifyRequest,
      {} as FastifyReply,
    );
  await assert.rejects(send, {
    code: 'files_not_listed',
    message:
      'The list of uploaded files is not initialised. Call get_files.cgi once, then send again.',
  });
  await exchange.upload(account, { 'a.txt': 'a' });
  await exchange.tray.list(account);
  await exchange.keyRing.destroy(await exchange.keyRing.buckets());
  await assert.rejects(send, {
    code: 'file_unreadable',
    message:
      'The file "a.txt" cannot be read any more, and nothing was sent. Remove it (remove_file.cgi), upload it again if you need it, and send again.',
  });
});
