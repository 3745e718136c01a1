import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noAddress } from '../../domain/model/dispatch.ts';
import { noon } from '../../testing/fake-clock.ts';
import { addMail, openOutbox, readMail as read, sender } from './outbox-fixture.ts';

test('what the operator did to a drop with a link for anyone alone is told without a receiver', async (t) => {
  const outbox = await openOutbox(t);
  for (const kind of ['extended', 'revoked'] as const) {
    const { entry, dispatch } = await addMail(outbox, { label: kind, to: noAddress });
    if (kind === 'revoked') await outbox.database.dispatches.end(dispatch.id, noon);
    const { subject, text, envelope } = await read(outbox, { ...entry, kind, to: sender.email });
    assert.equal(envelope.to, sender.email);
    assert.match(text, /a\.pdf/);
    assert.doesNotMatch(`${subject}\n${text}`, /undefined|<>|: *$/);
  }
});
