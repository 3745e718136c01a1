import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { adapt, readDocument } from '../deployment/example.ts';
import { runCommands } from '../deployment/run-commands.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { launcher } from '../harness/valise-command.ts';

const readme = readDocument('README.md');
const { server } = await startExchange(['alice', 'bob']);
const folder = await mkdtemp(join(tmpdir(), 'valise-readme-'));
after(() => rm(folder, { recursive: true }));

/** The blocks of code behind a heading, in order. */
function blocksBelow(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, text = '']) => text);
}

const [firstSend = '', answer = '', program = '', commands = '', printed = ''] = blocksBelow(
  'A first send by a program',
);
const names = adapt(firstSend.slice(0, firstSend.indexOf('DIR=')), [
  ['http://127.0.0.1:8080', server.url],
  ['ALICE_KEY=vk_as-printed-by-npm-start', `ALICE_KEY=${keyFor('alice@example.com')}`],
  ['BOB_KEY=vk_as-printed-by-npm-start', `BOB_KEY=${keyFor('bob@example.com')}`],
]);
const begun = `${names}export ALICE_KEY DIR=${folder} XDG_CONFIG_HOME=${folder}\ndate > "$DIR/hello.txt"\n`;

/** What stays the same whoever sends when: fields, their order, and the kinds of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.entries(value).map(([name, each]) => [name, shapeOf(each)]);
}

test('the commands of the README send a file, are answered as shown, and the receiver has it', async () => {
  const rest = firstSend.slice(firstSend.indexOf('curl'));
  const [sent = '', inbox = ''] = (await runCommands(begun + rest, folder)).split('\n');
  const drop = JSON.parse(sent) as { message: string; files: { sha256: string }[] };
  assert.deepEqual(shapeOf(drop), shapeOf(JSON.parse(answer)));
  assert.equal(drop.message, 'Hello Bob');
  const { items } = JSON.parse(inbox) as { items: (typeof drop)[] };
  assert.deepEqual(
    items.map(({ files }) => files[0]?.sha256),
    [drop.files[0]?.sha256],
  );
});

test('the program of the README sends a file with five lines, and prints what it says', async () => {
  assert.equal(program.trim().split('\n').length, 5);
  await copyFile(join(folder, 'hello.txt'), join(folder, 'program.txt'));
  const library = join(import.meta.dirname, '../../client/node/connect.ts');
  const file = join(folder, 'program.mjs');
  await writeFile(
    file,
    adapt(program, [
      ['valise-client', library],
      ['http://127.0.0.1:8080', server.url],
    ]),
  );
  const output = await runCommands(`${begun}'${process.execPath}' '${file}'`, folder);
  const [, shown] = / \/\/ (.*)\n$/.exec(program) ?? [];
  assert.equal(output.trim(), shown);
});

test('the commands of senders in the README do and print what it shows', async () => {
  const used = adapt(commands, [
    ['http://127.0.0.1:8080', server.url],
    ['bin/valise', launcher],
  ]);
  const output = await runCommands(begun + used, folder);
  const plain = (text: string) =>
    text
      .replaceAll(/[\w-]{22}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d/g, 'TIME')
      .replace(/at http:\S+/, 'at URL')
      .replace(/in \/\S+\/valise/, 'in FOLDER/valise')
      .trim()
      .split('\n')
      .map((line) => line.trimEnd());
  const [title = '', ...drops] = plain(output).slice(3);
  assert.deepEqual([...plain(output).slice(0, 3), title, drops[0]], plain(printed));
  assert.equal(drops.length, 3, 'those of the tests before, too');
});

test('the README opens with its two commands, and has at most 130 lines', () => {
  assert.match(readme, /^# Valise\n\n(?:.+\n)+\n```\nnpm start .*\nnpm test .*\n```\n/);
  assert.ok(readme.split('\n').length <= 131);
});
