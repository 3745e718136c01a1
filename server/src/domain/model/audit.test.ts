import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { hashFor } from '../../testing/samples.ts';
import type { AuditRecord, AuditTrail } from './audit.ts';
import { chainStart, createAuditTrail, textOfDetails } from './audit.ts';

/** A trail of twelve records, each a little different. */
async function open(context: TestContext) {
  const { database, audit, clock } = await openExchange(context);
  for (let count = 1; count <= 12; count += 1) {
    clock.advance(count);
    await database.transact((repositories) =>
      audit.record(
        repositories,
        { ...actor, requestId: `request ${count}` },
        {
          action: 'file.uploaded',
          object: `${count}.pdf`,
          outcome: 'ok',
          ...(count % 2 === 0 ? {} : { details: { sizeBytes: count, replaced: false } }),
        },
      ),
    );
  }
  return { database, audit, records: await database.audit.list(0, 100) };
}

function isWhole(audit: AuditTrail, records: readonly AuditRecord[]): boolean {
  let previous: Pick<AuditRecord, 'sequence' | 'hash'> = { sequence: 0, hash: chainStart };
  return records.every((record) => {
    const follows = audit.follows(previous, record);
    previous = record;
    return follows;
  });
}

describe('the audit trail', () => {
  test('tells who did what, when and from where, in order', async (context) => {
    const { audit, records } = await open(context);
    assert.deepEqual(
      records.map(({ sequence }) => sequence),
      records.map((_, index) => index + 1),
    );
    const { hash, at, ...third } = records[2] ?? assert.fail();
    assert.equal(hash.length, 32);
    assert.equal(at - (records[1]?.at ?? 0), 3);
    assert.deepEqual(third, {
      sequence: 3,
      actor: 'tester',
      source: '192.0.2.1',
      requestId: 'request 3',
      action: 'file.uploaded',
      object: '3.pdf',
      outcome: 'ok',
      details: { sizeBytes: 3, replaced: false },
    });
    assert.ok(isWhole(audit, records));
  });

  for (const [field, change] of Object.entries<Partial<AuditRecord>>({
    at: { at: 1 },
    actor: { actor: 'mallory' },
    source: { source: '192.0.2.2' },
    requestId: { requestId: 'request' },
    action: { action: 'file.removed' },
    object: { object: '' },
    outcome: { outcome: 'failed' },
    details: { details: { sizeBytes: 3, replaced: true } },
    'a detail more': { details: { sizeBytes: 3, replaced: false, extra: 1 } },
    'a detail of another type': { details: { sizeBytes: '3', replaced: false } },
    sequence: { sequence: 100 },
    hash: { hash: hashFor('forged') },
  })) {
    test(`shows an edit of any record: ${field}`, async (context) => {
      const { audit, records } = await open(context);
      for (const [index, record] of records.entries()) {
        const forged = records.with(index, { ...record, ...change });
        assert.ok(!isWhole(audit, forged), `record ${index + 1}`);
      }
    });
  }

  test('shows a record that was taken out, put in or moved', async (context) => {
    const { audit, records } = await open(context);
    const place = fc.nat({ max: records.length - 2 });
    fc.assert(
      fc.property(place, fc.nat({ max: records.length - 1 }), (first, second) => {
        assert.ok(!isWhole(audit, records.toSpliced(first, 1)));
        const copied = records.slice(second, second + 1);
        assert.ok(!isWhole(audit, records.toSpliced(first, 0, ...copied)));
        if (first === second) return;
        const moved = records
          .toSpliced(first, 1)
          .toSpliced(second, 0, ...records.slice(first, first + 1));
        assert.ok(!isWhole(audit, moved));
        const renumbered = moved.map((record, index) => ({ ...record, sequence: index + 1 }));
        assert.ok(!isWhole(audit, renumbered));
      }),
    );
  });

  test('stores any details in a text that reading and writing again leaves as it is', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean());
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (details) => {
        const text = textOfDetails(details);
        const read = JSON.parse(text) as AuditRecord['details'];
        assert.equal(textOfDetails(read), text);
      }),
      { examples: [[{ 10: 1, 9: -0, a: '\ud800', ['__proto__']: 'x' }]] },
    );
  });

  test('cannot be written anew without the key', async (context) => {
    const { audit, records } = await open(context);
    const forger = createAuditTrail({
      clock: { now: () => 1, monotonic: () => 1 },
      chainHash: (previous, text) => createHash('sha256').update(previous).update(text).digest(),
    });
    assert.ok(!isWhole(forger, records));
    assert.ok(isWhole(audit, records));
  });

  test('keeps no record of what was taken back, and goes on without a gap', async (context) => {
    const { database, audit, records } = await open(context);
    const event = { action: 'file.removed', object: 'x', outcome: 'ok' } as const;
    const failing = database.transact(async (repositories) => {
      await audit.record(repositories, actor, event);
      throw new Error('taken back');
    });
    await assert.rejects(failing);
    await database.transact((repositories) => audit.record(repositories, actor, event));
    const after = await database.audit.list(0, 100);
    assert.equal(after.length, records.length + 1);
    assert.ok(isWhole(audit, after));
  });

  test('does not fork when many write at once', async (context) => {
    const { database, audit, records } = await open(context);
    const event = { action: 'file.removed', object: 'x', outcome: 'ok' } as const;
    await Promise.all(
      Array.from({ length: 30 }, () =>
        database.transact((repositories) => audit.record(repositories, actor, event)),
      ),
    );
    const after = await database.audit.list(0, 100);
    assert.equal(after.length, records.length + 30);
    assert.ok(isWhole(audit, after));
  });
});
