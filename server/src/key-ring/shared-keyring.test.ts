import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { isIntegrityFault, ValiseError } from '../domain/model/valise-error.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { newDir, newMemoryStorage, randomness } from './key-folder-fixture.ts';
import { KeyFolder } from './key-folder.ts';
import { newOwner, testKeyRing } from './key-ring.conformance.ts';
import { createBucketKeyRing } from './key-ring.ts';
import { rootKeySourceOf } from './root-key.ts';
import { createSharedKeyRing } from './shared-key-ring.ts';

const bucket = 'expiry-2026-11-15';

type OpenStorage = () => Promise<KeyringStorage>;

/** What a node of an installation is opened with; each has a key folder of its own. */
async function newNode(open: OpenStorage, rootKey: string, dir = newDir()) {
  const settings = { keyDir: dir, keyCommand: ['/bin/echo', rootKey], keyCredential: false };
  const source = rootKeySourceOf(settings, {});
  return { storage: await open(), dir, randomness, source };
}

/** Numbers as a database gives them. */
function newLedger() {
  const noted = { changes: 0 };
  return {
    noted,
    ledger: {
      changes: () => Promise.resolve(noted.changes),
      announce(keyringChanges: number) {
        noted.changes = Math.max(noted.changes, keyringChanges) + 1;
        return Promise.resolve(noted.changes);
      },
    },
  };
}

function newInstallation() {
  const open = newMemoryStorage();
  const rootKey = randomBytes(32).toString('hex');
  const { ledger, noted } = newLedger();
  const claim = { installation: 'install', ledger };
  async function joinNode(dir?: string): Promise<{ node: KeyFolder; dir: string }> {
    const place = await newNode(open, rootKey, dir);
    const node = await KeyFolder.createShared(place).catch(() => KeyFolder.openShared(place));
    node.claim(claim);
    return { node, dir: place.dir };
  }
  return { open, rootKey, join: joinNode, noted };
}

testKeyRing('shared keyring', async () => (await newInstallation().join()).node.keyRing);

testKeyRing('shared keyring of a worker', async () => {
  const { open, join: joinNode } = newInstallation();
  const { node } = await joinNode();
  return (await KeyFolder.joinShared(await open(), randomness, node.ringKey)).keyRing;
});

describe('nodes that share a keyring', () => {
  test('that start together end with one keyring, and derive the same keys', async () => {
    const open = newMemoryStorage();
    const rootKey = randomBytes(32).toString('hex');
    const places = await Promise.all([1, 2, 3].map(() => newNode(open, rootKey)));
    const nodes = await Promise.all(places.map((place) => KeyFolder.createShared(place)));
    for (const node of nodes) assert.deepEqual(node.derived, nodes[0]?.derived);
    assert.deepEqual(await readdir(places[0]?.dir ?? ''), []);
  });

  test('create one key for a bucket, and open what another has created', async () => {
    const { join: joinNode } = newInstallation();
    const nodes = [await joinNode(), await joinNode(), await joinNode()].map(({ node }) => node);
    const made = await Promise.all(nodes.map((node) => node.keyRing.ensure(bucket)));
    const owner = newOwner();
    const fileKey = randomBytes(32);
    for (const each of made) {
      const wrapped = each.wrap(fileKey, owner);
      for (const node of nodes) {
        assert.deepEqual((await node.keyRing.open(bucket)).unwrap(wrapped, owner), fileKey);
      }
    }
    await nodes[0]?.keyRing.ensure('tray-2026-11-15');
    await nodes[2]?.keyRing.open('tray-2026-11-15');
  });

  test('use a key that another destroyed for no longer than they may cache it', async () => {
    const { join: joinNode } = newInstallation();
    const [one, other] = [(await joinNode()).node, (await joinNode()).node];
    const owner = newOwner();
    const opened = await other.keyRing.ensure(bucket);
    const wrapped = opened.wrap(randomBytes(32), owner);
    await one.keyRing.buckets();
    await one.keyRing.destroy([bucket]);
    await other.keyRing.buckets();
    assert.throws(() => opened.unwrap(wrapped, owner), isIntegrityFault);
    await assert.rejects(other.keyRing.open(bucket), isIntegrityFault);
  });

  test('need the same root key', async () => {
    const { open, join: joinNode } = newInstallation();
    await joinNode();
    const foreign = await newNode(open, randomBytes(32).toString('hex'));
    await assert.rejects(KeyFolder.openShared(foreign), { code: 'key_wrong' });
    const keyDir = newDir();
    const settings = { keyDir, keyCommand: undefined, keyCredential: false };
    const source = rootKeySourceOf(settings, {});
    await assert.rejects(KeyFolder.openShared({ ...foreign, dir: keyDir, source }), {
      code: 'key_missing',
      message: /copy the file from another node/,
    });
  });

  test('with root.key: the first makes it, and one that was put there is used', async () => {
    const open = newMemoryStorage();
    const [first, second] = [newDir(), newDir()];
    const placeOf = async (dir: string) => ({
      storage: await open(),
      dir,
      randomness,
      source: rootKeySourceOf({ keyDir: dir, keyCommand: undefined, keyCredential: false }, {}),
    });
    const made = await KeyFolder.createShared(await placeOf(first));
    const rootKey = await readFile(join(first, 'root.key'));
    await KeyFolder.createShared(await placeOf(second)).catch(() => undefined);
    await writeFile(join(second, 'root.key'), rootKey);
    assert.deepEqual((await KeyFolder.openShared(await placeOf(second))).derived, made.derived);
  });

  test('go on through a rotation of the root key', async () => {
    const { open, join: joinNode } = newInstallation();
    const [one, other] = [(await joinNode()).node, (await joinNode()).node];
    const next = randomBytes(32);
    await one.addRootKey(next);
    await other.keyRing.ensure(bucket);
    const started = await KeyFolder.openShared(await newNode(open, next.toString('hex')));
    assert.equal(started.rootKeyCount, 2);
    await started.retireOtherRootKeys();
    await other.keyRing.ensure('tray-2026-11-15');
    await one.keyRing.open('tray-2026-11-15');
    assert.equal(
      (await KeyFolder.openShared(await newNode(open, next.toString('hex')))).rootKeyCount,
      1,
    );
  });
});

describe('a node remembers how far it has seen the keyring change', () => {
  test('so that an older database is found out, until it is accepted', async () => {
    const { open, join: joinNode, noted } = newInstallation();
    const { node, dir } = await joinNode();
    await node.advance();
    const backup = (await (await open()).read()) ?? assert.fail();
    const knownThen = noted.changes;
    await node.advance();
    await node.keyRing.ensure(bucket);
    await (await open()).change(() => Promise.resolve(backup));
    noted.changes = knownThen;

    await assert.rejects(node.keyRing.ensure('tray-2026-11-15'), { code: 'unavailable' });
    const { node: again } = await joinNode(dir);
    assert.equal(again.changes, knownThen + 2);
    assert.deepEqual(await again.keyRing.buckets(), []);
    await again.advance();
    assert.ok(noted.changes > knownThen + 1000, 'other nodes may have seen more');
    assert.equal((await joinNode(dir)).node.changes, noted.changes);
    assert.equal((await joinNode()).node.changes, noted.changes);
  });

  test('also as far as other nodes changed it', async () => {
    const { join: joinNode, noted } = newInstallation();
    const [one, other] = [await joinNode(), await joinNode()];
    await one.node.advance();
    await one.node.keyRing.ensure(bucket);
    await other.node.keyRing.buckets();
    const seen = JSON.parse(await readFile(join(other.dir, 'keyring.seen'), 'utf8')) as unknown;
    assert.deepEqual(seen, { installation: 'install', changes: noted.changes });
  });

  test('so that no new keyring is made for an emptied database', async () => {
    const { rootKey, join: joinNode } = newInstallation();
    const { node, dir } = await joinNode();
    await node.advance();
    const emptied = await newNode(newMemoryStorage(), rootKey, dir);
    for (const attempt of [KeyFolder.createShared(emptied), KeyFolder.openShared(emptied)]) {
      await assert.rejects(attempt, { code: 'data_unsafe', message: /memory is missing/ });
    }
    assert.equal(await emptied.storage.read(), undefined);
  });
});

describe('the cache of a shared keyring', () => {
  function newRing(maxAgeMs: number, outageMs = 0) {
    let kept: ReadonlyMap<string, Buffer> = new Map([[bucket, randomBytes(32)]]);
    const counts = { reads: 0, scrubs: 0, failures: 0 };
    const outage = new ValiseError('unavailable', 'The database cannot be reached.');
    const state = { isAway: false };
    const keeping = {
      refresh() {
        counts.reads += 1;
        return state.isAway ? Promise.reject(outage) : Promise.resolve(kept);
      },
      change(_: unknown, next: (found: typeof kept) => ReadonlyMap<string, Buffer>) {
        kept = next(kept);
        return Promise.resolve(kept);
      },
    };
    const ring = createBucketKeyRing({ keys: kept, keeping, randomness });
    async function scrub(): Promise<void> {
      counts.scrubs += 1;
      if (counts.failures > 0) throw new Error(`failure ${(counts.failures -= 1)}`);
      return Promise.resolve();
    }
    const shared = createSharedKeyRing({ ring, scrub, maxAgeMs, outageMs });
    function destroyElsewhere(): void {
      kept = new Map();
    }
    return { shared, counts, state, destroyElsewhere };
  }

  test('is read again when it is old, and not before', async (t) => {
    const { shared, counts } = newRing(50);
    t.after(() => {
      shared.close();
    });
    await shared.open(bucket);
    await shared.open(bucket);
    assert.deepEqual({ ...counts }, { reads: 0, scrubs: 0, failures: 0 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    await Promise.all([shared.open(bucket), shared.open(bucket)]);
    assert.ok(counts.reads >= 1 && counts.reads <= 2, String(counts.reads));
  });

  test('ends an open bucket by itself soon after another node destroyed it', async (t) => {
    const { shared, destroyElsewhere } = newRing(20);
    t.after(() => {
      shared.close();
    });
    const opened = await shared.open(bucket);
    destroyElsewhere();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.throws(() => opened.unwrap(Buffer.alloc(82), newOwner()), isIntegrityFault);
  });

  test('is used on for a while when it cannot be read, and not for ever', async (t) => {
    const { shared, state } = newRing(10, 150);
    t.after(() => {
      shared.close();
    });
    state.isAway = true;
    await new Promise((resolve) => setTimeout(resolve, 40));
    await shared.open(bucket);
    await assert.rejects(shared.open('expiry-2026-11-16'), { code: 'unavailable' });
    await new Promise((resolve) => setTimeout(resolve, 150));
    await assert.rejects(shared.open(bucket), { code: 'unavailable' });
    state.isAway = false;
    await shared.open(bucket);
  });

  test('removes what is left of destroyed keys, and tries again when that failed', async (t) => {
    const { shared, counts } = newRing(10_000);
    t.after(() => {
      shared.close();
    });
    counts.failures = 1;
    await assert.rejects(shared.destroy([bucket]), /failure/);
    assert.deepEqual(await shared.buckets(), []);
    assert.equal(counts.scrubs, 2);
    await shared.buckets();
    assert.equal(counts.scrubs, 2);
  });
});
