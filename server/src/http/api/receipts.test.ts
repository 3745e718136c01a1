import assert from 'node:assert/strict';
import { createPublicKey, hash, verify } from 'node:crypto';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { hour, minute } from '../../domain/model/clock.ts';
import type { AuditAction } from '../../domain/model/audit.ts';
import { mostInPart } from '../../domain/receipts/receipts.ts';
import { parseKeys } from '../../domain/receipts/envelope.ts';
import { verifyReceipt } from '../../domain/receipts/verify-receipt.ts';
import { host } from '../app/people-fixture.ts';
import { addDrop } from '../app/sent/sent-fixture.ts';
import { openDropsFixture } from './drops-fixture.ts';
import { createFates } from './receipts-fixture.ts';

interface Envelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

interface Place {
  sequence: number;
  hash: string;
}

interface Receipt {
  kind: string;
  drop: { id: string; state: string; reference: string | null; ended_at: string | null };
  receivers: {
    email: string;
    state: string;
    files: { name: string; sha256: string | null; completed_at: string; record: Place | null }[];
  }[];
  trail: Place;
  next: string | null;
}

interface Deletion {
  kind: string;
  reason: string;
  record: Place | null;
  drop: { state: string; ended_at: string };
  files: { name: string; key_destroyed_at: string; is_shared: boolean; bucket: string | null }[];
  buckets: { bucket: string; is_destroyed: boolean; due_at: string; record: Place | null }[];
}

const two = ['bob@example.com', 'zoe@example.com'];

async function open(context: TestContext) {
  const fixture = await openDropsFixture(context);
  const program = await fixture.addProgram('program@example.com');

  async function readKeys() {
    const answer = await fixture.app.inject({
      url: '/.well-known/valise-receipts',
      headers: { host },
    });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+$/);
    return answer.json<{ keys: { keyid: string; public_key: string }[] }>();
  }

  /** Verifies as a stranger does, with nothing of ours, and returns what was signed. */
  async function readSigned<Statement>(path: string): Promise<Statement> {
    const { payloadType, payload, signatures } = await program.read<Envelope>(path);
    const { keys } = await readKeys();
    const [{ keyid, sig } = assert.fail()] = signatures;
    const pem = keys.find((key) => key.keyid === keyid)?.public_key ?? assert.fail();
    const key = createPublicKey(pem);
    assert.equal(keyid, hash('sha256', key.export({ format: 'der', type: 'spki' }), 'hex'));
    const bytes = Buffer.from(payload, 'base64');
    const head = `DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `;
    const message = Buffer.concat([Buffer.from(head), bytes]);
    assert.ok(verify(null, message, key, Buffer.from(sig, 'base64')));
    message[message.length - 2] = 0x20;
    assert.ok(!verify(null, message, key, Buffer.from(sig, 'base64')));
    return JSON.parse(bytes.toString()) as Statement;
  }

  /** The places of all records of acts, or of those that are about a drop, the oldest first. */
  async function placesOf(actions: AuditAction[], drop?: string): Promise<Place[]> {
    const records = await fixture.database.audit.list(0, 1000);
    return records
      .filter(({ action }) => actions.includes(action))
      .filter(({ details }) => drop === undefined || details['dispatchId'] === drop)
      .map((record) => ({ sequence: record.sequence, hash: record.hash.toString('hex') }));
  }

  return { ...fixture, ...program, ...createFates(fixture), readKeys, readSigned, placesOf };
}

describe('a receipt', () => {
  test('says who has which file, since when, and which record says so', async (t) => {
    const { clock, send, download, readSigned, placesOf, account, installation } = await open(t);
    const { drop, receivers } = await send('letter', two, { reference: 'case 7' });
    const [bob = assert.fail(), zoe = assert.fail()] = receivers;
    const path = `/drops/${drop.id}/receipt`;
    clock.advance(hour);
    await download(drop, bob);
    const at = new Date(clock.now()).toISOString();
    clock.advance(hour);
    await download(drop, zoe, 'inbox');
    const now = new Date(clock.now()).toISOString();
    const places = await placesOf(['file.fetched', 'file.downloaded']);
    assert.equal(places.length, 2);
    const receipt = await readSigned<Receipt>(path);
    const [head] = await installation.database.audit.listNewest(1);
    const [file = assert.fail()] = receipt.receivers[0]?.files ?? [];
    const has = (completed_at: string, record: Place | undefined) => ({
      state: 'completed',
      ...{ name: '', opened_at: completed_at, completed_at, revoked_at: null },
      files: [{ ...file, completed_at, record }],
    });
    assert.deepEqual(receipt, {
      ...{ kind: 'receipt', version: 1, installation: installation.id, issued_at: now },
      account: account.email,
      drop: {
        ...{ id: drop.id, title: null, reference: 'case 7', state: 'live', ended_at: null },
        created_at: new Date(drop.createdAt).toISOString(),
        expires_at: new Date(drop.expiresAt).toISOString(),
      },
      receivers: [
        { id: bob.id, email: bob.email, ...has(at, places[0]) },
        { id: zoe.id, email: zoe.email, ...has(now, places[1]) },
      ],
      anyone_links: [],
      trail: { sequence: head?.sequence, hash: head?.hash.toString('hex') },
      ...{ after: null, next: null },
    });
    assert.equal(file.name, 'a.pdf');
    assert.match(String(file.sha256), /^[0-9a-f]{64}$/);
  });

  test('names who has nothing yet, and outlives the drop', async (t) => {
    const { send, download, expire, readSigned } = await open(t);
    const { drop, receivers } = await send('letter', two);
    const [bob = assert.fail()] = receivers;
    const path = `/drops/${drop.id}/receipt`;
    const statesIn = ({ receivers: found }: Receipt) =>
      found.map(({ state, files }) => [state, files[0]?.record !== null]);
    assert.deepEqual(statesIn(await readSigned(path)), [
      ['waiting', false],
      ['waiting', false],
    ]);
    await download(drop, bob);
    await expire(drop);
    const receipt = await readSigned<Receipt>(path);
    assert.deepEqual(statesIn(receipt), [
      ['completed', true],
      ['expired', false],
    ]);
    assert.equal(receipt.drop.state, 'expired');
    // The digest went with the key: who knows it could find short contents by trial.
    assert.equal(receipt.receivers[0]?.files[0]?.sha256, null);
  });

  test('finds each record among many of the same time', async (t) => {
    const { send, download, readSigned, placesOf, clock } = await open(t);
    const emails = Array.from({ length: 20 }, (_, index) => `bob${index}@example.com`);
    const { drop, receivers } = await send('letter', emails);
    const { drop: other, receivers: others } = await send('other', emails);
    for (const [index, receiver] of receivers.entries()) {
      await download(other, others[index] ?? assert.fail());
      await download(drop, receiver);
      if (index % 5 === 0) clock.advance(minute);
    }
    const { receivers: found } = await readSigned<Receipt>(`/drops/${drop.id}/receipt`);
    assert.deepEqual(
      found.map(({ files }) => files[0]?.record),
      await placesOf(['file.fetched'], drop.id),
    );
  });

  test('has no record where retention removed it', async (t) => {
    const { send, download, readSigned, placesOf, database } = await open(t);
    const { drop, receivers } = await send('letter', two);
    await download(drop, receivers[0] ?? assert.fail());
    const [place = assert.fail()] = await placesOf(['file.fetched']);
    await send('another', two);
    await database.audit.removeThrough(place.sequence);
    const { receivers: found } = await readSigned<Receipt>(`/drops/${drop.id}/receipt`);
    assert.deepEqual(
      found.map(({ state, files }) => [state, files[0]?.record]),
      [
        ['completed', null],
        ['waiting', null],
      ],
    );
  });

  for (const { name, emails, files } of [
    { name: 'many receivers', emails: mostInPart + 2, files: 1 },
    { name: 'several receivers of many files', emails: 3, files: mostInPart - 1 },
    { name: 'more files than a part holds', emails: 2, files: mostInPart + 3 },
  ]) {
    test(`comes in parts for ${name}`, async (t) => {
      const fixture = await open(t);
      const { readKeys, readSigned, read, get, account } = fixture;
      const { drop } = await addDrop(
        fixture,
        { account },
        {
          label: 'many',
          emails: Array.from({ length: emails }, (_, index) => `bob${index}@example.com`),
          names: Array.from({ length: files }, (_, index) => `file-${index}.pdf`),
        },
      );
      const path = `/drops/${drop.id}/receipt`;
      const seen = new Set<string>();
      const lines: string[] = [];
      let query = '';
      for (;;) {
        const part = await readSigned<Receipt>(`${path}${query}`);
        let pairs = 0;
        for (const receiver of part.receivers) {
          for (const file of receiver.files) {
            pairs += 1;
            seen.add(`${receiver.email} ${file.name}`);
          }
        }
        assert.ok(pairs <= mostInPart);
        lines.push(JSON.stringify(await read(`${path}${query}`)));
        if (part.next === null) break;
        query = `?after=${part.next}`;
      }
      assert.equal(seen.size, emails * files);
      const keys = parseKeys(JSON.stringify(await readKeys()));
      assert.equal(verifyReceipt(lines.join('\n'), keys).length, lines.length);
      assert.ok(lines.length > 1);
      assert.throws(() => verifyReceipt([...lines].reverse().join('\n'), keys), {
        code: 'check_failed',
      });
      for (const wrong of ['nobody', drop.id, `${drop.id}.${drop.id}`]) {
        assert.equal((await get(`${path}?after=${wrong}`)).statusCode, 400);
      }
    });
  }
});

describe('a proof of deletion', () => {
  test('is there once the drop was revoked, and not before', async (t) => {
    const { clock, send, wrap, get, act, readSigned, placesOf } = await open(t);
    const { drop } = await send('letter', two);
    const bucket = await wrap(drop);
    const path = `/drops/${drop.id}/deletion`;
    const early = await get(path);
    assert.equal(early.statusCode, 409);
    assert.equal(early.json<{ code: string }>().code, 'dispatch_live');
    clock.advance(hour);
    await act(`/drops/${drop.id}/revoke`);
    const at = new Date(clock.now()).toISOString();
    const deletion = await readSigned<Deletion>(path);
    const [record] = await placesOf(['dispatch.revoked']);
    assert.deepEqual(
      [deletion.kind, deletion.reason, deletion.drop.state, deletion.drop.ended_at],
      ['deletion', 'revoked', 'revoked', at],
    );
    assert.deepEqual(deletion.record, record);
    const [file = assert.fail()] = deletion.files;
    assert.deepEqual(
      [file.name, file.key_destroyed_at, file.is_shared, file.bucket],
      ['a.pdf', at, false, bucket],
    );
    // The day of expiry, an hour for late uploads, and the 72 hours of keyGrace.
    const due_at = new Date(Date.UTC(2026, 10, 17) + 73 * hour).toISOString();
    assert.deepEqual(deletion.buckets, [{ bucket, is_destroyed: false, due_at, record: null }]);
  });

  test('says that the key of the day was destroyed, too, and where that is recorded', async (t) => {
    const { clock, send, wrap, expire, expiry, readSigned, placesOf } = await open(t);
    const { drop } = await send('letter', two);
    await wrap(drop);
    await expire(drop);
    const path = `/drops/${drop.id}/deletion`;
    const expired = await readSigned<Deletion>(path);
    assert.equal(expired.reason, 'expired');
    assert.deepEqual(expired.record, (await placesOf(['drop.expired']))[0]);
    const [bucket = assert.fail()] = expired.buckets;
    assert.ok(!bucket.is_destroyed);
    clock.advance(Date.parse(bucket.due_at) - 72 * hour - clock.now() + minute);
    assert.equal(await expiry.destroySpentKeys(), 0);
    clock.advance(72 * hour);
    assert.equal(await expiry.destroySpentKeys(), 1);
    const [record] = await placesOf(['keys.destroyed']);
    const destroyed = { ...bucket, is_destroyed: true, record };
    assert.deepEqual((await readSigned<Deletion>(path)).buckets, [destroyed]);
  });

  test('names contents that another drop still has', async (t) => {
    const { database, send, act, readSigned } = await open(t);
    const { drop } = await send('letter', two);
    const [file = assert.fail()] = await database.files.listInDispatch(drop.id);
    assert.equal(await database.files.share([file.id]), 1);
    const { drop: again } = await send('again', two);
    const [other = assert.fail()] = await database.files.listInDispatch(again.id);
    const copy = { ...other, id: 'copy-of-the-content-00' as never, name: 'b.pdf' };
    await database.files.addToDispatch({ ...copy, contentId: file.id });
    const isShared = async ({ id }: typeof drop) => {
      await act(`/drops/${id}/revoke`);
      const { files } = await readSigned<Deletion>(`/drops/${id}/deletion`);
      return files.map(({ name, is_shared }) => [name, is_shared]);
    };
    assert.deepEqual(await isShared(drop), [['a.pdf', true]]);
    assert.deepEqual(await isShared(again), [
      ['a.pdf', false],
      ['b.pdf', false],
    ]);
  });
});

test('a foreign drop and one that never was are the same', async (t) => {
  const { addProgram, get } = await open(t);
  const other = await addProgram('other@example.com');
  const { drop } = await other.send('foreign', two);
  for (const id of [drop.id, 'nothing']) {
    for (const kind of ['receipt', 'deletion']) {
      assert.equal((await get(`/drops/${id}/${kind}`)).statusCode, 404);
    }
  }
});

test('a receipt changes nothing and is not recorded', async (t) => {
  const { send, get, database } = await open(t);
  const { drop } = await send('letter', two);
  await get('/me');
  const before = await database.audit.findHead();
  await get(`/drops/${drop.id}/receipt`);
  assert.deepEqual(await database.audit.findHead(), before);
});
