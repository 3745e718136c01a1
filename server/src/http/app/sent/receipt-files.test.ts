import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { parseKeys } from '../../../domain/receipts/envelope.ts';
import { verifyReceipt } from '../../../domain/receipts/verify-receipt.ts';
import { openDropsFixture } from '../../api/drops-fixture.ts';
import { createFates } from '../../api/receipts-fixture.ts';
import { host } from '../people-fixture.ts';
import { addDrop } from './sent-fixture.ts';

async function open(t: TestContext) {
  const fixture = await openDropsFixture(t);
  const alice = await fixture.addPerson('alice@example.com');
  const eve = await fixture.addPerson('eve@example.com');
  const keyList = await fixture.app.inject({
    url: '/.well-known/valise-receipts',
    headers: { host },
  });
  const keys = parseKeys(keyList.body);
  return { ...fixture, alice, eve, keys, fates: createFates(fixture) };
}

test('the page of a drop leads to one file with every part of its receipt, which verifies', async (t) => {
  const { alice, eve, keys, ...fixture } = await open(t);
  const { drop } = await addDrop(fixture, alice, {
    label: 'large',
    emails: Array.from({ length: 12 }, (_, at) => `receiver-${at}@example.com`),
    names: Array.from({ length: 100 }, (_, at) => `file-${at}.pdf`),
  });
  const path = `/app/sent/${drop.id}/receipt`;
  const page = await alice.get(`/app/sent/${drop.id}`);
  assert.ok(page.body.includes(`href="${path}"`));
  assert.ok(!page.body.includes(`/app/sent/${drop.id}/deletion`), 'it lives');
  const { statusCode, headers, body } = await alice.get(path);
  assert.equal(statusCode, 200);
  assert.match(
    String(headers['content-disposition']),
    new RegExp(`^attachment; filename="?receipt-${drop.id}\\.jsonl`),
  );
  const parts = verifyReceipt(body, keys);
  assert.equal(parts.length, 3);
  assert.equal(parts.at(-1)?.statement.next, null);
  assert.deepEqual(new Set(parts.map(({ statement }) => statement.drop.id)), new Set([drop.id]));
  assert.equal((await eve.get(path)).statusCode, 404);
  assert.equal((await alice.get(`/app/sent/${drop.id}/deletion`)).statusCode, 409);
});

test('the page of a drop that has ended leads to the proof that its files were deleted', async (t) => {
  const { alice, eve, keys, fates, ...fixture } = await open(t);
  const { drop } = await addDrop(fixture, alice, {
    label: 'ended',
    emails: ['bob@example.com'],
    names: ['plan.pdf'],
  });
  await fates.expire(drop);
  const path = `/app/sent/${drop.id}/deletion`;
  assert.equal((await alice.get(path)).statusCode, 303, 'her session has ended meanwhile');
  const later = await fixture.signIn(alice.account);
  assert.ok((await later.get(`/app/sent/${drop.id}`)).body.includes(`href="${path}"`));
  const [part] = verifyReceipt((await later.get(path)).body, keys);
  assert.equal(part?.statement.kind, 'deletion');
  assert.equal(part.statement.drop.id, drop.id);
  const other = await fixture.signIn(eve.account);
  assert.equal((await other.get(path)).statusCode, 404);
});
