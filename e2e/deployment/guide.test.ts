import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runValise } from '../harness/valise-command.ts';
import { getGuideBlock, guide, guideBlocks, readDocument } from './example.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const files = readdirSync(deploy, { recursive: true, encoding: 'utf8' }).filter((path) =>
  statSync(join(deploy, path)).isFile(),
);

test('the guide links every file of deploy/', () => {
  assert.deepEqual(
    files.filter((path) => !guide.includes(`](../deploy/${path})`)),
    [],
  );
});

test('the lines that the guide shows of a file stand in it, in their order', () => {
  const shown = guideBlocks().filter(({ title }) => title.startsWith('deploy/'));
  assert.ok(shown.length > 5, 'the guide shows lines to edit');
  const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());
  for (const { title, text } of shown) {
    let rest = linesOf(readDocument(title));
    for (const line of linesOf(text)) {
      assert.ok(rest.includes(line), `${title}: ${line}`);
      rest = rest.slice(rest.indexOf(line) + 1);
    }
  }
});

test('scripts of deploy/ can be run as they are', () => {
  for (const path of files) {
    const isExecutable = (statSync(join(deploy, path)).mode & 0o111) !== 0;
    assert.equal(isExecutable, readDocument(`deploy/${path}`).startsWith('#!'), path);
  }
});

test('every shell block is well-formed', () => {
  const blocks = guideBlocks().filter(({ language }) => language === 'sh');
  assert.ok(blocks.length > 10, 'the guide has shell blocks');
  for (const { text } of blocks) {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' });
    assert.equal(status, 0, `${stderr}\n${text}`);
  }
});

test('every command that the guide names exists', async () => {
  const { stdout: overview } = await runValise(['--help']);
  const names = [...overview.matchAll(/^ {2}([a-z]+(?: [a-z]+(?:-[a-z]+)*)*) {2,}\S/gm)].map(
    ([, name = '']) => name,
  );
  assert.ok(names.includes('account key rotate'), overview);
  const used = [...guide.matchAll(/(?:^|`|bin\/)valise ([a-z]+(?: [a-z]+(?:-[a-z]+)*)*)/gm)].map(
    ([, words = '']) => words,
  );
  assert.ok(used.length > 10, 'the guide uses commands');
  const unknown = used.filter((words) => !names.some((name) => `${words} `.startsWith(`${name} `)));
  assert.deepEqual(unknown, []);
});

test('every option and setting that the guide names exists', async () => {
  const settings = readDocument('docs/configuration.md');
  const table = guide.slice(guide.indexOf('| setting |'), guide.indexOf('## 9.'));
  const rows = [...table.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)];
  assert.ok(rows.length > 5, 'the table of limits was found');
  for (const [row, names = '', defaults = ''] of rows) {
    const shown = [...defaults.matchAll(/`([^`]+)`|\bnone$/g)].map(([all, value]) => value ?? all);
    [...names.matchAll(/`(\w+)`/g)].forEach(([, name = ''], index) => {
      const real = new RegExp(`^\\| \`${name}\` .*`, 'm').exec(settings)?.[0].split(' | ')[3];
      assert.equal(real?.replaceAll('`', ''), shown[index], row);
    });
  }
  const node = JSON.parse(getGuideBlock('json', 'many-nodes')) as object;
  for (const name of Object.keys(node)) assert.ok(settings.includes(`\n| \`${name}\` |`), name);
  const { stdout: help } = await runValise(['audit', 'verify', '--help']);
  assert.match(help, /--expect SEQ:HASH/);
});

test('messages that the guide quotes are those of the program', () => {
  const sources = readdirSync(join(deploy, '../server/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readDocument(`server/src/${name}`))
    .join('\n');
  const troubles = guide.slice(guide.indexOf('## 9.'));
  const quoted = [...troubles.matchAll(/^\| exit status \d, “([^”]+)”/gm)].map(
    ([, text = '']) => text,
  );
  assert.ok(quoted.length > 5, 'the table quotes messages');
  assert.deepEqual(
    quoted.filter((text) => !sources.includes(text)),
    [],
  );
});
