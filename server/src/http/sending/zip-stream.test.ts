import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { archiveNames } from '../download-page/send-archive.ts';
import type { ZipEntry, ZipSource } from './zip-stream.ts';
import { centralHeader, dataDescriptor, endRecords, localHeader, zipStream } from './zip-stream.ts';

const modifiedAt = Date.UTC(2026, 10, 15, 12, 34, 56);

function source(name: string, text: string): ZipSource {
  const bytes = Buffer.from(text);
  return {
    name,
    sizeBytes: bytes.length,
    modifiedAt,
    async *read({ start, end }) {
      for (let at = start; at < end; at += 7) {
        yield await Promise.resolve(bytes.subarray(at, Math.min(at + 7, end)));
      }
    },
    checksum: () => Promise.resolve(crc32(bytes)),
  };
}

const unknownChecksum = () => assert.fail('what is sent whole is not read for its checksum');

async function bytesOf(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

async function temporaryFile(context: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'valise-zip-'));
  context.after(() => rm(dir, { recursive: true }));
  return join(dir, 'archive.zip');
}

/** What an independent reader makes of an archive; `body` is an expression over `z`. */
function readWithPython(path: string, body: string): unknown {
  const program = `import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nprint(json.dumps(${body}))`;
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program, path], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout) as unknown;
}

describe('an archive', () => {
  const texts: Record<string, string> = {
    'plain.txt': 'hello, world',
    'empty.bin': '',
    'Räksmörgås 🦐.txt': 'zażółć gęślą jaźń '.repeat(20),
  };
  const sources = Object.entries(texts).map(([name, text]) => source(name, text));

  test('is the same whichever ranges of it are sent, one after the other', async () => {
    const whole = await bytesOf(zipStream(sources).content());
    const { sizeBytes } = zipStream(sources);
    for (let at = 0; at < sizeBytes; at += 1) {
      const head = await bytesOf(zipStream(sources).content({ start: 0, end: at }));
      const tail = await bytesOf(zipStream(sources).content({ start: at, end: sizeBytes }));
      assert.ok(Buffer.concat([head, tail]).equals(whole), `cut at ${at}`);
    }
    for (let start = 0; start < sizeBytes; start += 61) {
      const end = Math.min(start + 61, sizeBytes);
      const part = await bytesOf(zipStream(sources).content({ start, end }));
      assert.ok(part.equals(whole.subarray(start, end)), `from ${start}`);
    }
  });

  test('reads no file for its checksum that it sends as a whole, and says what it was', async () => {
    const learnt: number[] = [];
    const watched = sources.map((one) => ({
      ...one,
      checksum: unknownChecksum,
      onWhole: (crc: number) => learnt.push(crc),
    }));
    await bytesOf(zipStream(watched).content());
    assert.deepEqual(
      learnt,
      Object.values(texts).map((text) => crc32(text)),
    );
  });

  test('is read by an independent reader: names, contents, checksums and times', async (context) => {
    const path = await temporaryFile(context);
    await writeFile(path, await bytesOf(zipStream(sources).content()));
    assert.equal(readWithPython(path, 'z.testzip()'), null);
    assert.deepEqual(
      readWithPython(path, '{i.filename: z.read(i).decode() for i in z.infolist()}'),
      texts,
    );
    assert.deepEqual(readWithPython(path, 'z.infolist()[0].date_time'), [2026, 11, 15, 12, 34, 56]);
  });

  test('is as long as was said, and holds each file where was said', async () => {
    const archive = zipStream(sources);
    const { sizeBytes, spans } = archive;
    const bytes = await bytesOf(archive.content());
    assert.equal(bytes.length, sizeBytes);
    const held = spans.map(({ start, end }) => bytes.subarray(start, end).toString());
    assert.deepEqual(held, Object.values(texts));
  });

  test('of no file is an archive all the same', async (context) => {
    const path = await temporaryFile(context);
    await writeFile(path, await bytesOf(zipStream([]).content()));
    assert.deepEqual(readWithPython(path, 'z.namelist()'), []);
  });

  test('of more files than the old format counts is read whole', async (context) => {
    const many = Array.from({ length: 65_600 }, (_, at) => source(`f${at}`, ''));
    const path = await temporaryFile(context);
    const archive = zipStream(many);
    const bytes = await bytesOf(archive.content());
    assert.equal(bytes.length, archive.sizeBytes);
    await writeFile(path, bytes);
    assert.equal(readWithPython(path, 'len(z.namelist())'), many.length);
  });

  test('breaks off when a file is not as long as it was said to be', async () => {
    const liar = { ...source('a', 'four'), sizeBytes: 5 };
    await assert.rejects(bytesOf(zipStream([liar]).content()), /not as long/);
  });

  test('begins the next file, and no other, before the one at hand is done', async () => {
    const steps: string[] = [];
    const watched = ['a', 'b', 'c'].map((name): ZipSource => ({
      ...source(name, 'x'),
      async *read() {
        steps.push(`begin ${name}`);
        try {
          yield await Promise.resolve(Buffer.from('x'));
        } finally {
          steps.push(`end ${name}`);
        }
      },
    }));
    const archive = zipStream(watched);
    const content = archive.content();
    await content.next();
    assert.equal((await content.next()).value?.toString(), 'x');
    assert.deepEqual(steps, ['begin a', 'begin b']);
    assert.equal(archive.place(), 0);
    await content.return();
    assert.deepEqual(steps, ['begin a', 'begin b', 'end a', 'end b']);
  });

  test('gives all of a file though the next one fails, and says which one it was', async () => {
    const broken: ZipSource = {
      ...source('b', 'four'),
      async *read() {
        yield* await Promise.reject<Buffer[]>(new Error('broken'));
      },
    };
    const archive = zipStream([source('a', 'whole'), broken]);
    const bytes: Buffer[] = [];
    await assert.rejects(async () => {
      for await (const piece of archive.content()) bytes.push(piece);
    }, /broken/);
    assert.equal(Buffer.concat(bytes).length, archive.spans[1]?.start);
    assert.equal(archive.place(), 1);
  });

  test('holds files beyond four gigabytes, and files after them', async (context) => {
    const large: ZipEntry = { name: 'large.bin', sizeBytes: 5_000_000_000, modifiedAt };
    const small: ZipEntry = { name: 'small.txt', sizeBytes: 5, modifiedAt };
    const crc = crc32('after');
    const smallAt = localHeader(large).length + large.sizeBytes + dataDescriptor(large, 1).length;
    const tail = Buffer.concat([
      dataDescriptor(large, 1),
      localHeader(small),
      Buffer.from('after'),
      dataDescriptor(small, crc),
    ]);
    const centralStart = smallAt - dataDescriptor(large, 1).length + tail.length;
    const central = Buffer.concat([centralHeader(large, 1, 0), centralHeader(small, crc, smallAt)]);
    const end = endRecords(2, centralStart, central.length);

    // The data of the large file is left a hole, so that the test costs no disk.
    const path = await temporaryFile(context);
    const file = await open(path, 'w');
    await file.write(localHeader(large), 0, undefined, 0);
    await file.write(Buffer.concat([tail, central, end]), 0, undefined, centralStart - tail.length);
    const { size } = await file.stat();
    await file.close();

    const unread = () => assert.fail('laying out reads nothing');
    const planned = zipStream(
      [large, small].map((entry) => ({ ...entry, read: unread, checksum: unread })),
    );
    assert.equal(planned.sizeBytes, size);
    assert.equal(planned.spans[0]?.end, localHeader(large).length + large.sizeBytes);
    assert.deepEqual(
      readWithPython(path, '[[i.file_size,i.header_offset] for i in z.infolist()]'),
      [
        [large.sizeBytes, 0],
        [5, smallAt],
      ],
    );
    assert.equal(readWithPython(path, 'z.read("small.txt").decode()'), 'after');
  });
});

describe('names in an archive', () => {
  test('differ from each other, whatever the case, and keep their endings', () => {
    assert.deepEqual(archiveNames(['a.txt', 'A.TXT', 'a.txt', 'a (2).TXT']), [
      'a.txt',
      'A (2).TXT',
      'a (3).txt',
      'a (2) (2).TXT',
    ]);
  });

  test('keep folders, and give no file the place of one', () => {
    assert.deepEqual(
      archiveNames(['a/x.txt', 'A/X.txt', 'A', 'b/c', 'b/c/x.txt', '/etc/x', 'b/nul/..']),
      ['a/x.txt', 'A/X (2).txt', 'A (2)', 'b/c (2)', 'b/c/x.txt', 'etc/x', 'b/_nul/__'],
    );
  });

  test('hold nothing that a file system trips over', () => {
    const hostile = ['../../etc/passwd', 'a\\b', 'C:x', 'nul.txt', 'end. ', 'exe\u202Egpj', 'x\0y'];
    assert.deepEqual(archiveNames(hostile), [
      '__/__/etc/passwd',
      'a_b',
      'C_x',
      '_nul.txt',
      'end__',
      'exe_gpj',
      'x_y',
    ]);
  });
});

test('an archive whose first file cannot be read fails before its first byte', async () => {
  const away = new Error('away');
  async function* read(): AsyncGenerator<Buffer> {
    yield* await Promise.reject<Buffer[]>(away);
  }
  const archive = zipStream([
    { name: 'a', sizeBytes: 1, modifiedAt, read, checksum: unknownChecksum },
  ]);
  await assert.rejects(archive.content().next(), away);
});

test('an archive that ends after a header has closed the file that it had begun', async () => {
  let isClosed = false;
  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield await Promise.resolve(Buffer.from('a'));
    } finally {
      isClosed = true;
    }
  }
  const pieces = zipStream([
    { name: 'a', sizeBytes: 1, modifiedAt, read, checksum: unknownChecksum },
  ]).content();
  await pieces.next();
  await pieces.return();
  assert.ok(isClosed);
});
