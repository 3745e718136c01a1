import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../model/clock.ts';
import { ValiseError } from '../model/valise-error.ts';
import { createTransferWatch, RightEnded, createTransfersUnderWay } from './transfer-watch.ts';

const pieceBytes = 256 * 1024;
const pieces = 64;
/** What may go out after the end: no more than is looked at in one go, and the piece on its way. */
const windowBytes = 1024 * 1024 + pieceBytes;

async function* content(): AsyncGenerator<Buffer> {
  for (let at = 0; at < pieces; at += 1) yield await Promise.resolve(Buffer.alloc(pieceBytes));
}

test('content ends within one window after the right to read it', async () => {
  let mayRead = true;
  let bytesAtEnd = 0;
  let bytes = 0;
  const watch = createTransferWatch(() => Promise.resolve(mayRead));
  await assert.rejects(async () => {
    for await (const piece of watch.guard(content())) {
      bytes += piece.length;
      watch.handedOn(piece.length);
      if (bytes !== 10 * pieceBytes) continue;
      mayRead = false;
      bytesAtEnd = bytes;
    }
  }, RightEnded);
  assert.ok(bytes - bytesAtEnd <= windowBytes, `${bytes - bytesAtEnd} bytes came after the end`);
  const told = watch.bytesAfterEnd() ?? -1;
  assert.ok(told >= bytes - bytesAtEnd && told <= windowBytes, `${told} bytes were told of`);
});

test('the right is looked at once for many pieces, and not at all for a small file', async () => {
  let looks = 0;
  const watch = createTransferWatch(() => {
    looks += 1;
    return Promise.resolve(true);
  });
  let bytes = 0;
  for await (const piece of watch.guard(content())) bytes += piece.length;
  assert.equal(bytes, pieces * pieceBytes);
  assert.ok(looks > 10 && looks <= pieces / 4, `${looks} looks`);
  assert.equal(watch.bytesAfterEnd(), undefined);
});

test('where a look is not cheap, pieces go by without one until its time has come', async () => {
  let now = 0;
  let looks = 0;
  const watch = createTransferWatch(
    () => {
      looks += 1;
      return Promise.resolve(true);
    },
    { restMs: 1000, now: () => now },
  );
  const looksAt: number[] = [];
  for await (const piece of watch.guard(content())) {
    assert.equal(piece.length, pieceBytes);
    now += 100;
    looksAt.push(looks);
  }
  assert.equal(looksAt[8], 0);
  assert.ok(looks >= 4 && looks <= 6, `${looks} looks in ${now} ms`);
});

test('a reader who takes nothing is cut off too', { timeout: 300_000 }, async () => {
  const transfers = createTransfersUnderWay({ lookMs: 5, looksAreCheap: true });
  let mayRead = true;
  const told = await transfers.follow(
    () => Promise.resolve(mayRead),
    async (watch) => {
      const cut = Promise.withResolvers<undefined>();
      watch.whenEnded(() => {
        cut.resolve(undefined);
      });
      const reading = watch.guard(content());
      await reading.next();
      watch.handedOn(pieceBytes);
      mayRead = false;
      await cut.promise;
      await assert.rejects(reading.next(), RightEnded);
      return watch.bytesAfterEnd();
    },
  );
  assert.equal(told, pieceBytes);
  await transfers.ended();
});

const away = new ValiseError('unavailable', 'The database does not answer.');

/** Reads to the end while the database is away from the tenth piece on, and `step` is called with each. */
function readThroughOutage(step: (piece: number, look: () => Promise<void>) => void) {
  let now = 0;
  let answer: () => Promise<boolean> = () => Promise.resolve(true);
  let checks = 0;
  const watch = createTransferWatch(
    () => {
      checks += 1;
      return answer();
    },
    { now: () => now },
  );
  let taken = 0;
  async function read(): Promise<void> {
    for await (const piece of watch.guard(content())) {
      assert.equal(piece.length, pieceBytes);
      taken += 1;
      if (taken === 10) answer = () => Promise.reject(away);
      step(taken, () => watch.look());
    }
  }
  return {
    read,
    taken: () => taken,
    checks: () => checks,
    pass(ms: number) {
      now += ms;
    },
    comeBack(mayRead: boolean) {
      answer = () => Promise.resolve(mayRead);
    },
  };
}

test('a transfer goes on while the database is away, and waits for it once', async () => {
  const outage = readThroughOutage(() => undefined);
  await outage.read();
  assert.equal(outage.taken(), pieces);
  // Two before, and the one that failed.
  assert.ok(outage.checks() <= 4, `${outage.checks()} checks`);
});

test('a transfer ends when the database is away for longer than an end may be missed', async () => {
  const outage = readThroughOutage((piece) => {
    if (piece === 30) outage.pass(2 * minute);
  });
  await assert.rejects(outage.read(), away);
  assert.equal(outage.taken(), 30);
});

test('a right that ended meanwhile ends the transfer when the database is back', async () => {
  const outage = readThroughOutage((piece, look) => {
    if (piece !== 30) return;
    outage.comeBack(false);
    void look();
  });
  await assert.rejects(outage.read(), RightEnded);
  assert.ok(outage.taken() < 35, `${outage.taken()} pieces`);
});

test('a check that fails for another reason ends the transfer', async () => {
  const bug = new TypeError('x is not a function');
  let checks = 0;
  const watch = createTransferWatch(() => {
    checks += 1;
    return checks === 1 ? Promise.resolve(true) : Promise.reject(bug);
  });
  await assert.rejects(async () => {
    for await (const piece of watch.guard(content())) assert.ok(piece);
  }, bug);
});
