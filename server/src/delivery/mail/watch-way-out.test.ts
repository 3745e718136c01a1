import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../../domain/model/clock.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { MailFault } from './mail-transport.ts';
import { watchWayOut } from './deliver-mail.ts';

test('line 26: a mail server that takes nothing for long is lost, until it takes or refuses one', async () => {
  const clock = createFakeClock();
  const way = watchWayOut(clock);
  const attempt = (isPermanent: boolean) => () =>
    Promise.reject(new MailFault('down', { isPermanent }));
  await assert.rejects(way.watch(attempt(false)));
  assert.equal(way.isLost(), false);
  clock.advance(15 * minute);
  await assert.rejects(way.watch(attempt(false)));
  assert.equal(way.isLost(), true);
  await assert.rejects(way.watch(attempt(true)));
  assert.equal(way.isLost(), false, 'who refuses one mail is there');
  await assert.rejects(way.watch(attempt(false)));
  clock.advance(15 * minute);
  assert.equal(way.isLost(), true);
  assert.equal(await way.watch(() => Promise.resolve('sent')), 'sent');
  assert.equal(way.isLost(), false);
});
