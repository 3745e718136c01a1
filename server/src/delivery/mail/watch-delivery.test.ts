import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../../domain/model/clock.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { MailFault } from './mail-transport.ts';
import { watchDelivery } from './deliver-mail.ts';

test('a mail server that takes nothing for long is lost, until it takes or refuses one', async () => {
  const clock = createFakeClock();
  const watch = watchDelivery(clock);
  const attempt = (isPermanent: boolean) => () =>
    Promise.reject(new MailFault('down', { isPermanent }));
  await assert.rejects(watch.watch(attempt(false)));
  assert.equal(watch.isLost(), false);
  clock.advance(15 * minute);
  await assert.rejects(watch.watch(attempt(false)));
  assert.equal(watch.isLost(), true);
  await assert.rejects(watch.watch(attempt(true)));
  assert.equal(watch.isLost(), false, 'who refuses one mail is there');
  await assert.rejects(watch.watch(attempt(false)));
  clock.advance(15 * minute);
  assert.equal(watch.isLost(), true);
  assert.equal(await watch.watch(() => Promise.resolve('sent')), 'sent');
  assert.equal(watch.isLost(), false);
});
