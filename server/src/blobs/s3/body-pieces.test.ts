import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, test } from 'node:test';

import { BodyPieces } from './body-pieces.ts';

const bytes = randomBytes(1_000);

/** A body of the bytes from `start` up to `end`, a few at a time, which fails at its end where `error` is given. */
function bodyOf(start: number, end: number, error?: Error): Readable {
  const body = new PassThrough();
  void (async () => {
    for (let at = start; at < end; at += 7) {
      body.write(Buffer.from(bytes.subarray(at, Math.min(at + 7, end))));
      await nextTurn();
    }
    if (error === undefined) body.end();
    else body.destroy(error);
  })();
  return body;
}

describe('the pieces of a range', () => {
  test('have the size that was asked for, and the last one has the rest', async () => {
    const pieces = new BodyPieces(300, 1_000);
    const filled = await Array.fromAsync(pieces.fillFrom(bodyOf(0, 1_000)));
    assert.deepEqual(
      filled.map(({ length }) => length),
      [300, 300, 300, 100],
    );
    assert.ok(Buffer.concat(filled).equals(bytes));
    assert.ok(filled.every(({ buffer, length }) => buffer.byteLength === length));
    assert.equal(pieces.missingBytes, 0);
  });

  test('may come out of one read', async () => {
    const pieces = new BodyPieces(300, 1_000);
    const filled = await Array.fromAsync(pieces.fillFrom(Readable.from([Buffer.from(bytes)])));
    assert.ok(Buffer.concat(filled).equals(bytes));
    assert.equal(filled.length, 4);
  });

  test('go on with another body where one failed', async () => {
    const pieces = new BodyPieces(300, 1_000);
    const filled: Buffer[] = [];
    const failure = new Error('reset');
    await assert.rejects(async () => {
      for await (const piece of pieces.fillFrom(bodyOf(0, 404, failure))) filled.push(piece);
    }, failure);
    assert.equal(filled.length, 1);
    assert.equal(pieces.missingBytes, 596);
    for await (const piece of pieces.fillFrom(bodyOf(404, 1_000))) filled.push(piece);
    assert.ok(Buffer.concat(filled).equals(bytes));
  });

  test('end where a body is too short, and take no more than the range', async () => {
    const short = new BodyPieces(300, 1_000);
    assert.equal((await Array.fromAsync(short.fillFrom(bodyOf(0, 700)))).length, 2);
    assert.equal(short.missingBytes, 300);
    const long = new BodyPieces(300, 500);
    const filled = await Array.fromAsync(long.fillFrom(bodyOf(0, 1_000)));
    assert.ok(Buffer.concat(filled).equals(bytes.subarray(0, 500)));
  });

  test('wait for their reader: a body is read one piece ahead', async () => {
    let given = 0;
    const body = new Readable({
      highWaterMark: 1,
      read() {
        given += 100;
        this.push(given > 10_000 ? null : Buffer.alloc(100));
      },
    });
    const pieces = new BodyPieces(300, 10_000);
    const filling = pieces.fillFrom(body);
    await filling.next();
    for (let turn = 0; turn < 100; turn += 1) await nextTurn();
    assert.ok(given <= 1_000, `${given} bytes were read`);
    assert.equal(body.readableFlowing, false);
    await filling.return(undefined);
    body.destroy();
  });
});
