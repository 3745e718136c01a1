import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { loadSenderCommands } from './commands.ts';
import { completionFor, manPage, shells } from './describe.ts';
import { exitStatus, exitStatusRows } from './exit-status.ts';

const commands = await loadSenderCommands();

test('each completion and the man page name every command and option', () => {
  const texts = [...shells.map((shell) => completionFor(shell, commands)), manPage(commands)];
  for (const text of texts.map((each) => each.replaceAll('\\-', '-'))) {
    for (const { name, options } of commands) {
      assert.ok(text.includes(name), name);
      for (const option of Object.keys(options)) assert.ok(text.includes(option), option);
    }
  }
});

test('bash completes commands, options, and values that are known', () => {
  const script = completionFor('bash', commands);
  function completed(...words: string[]): string[] {
    const asked = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_valise; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', asked], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout.trim().split('\n');
  }
  assert.deepEqual(completed('valise', 'w'), ['whoami', 'watch']);
  assert.deepEqual(completed('valise', 'send', '--me'), ['--message']);
  assert.deepEqual(completed('valise', 'send', ''), ['']);
  assert.deepEqual(completed('valise', 'send', '--notify', ''), ['mail', 'none']);
  assert.deepEqual(completed('valise', 'login', '--scope', 's'), ['send', 'status']);
  assert.deepEqual(completed('valise', 'completion', 'f'), ['fish']);
  assert.deepEqual(completed('valise', 'get', '--exec', 'ls', '--a'), [''], 'an option of ls');
});

test('no line of the man page is a macro by chance', () => {
  const macros = /^\.(?:TH|SH|SS|TP|PP|B|I|nf|fi)\b/;
  const dotted = manPage(commands)
    .split('\n')
    .filter((line) => /^['.]/.test(line));
  assert.deepEqual(
    dotted.filter((line) => !macros.test(line)),
    [],
  );
});

test('the man page is ASCII, whose other letters any reader of man pages knows', () => {
  const page = manPage(commands);
  assert.doesNotMatch(page, /[^\n\x20-\x7e]/);
  assert.match(page, /\\\[u2026\]/);
});

test('every exit status has a meaning, and its own number', () => {
  const numbers = Object.values(exitStatus);
  assert.equal(new Set(numbers).size, numbers.length);
  assert.deepEqual(
    exitStatusRows.map(([status]) => status),
    numbers,
  );
});
