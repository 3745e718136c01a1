import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVersionedCache } from './versioned-cache.ts';

/** A store of one number, and a count of how often it was read. */
function openNumbers() {
  let value = 1;
  let version: number | undefined = 1;
  let reads = 0;
  return {
    store: { version: () => version },
    read: () => {
      reads += 1;
      return Promise.resolve({ value });
    },
    change(next: number) {
      value = next;
      if (version !== undefined) version += 1;
    },
    forgetVersions() {
      version = undefined;
    },
    get reads() {
      return reads;
    },
  };
}

test('what was read is kept until the store changes', async () => {
  const numbers = openNumbers();
  const { getOrLoad } = createVersionedCache<{ value: number }>(numbers.store, { maxEntries: 10 });
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 1 });
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 1 });
  assert.equal(numbers.reads, 1);
  numbers.change(2);
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 2 });
  assert.equal(numbers.reads, 2);
});

test('what changes while it is read is read again', async () => {
  const numbers = openNumbers();
  const { getOrLoad } = createVersionedCache<{ value: number }>(numbers.store, { maxEntries: 10 });
  const seen = await getOrLoad('a', async () => {
    const found = await numbers.read();
    numbers.change(2);
    return found;
  });
  assert.deepEqual(seen, { value: 1 });
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 2 });
});

test('a slow reader does not bring back what others know to be gone', async () => {
  const numbers = openNumbers();
  const { getOrLoad } = createVersionedCache<{ value: number }>(numbers.store, { maxEntries: 10 });
  const slow = Promise.withResolvers<{ value: number }>();
  const early = getOrLoad('a', () => slow.promise);
  numbers.change(2);
  assert.deepEqual(await getOrLoad('b', numbers.read), { value: 2 });
  slow.resolve({ value: 1 });
  await early;
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 2 });
});

test('absence, what is not worth it, and what has no version are never kept', async () => {
  const numbers = openNumbers();
  const { getOrLoad } = createVersionedCache<{ value: number }>(numbers.store, {
    maxEntries: 10,
    isKept: ({ value }) => value < 5,
  });
  assert.equal(await getOrLoad('a', () => Promise.resolve(undefined)), undefined);
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 1 });
  numbers.change(7);
  await getOrLoad('a', numbers.read);
  await getOrLoad('a', numbers.read);
  assert.equal(numbers.reads, 3);
  numbers.forgetVersions();
  await getOrLoad('a', numbers.read);
  await getOrLoad('a', numbers.read);
  assert.equal(numbers.reads, 5);
});

test('it holds no more than it may', async () => {
  const numbers = openNumbers();
  const { getOrLoad } = createVersionedCache<{ value: number }>(numbers.store, { maxEntries: 2 });
  for (const key of ['a', 'b', 'c', 'c', 'a']) await getOrLoad(key, numbers.read);
  assert.equal(numbers.reads, 4);
});

test('where the store has to be asked, what was read is valid as of the latest look', async () => {
  const numbers = openNumbers();
  let looked = numbers.store.version();
  const store = {
    version: () => looked,
    look() {
      looked = numbers.store.version();
      return Promise.resolve();
    },
  };
  const { find, getOrLoad, lookAndLoad } = createVersionedCache<{ value: number }>(store, {
    maxEntries: 10,
  });
  await lookAndLoad('a', numbers.read);
  numbers.change(2);
  assert.deepEqual(find('a'), { value: 1 }, 'nobody has looked since');
  assert.deepEqual(await getOrLoad('a', numbers.read), { value: 1 });
  assert.deepEqual(await lookAndLoad('a', numbers.read), { value: 2 });
  assert.deepEqual(find('a'), { value: 2 });
  assert.equal(numbers.reads, 2);
});
