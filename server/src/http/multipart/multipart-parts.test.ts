import assert from 'node:assert/strict';
import { queryObjects } from 'node:v8';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { PartHeaders } from './part-headers.ts';
import type { Part } from './multipart-parts.ts';
import { multipartParts } from './multipart-parts.ts';

const boundary = 'edge';

interface ReadPart {
  headers: PartHeaders;
  body: string;
}

/** Reads a body that arrives in pieces of `pieceBytes`, so many at a time. */
async function readParts(
  body: Buffer,
  pieceBytes = body.length,
  together = 1,
): Promise<ReadPart[]> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += pieceBytes) {
    pieces.push(body.subarray(at, at + pieceBytes));
  }
  const source = (async function* () {
    for (let at = 0; at < pieces.length; at += together) {
      yield await Promise.resolve(pieces.slice(at, at + together));
    }
  })();
  const read: ReadPart[] = [];
  for await (const part of multipartParts(source, boundary)) {
    const data: Buffer[] = [];
    for await (const pieces of part.body) data.push(Buffer.concat(pieces));
    read.push({ headers: part.headers, body: Buffer.concat(data).toString('latin1') });
  }
  return read;
}

function bodyOf(...parts: { name: string; data: string }[]): Buffer {
  const lines = parts.map(
    ({ name, data }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${data}\r\n`,
  );
  return Buffer.from(`${lines.join('')}--${boundary}--\r\n`, 'latin1');
}

/** A body of which two pieces come, and nothing more; the first is referred to weakly. */
function unfinishedBody() {
  const body = bodyOf({ name: 'a', data: 'x'.repeat(64 * 1024) });
  const queue = [Buffer.from(body.subarray(0, 60 * 1024)), Buffer.from('more')];
  const memory = new WeakRef(queue[0]?.buffer ?? {});
  const source = {
    next() {
      const value = queue.splice(0, 1);
      return value.length > 0 ? Promise.resolve({ value }) : new Promise<never>(() => undefined);
    },
    [Symbol.asyncIterator]: () => source,
  };
  return { memory, source };
}

async function nextBody(parts: AsyncGenerator<Part, void>): Promise<Part['body']> {
  const { value } = await parts.next();
  assert.ok(value !== undefined);
  return value.body;
}

async function passOver(body: Part['body']): Promise<void> {
  assert.equal((await body.next()).done, false);
}

/** Whether nothing but the weak reference is left. Counting the instances of a class collects all garbage first. */
async function isCollected(memory: WeakRef<object>): Promise<boolean> {
  for (let round = 0; round < 5 && memory.deref() !== undefined; round += 1) {
    // A reference that was looked at stays strong until the end of the turn.
    await nextTurn();
    queryObjects(WeakRef, { format: 'count' });
  }
  return memory.deref() === undefined;
}

describe('multipart parts', () => {
  test('a part that waits for more does not hold the piece that its headers came in', async () => {
    const { memory, source } = unfinishedBody();
    const parts = multipartParts(source, boundary);
    const body = await nextBody(parts);
    await passOver(body);
    await passOver(body);
    const waiting = body.next();
    assert.ok(await isCollected(memory));
    assert.ok(waiting instanceof Promise);
    assert.ok(Symbol.asyncIterator in parts);
  });

  test('come out as they went in, wherever the network cuts them', async () => {
    const tricky = [
      { name: 'a', data: '' },
      { name: 'b', data: '\r\n--edg' },
      { name: 'c', data: '\r\n-\r\n--\r\n--ed\r\r\n--edgf\r' },
      { name: 'd', data: '--edge--' },
    ];
    const body = bodyOf(...tricky);
    for (let pieceBytes = 1; pieceBytes <= body.length; pieceBytes += 1) {
      for (const together of [1, 3]) {
        const parts = await readParts(body, pieceBytes, together);
        assert.deepEqual(
          parts.map(({ headers, body: data }) => ({ name: headers.fieldName, data })),
          tricky,
          `in pieces of ${pieceBytes}, ${together} at a time`,
        );
      }
    }
  });

  test('any data comes through unchanged', async () => {
    const data = fc
      .array(fc.constantFrom('\r', '\n', '-', 'e', 'edge', '\r\n--edg', '\0', 'x'), {
        maxLength: 40,
      })
      .map((words) => words.join(''))
      .filter((text) => !`\r\n${text}`.includes(`\r\n--${boundary}`));
    await fc.assert(
      fc.asyncProperty(
        fc.array(data, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 4 }),
        async (texts, pieceBytes, together) => {
          const parts = texts.map((text) => ({ name: 'file', data: text }));
          const read = await readParts(bodyOf(...parts), pieceBytes, together);
          assert.deepEqual(
            read.map(({ body }) => body),
            texts,
          );
        },
      ),
    );
  });

  test('a body that ends anywhere before its closing boundary is refused', async () => {
    const body = bodyOf({ name: 'a', data: 'hello' }, { name: 'b', data: 'world' });
    const closing = body.length - '--\r\n'.length;
    for (let length = 0; length < closing + 2; length += 1) {
      await assert.rejects(readParts(body.subarray(0, length)), { code: 'bad_request' });
    }
  });

  const disposition = 'Content-Disposition: form-data; name="a"';
  const broken: Record<string, string> = {
    'no boundary at all': 'hello',
    'a preamble': `hello\r\n--${boundary}--`,
    'a part without headers': `--${boundary}\r\n\r\nhello\r\n--${boundary}--`,
    'a header without a colon': `--${boundary}\r\n${disposition}\r\nnonsense\r\n\r\nx\r\n--${boundary}--`,
    'a header with a blank in its name': `--${boundary}\r\n${disposition}\r\na b: c\r\n\r\nx\r\n--${boundary}--`,
    'a folded header': `--${boundary}\r\n${disposition};\r\n filename="x"\r\n\r\nx\r\n--${boundary}--`,
    'two dispositions': `--${boundary}\r\n${disposition}\r\n${disposition}\r\n\r\nx\r\n--${boundary}--`,
    'no name': `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${boundary}--`,
    'another disposition': `--${boundary}\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--${boundary}--`,
    'an unclosed quote': `--${boundary}\r\nContent-Disposition: form-data; name="a\r\n\r\nx\r\n--${boundary}--`,
    'a transfer encoding of a file': `--${boundary}\r\n${disposition}; filename="x"\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--${boundary}--`,
    'a transfer encoding that is unknown': `--${boundary}\r\n${disposition}\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nx\r\n--${boundary}--`,
    'headers without end': `--${boundary}\r\nX: ${'x'.repeat(17_000)}`,
    'a word behind the boundary': `--${boundary}x\r\n${disposition}\r\n\r\nx\r\n--${boundary}--`,
    'line feeds alone': `--${boundary}\n${disposition}\n\nx\n--${boundary}--`,
  };
  for (const [name, text] of Object.entries(broken)) {
    test(`${name}: refused`, async () => {
      await assert.rejects(readParts(Buffer.from(text)), { code: 'bad_request' });
    });
  }

  test('an epilogue of more than 64 KiB is refused, also one without end', async () => {
    const text = `--${boundary}\r\n${disposition}\r\n\r\nx\r\n--${boundary}--`;
    const bytes = (count: number) => Buffer.concat([Buffer.from(text), Buffer.alloc(count)]);
    assert.equal((await readParts(bytes(64 * 1024))).length, 1);
    await assert.rejects(readParts(bytes(64 * 1024 + 1)), { code: 'bad_request' });
    async function* endless(): AsyncGenerator<readonly Buffer[]> {
      yield await Promise.resolve([Buffer.from(text)]);
      for (;;) yield [Buffer.alloc(3_000)];
    }
    await assert.rejects(
      async () => {
        for await (const part of multipartParts(endless(), boundary)) {
          await Array.fromAsync(part.body);
        }
      },
      { code: 'bad_request' },
    );
  });

  test('blanks behind a boundary and an epilogue mean nothing', async () => {
    const text = `--${boundary} \t\r\n${disposition}\r\n\r\nx\r\n--${boundary}--\r\nepilogue`;
    assert.deepEqual(
      (await readParts(Buffer.from(text))).map(({ body }) => body),
      ['x'],
    );
  });
});
