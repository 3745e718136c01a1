import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { leastOf, longestTurnMs, processorMs } from '../../testing/processor-time.ts';
import { finish } from '../model/pieces.ts';
import { maxImportBytes, readFile } from './contact-import.ts';
import { readContent, writeContent } from './imported-content.ts';

/** A turn of the event loop may take so much. */
const maxTurnMs = 50;

const starts = {
  'of a table': '',
  'of a table with a header': 'Email,Name\r\n',
  'of a quoted cell': 'Email\r\n"',
  'of a card': 'BEGIN:VCARD\r\n',
  'of a quoted-printable property': 'BEGIN:VCARD\r\nN;ENCODING=QUOTED-PRINTABLE:',
  'of an address in a card': 'BEGIN:VCARD\r\nEMAIL',
};

const repeated = [
  ' ',
  '\n',
  '"',
  '""\n',
  ',',
  'a\n',
  '=\r\n',
  'aaa=\r\n',
  ':',
  ';',
  '\\;',
  'EMAIL:a\n',
  '\ufdfa',
  'QUOTED-PRINTABLE',
];

/** The longest time between two pauses. */
async function longestPieceMs(file: Uint8Array): Promise<number> {
  const reading = readFile(file);
  const state = { isDone: false };
  const step = () => {
    try {
      state.isDone = reading.next().done === true;
    } catch {
      state.isDone = true;
    }
  };
  let longest = 0;
  while (!state.isDone) longest = Math.max(longest, await processorMs(step));
  return longest;
}

describe('a file of contacts keeps no turn of the event loop for long', () => {
  const cases: [string, string, number][] = [
    ...Object.entries(starts).map(([name, start]): [string, string, number] => [name, start, 1e6]),
    ['of a table of the largest size', '', maxImportBytes],
  ];
  for (const [name, start, size] of cases) {
    test(`whatever follows the start ${name}`, async () => {
      for (const text of repeated) {
        const file = Buffer.alloc(size, text);
        file.write(start);
        // A byte that is not UTF-8: the whole is decoded twice. What ends with `=` may be continued.
        file.write('\xff=', size - 2, 'latin1');
        const ms = await leastOf(3, maxTurnMs, () => longestPieceMs(file));
        assert.ok(ms < maxTurnMs, `${JSON.stringify(text)}: ${ms} ms`);
      }
    });
  }
});

test('an import of many contacts keeps no turn for long, from its file to the last contact', async (context) => {
  const { contactImports, contactBook, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  const importRows = async (count: number, nick: string) => {
    const rows = Array.from({ length: count }, (_, at) => `c${at}@example.com,${nick}\r\n`);
    await contactImports.begin(alice, Buffer.from(`Email,Name\r\n${rows.join('')}`));
    const preview = (await contactImports.find(alice)) ?? assert.fail();
    await contactImports.confirm(actor, alice, preview);
  };
  // Code that is not compiled yet does not count.
  await importRows(2000, 'Anna');
  let tries = 0;
  const ms = await leastOf(3, maxTurnMs, () =>
    longestTurnMs(() => importRows(10_000, `Anna ${(tries += 1)}`)),
  );
  assert.ok(ms < maxTurnMs, `${ms} ms`);
  assert.equal(await contactBook.count(alice), 10_000);
});

test('files are taken from four accounts at a time, and one from each', async (context) => {
  const { contactImports, addAccount } = await openExchange(context);
  const accounts = await Promise.all(
    Array.from({ length: 5 }, (_, at) => addAccount(`a${at}@example.com`)),
  );
  const last = accounts.pop() ?? assert.fail();
  const [leave = assert.fail()] = accounts.map((account) => contactImports.enter(account));
  for (const account of [...accounts, last]) {
    assert.throws(() => contactImports.enter(account), {
      code: 'too_many_requests',
      retryAfterSeconds: 10,
    });
  }
  leave();
  leave();
  const end = contactImports.enter(last);
  end();
});

test('the kept rows of an earlier version are read', () => {
  const content = { encoding: 'utf-8' as const, rows: [{ line: 2, fields: { email: 'a@b.c' } }] };
  assert.deepEqual(finish(readContent(JSON.stringify(content))), content);
  const many = { ...content, rows: Array.from({ length: 1200 }, () => content.rows).flat() };
  const written = finish(writeContent(many));
  assert.deepEqual(finish(readContent(written)), many);
  assert.deepEqual(JSON.parse(written), many);
});
