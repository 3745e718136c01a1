import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runValise } from '../harness/valise-command.ts';
import { getGuideBlock, guideBlocks, readDocument } from './example.ts';

const guide = readDocument('docs/deployment.md');
const deploy = join(import.meta.dirname, '../../deploy');

test('the guide shows every file of deploy/, word for word', () => {
  const shown = guideBlocks().filter(({ title }) => title.startsWith('deploy/'));
  for (const { title, text } of shown) assert.equal(text, readDocument(title), title);
  const entries = readdirSync(deploy, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => `deploy/${name}`);
  assert.deepEqual(shown.map(({ title }) => title).sort(), names.sort());
});

test('the guide names every file in the folders of deploy/, which are too long to show', () => {
  const entries = readdirSync(deploy, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.ok(folders.length > 0);
  for (const folder of folders) {
    for (const name of readdirSync(join(deploy, folder))) {
      assert.ok(guide.includes(`deploy/${folder}/${name}`), `deploy/${folder}/${name}`);
    }
  }
});

test('scripts of deploy/ can be run as they are', () => {
  for (const { title, text } of guideBlocks()) {
    if (!title.startsWith('deploy/')) continue;
    const isExecutable = (statSync(join(deploy, '..', title)).mode & 0o111) !== 0;
    assert.equal(isExecutable, text.startsWith('#!'), title);
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

test('links of the guide lead somewhere', () => {
  const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  );
  for (const [, target = ''] of guide.matchAll(/\]\(([^)]+)\)/g)) {
    const isPage = !target.startsWith('#') && existsSync(join(deploy, '../docs', target));
    assert.ok(anchors.includes(target) || isPage, target);
  }
});
