import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { withSeed } from '../harness/seeded-random.ts';
import { sentContent, startTarget, withstands } from './target.ts';

const target = await startTarget();
const { owner, inboxUrl } = target;
const size = sentContent.length;
const random32 = 2 ** 32;

const nonsense = [
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=--1',
  'bytes=a-b',
  'bytes=0-x',
  'bytes=0',
  'bytes=5-1',
  'bytes=-0',
  'bytes= - ',
  'bytes=1-2,4-5',
  `bytes=${'0-0,'.repeat(1000)}0-0`,
  `bytes=0-${'9'.repeat(400)}`,
  `bytes=${'9'.repeat(400)}-`,
  'bytes=99999999999999999999-',
  'bytes=-99999999999999999999',
  `bytes=${2 ** 53}-${2 ** 53 + 2}`,
  `bytes=${random32}-`,
  'bytes=1e1-2e1',
  'bytes=0x0-0x9',
  'bytes=+1-+2',
  'bytes=1.5-2.5',
  'bytes=NaN-Infinity',
  'bytes=\u00b2-\u00b3',
  'bits=0-1',
  'seconds=1-2',
  'BYTES=0-1',
  ' bytes = 0 - 1',
  '0-1',
  ',',
  '__proto__',
  'none',
];

/** Whole, a right part, or not to be had: nothing else is true of a file. */
function checkTruth(answer: Answer, asked: string): void {
  const context = `${answer.status} for ${JSON.stringify(asked)}`;
  if (answer.status === 416) {
    assert.equal(answer.headers['content-range'], `bytes */${size}`, context);
    assert.equal(answer.body.length, 0, context);
  } else if (answer.status === 206) {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '');
    const [first, last, total] = (range ?? []).slice(1).map(Number);
    assert.ok(first !== undefined && last !== undefined && first <= last, context);
    assert.equal(total, size, context);
    assert.deepEqual(answer.body, sentContent.subarray(first, last + 1), context);
    assert.equal(answer.body.length, last + 1 - first, context);
  } else {
    assert.equal(answer.status, 200, context);
    assert.deepEqual(answer.body, sentContent, context);
  }
}

async function ask(range: string): Promise<void> {
  checkTruth(await owner.download(inboxUrl, 'sent.txt', { headers: { range } }), range);
}

test('nonsense for a range brings the whole file, a right part of it, or 416', async () => {
  await withstands(target, async () => {
    for (const range of nonsense) await ask(range);
  });
});

test('any range brings the bytes it names, at every edge of the file', async () => {
  await withSeed(async (random) => {
    await withstands(target, async () => {
      for (let count = 0; count < 300; count += 1) await ask(anyRange(random));
    });
  });
});

function anyRange(random: SeededRandom): string {
  const edge = (): number | string =>
    random.pick([
      0,
      1,
      size - 1,
      size,
      size + 1,
      random.below(2 * size),
      random.below(random32),
      '',
    ]);
  return `bytes=${edge()}-${edge()}`;
}
