import assert from 'node:assert/strict';
import { test } from 'node:test';

import { IntegrityError, headerBytes, sealedChunkSize } from './sealed-format.ts';
import type { SegmentContext } from './sealed-format.ts';
import { seededRandomness } from './vectors/seeded-randomness.ts';
import { openWhole, sealWhole } from './vectors/whole-file.ts';

const chunkSizeLog2 = 12;
const chunkBytes = 2 ** chunkSizeLog2;
const sizes = [
  0,
  1,
  chunkBytes - 1,
  chunkBytes,
  chunkBytes + 1,
  3 * chunkBytes,
  4 * chunkBytes + 9,
];
const flipsPerBody = 2000;
const randomness = seededRandomness('mutations');

interface Specimen {
  context: SegmentContext;
  plain: Buffer;
  sealed: Buffer;
}

interface Mutant {
  kind: string;
  context: SegmentContext;
  sealed: Buffer;
}

function makeSpecimen(size: number): Specimen {
  const context = {
    fileKey: randomness.bytes(32),
    installId: 'install',
    fileId: randomness.bytes(16).toString('base64url'),
    segment: 0,
  };
  const plain = randomness.bytes(size);
  const options = { ...context, salt: randomness.bytes(24), chunkSizeLog2 };
  return { context, plain, sealed: sealWhole(options, plain) };
}

/** The header, and each chunk with its tag. */
function split(sealed: Buffer): { header: Buffer; chunks: Buffer[] } {
  const chunks: Buffer[] = [];
  const size = sealedChunkSize(chunkSizeLog2);
  for (let at = headerBytes; at < sealed.length; at += size) {
    chunks.push(sealed.subarray(at, at + size));
  }
  return { header: sealed.subarray(0, headerBytes), chunks };
}

/** Every bit of the header, and bits all over the body; none twice. */
function* flips(sealed: Buffer): Generator<[string, Buffer]> {
  const stride = Math.ceil(((sealed.length - headerBytes) * 8) / flipsPerBody);
  for (let bit = 0; bit < sealed.length * 8; bit += bit < headerBytes * 8 ? 1 : stride) {
    const copy = Buffer.from(sealed);
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    yield ['flip', copy];
  }
}

function* lengthChanges(sealed: Buffer): Generator<[string, Buffer]> {
  const size = sealedChunkSize(chunkSizeLog2);
  const edges = new Set([0, 8, 32, headerBytes]);
  for (let edge = headerBytes + size; edge < sealed.length; edge += size) edges.add(edge);
  for (const edge of edges) {
    for (const at of [edge - 16, edge - 1, edge, edge + 1, edge + 16]) {
      if (at >= 0 && at < sealed.length) yield ['cut', sealed.subarray(0, at)];
    }
  }
  const toFull = size - ((sealed.length - headerBytes) % size);
  for (const more of [1, 15, 16, 17, toFull, toFull + 16, size]) {
    yield ['extend', Buffer.concat([sealed, Buffer.alloc(more)])];
    yield ['extend', Buffer.concat([sealed, randomness.bytes(more)])];
  }
}

function* rearrangements(sealed: Buffer, other: Buffer): Generator<[string, Buffer]> {
  const { header, chunks } = split(sealed);
  const foreign = split(other);
  const join = (kind: string, list: Buffer[]): [string, Buffer] => [
    kind,
    Buffer.concat([header, ...list]),
  ];
  for (const [index, chunk] of chunks.entries()) {
    yield join('drop', chunks.toSpliced(index, 1));
    yield join('duplicate', chunks.toSpliced(index, 0, chunk));
    for (const [later, second] of chunks.entries()) {
      if (later > index) yield join('swap', chunks.with(index, second).with(later, chunk));
    }
    const graft = foreign.chunks[index];
    if (graft !== undefined) yield join('graft', chunks.with(index, graft));
  }
  yield ['foreign header', Buffer.concat([foreign.header, ...chunks])];
}

function* mutants(specimen: Specimen, other: Specimen): Generator<Mutant> {
  const { context, sealed } = specimen;
  const changes = [flips(sealed), lengthChanges(sealed), rearrangements(sealed, other.sealed)];
  for (const list of changes) {
    for (const [kind, bytes] of list) yield { kind, context, sealed: bytes };
  }
  const contexts = [
    { ...context, fileKey: other.context.fileKey },
    { ...context, fileKey: randomness.bytes(32) },
    { ...context, fileId: other.context.fileId },
    { ...context, installId: 'another' },
    { ...context, segment: 1 },
    // The same letters, divided elsewhere.
    {
      ...context,
      installId: `install${context.fileId.slice(0, 1)}`,
      fileId: context.fileId.slice(1),
    },
  ];
  for (const wrong of contexts) yield { kind: 'wrong context', context: wrong, sealed };
}

test('no change to a sealed file goes unnoticed', (t) => {
  const tried = new Map<string, number>();
  const undetected: string[] = [];
  for (const size of sizes) {
    const specimen = makeSpecimen(size);
    assert.ok(openWhole(specimen.context, specimen.sealed).equals(specimen.plain));
    for (const { kind, context, sealed } of mutants(specimen, makeSpecimen(size))) {
      tried.set(kind, (tried.get(kind) ?? 0) + 1);
      try {
        openWhole(context, sealed);
        undetected.push(`${kind} of a file of ${size} bytes`);
      } catch (error) {
        if (!(error instanceof IntegrityError)) throw error;
      }
    }
  }
  const total = [...tried.values()].reduce((sum, count) => sum + count, 0);
  t.diagnostic(`${total} mutations: ${JSON.stringify(Object.fromEntries(tried))}`);
  assert.deepEqual(undetected, []);
  assert.ok(total >= 10_000, `only ${total} mutations were tried`);
  const kinds = [
    'flip',
    'cut',
    'extend',
    'drop',
    'duplicate',
    'swap',
    'graft',
    'foreign header',
    'wrong context',
  ];
  assert.deepEqual([...tried.keys()].sort(), kinds.sort());
});
