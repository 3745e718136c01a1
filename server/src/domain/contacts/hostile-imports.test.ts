import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { leastOf, processorMs } from '../../testing/processor-time.ts';
import { maxImportBytes, readFile } from './contact-import.ts';

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
async function longestTurnMs(file: Uint8Array): Promise<number> {
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
        const ms = await leastOf(3, maxTurnMs, () => longestTurnMs(file));
        assert.ok(ms < maxTurnMs, `${JSON.stringify(text)}: ${ms} ms`);
      }
    });
  }
});
