import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { commandNames, loadCommands } from './commands.ts';
import { openCommandLine } from './command-fixture.ts';

const commands = await loadCommands();

test('every command is found under its own name', () => {
  assert.deepEqual(
    commands.map(({ name }) => name),
    commandNames,
  );
});

for (const { name, help, summary } of commands) {
  test(`"valise ${name} --help" tells purpose, usage, examples and exit status`, async (t) => {
    const line = await openCommandLine(t);
    const { status, stdout } = await line.type(`${name} --help`);
    assert.equal(status, 0);
    assert.equal(stdout, help);
    assert.match(help, new RegExp(`^valise ${name}: .+\n\nUSAGE\n  valise ${name}`));
    assert.match(help, /\nEXIT STATUS\n {2}0 {2}done\n/);
    for (const text of help.split('\n')) assert.ok(text.length <= 100, text);
    assert.ok(summary.length <= 70, summary);
  });
}

test('the overview lists every command', async (t) => {
  const line = await openCommandLine(t);
  const { status, stdout } = await line.type('--help');
  assert.equal(status, 0);
  for (const { name, summary } of commands) {
    assert.ok(
      stdout.split('\n').some((text) => text.startsWith(`  ${name} `) && text.endsWith(summary)),
    );
  }
  const bare = await line.run([]);
  assert.deepEqual([bare.status, bare.stdout], [2, stdout]);
});

test('a slip is answered with what was meant', async (t) => {
  const line = await openCommandLine(t);
  const slip = await line.type('acount list');
  assert.deepEqual([slip.status, slip.stdout], [2, '']);
  assert.match(slip.stderr, /no command "acount"\. Did you mean account\?/);
  const half = await line.type('account');
  assert.equal(half.status, 2);
  assert.match(half.stderr, /needs one of these\.\n {2}account add/);
  const halfSlip = await line.type('account ad bob@example.com');
  assert.match(halfSlip.stderr, /Did you mean account add\?\n {2}account add/);
  const family = await line.type('contacts --help');
  assert.deepEqual([family.status, family.stderr], [0, '']);
  assert.match(family.stdout, /contacts global import/);
});

test('the version is the package’s, with the commit', async (t) => {
  const line = await openCommandLine(t);
  const { version } = JSON.parse(
    await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const { commit, ...rest } = await line.json<Record<string, string>>('version');
  assert.deepEqual(rest, { version, node: process.versions.node });
  assert.match(commit ?? '', /^(?:[0-9a-f]{40}|unknown)$/);
  const { stdout } = await line.type('--version');
  assert.equal(stdout, `Valise ${version} (commit ${commit}) on Node ${process.versions.node}\n`);
});
