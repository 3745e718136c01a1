import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCommands } from '../commands/commands.ts';
import { settingFlags } from './define-command.ts';

test('no command has an option that is also the flag of a setting', async () => {
  const common = new Set(['--data', '--help']);
  for (const { name, help } of await loadCommands()) {
    const [, options = ''] = /\nOPTIONS\n([^]*?)\n\n/.exec(help) ?? [];
    const flags = [...options.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
    const clashes = flags.filter((flag) => !common.has(flag) && settingFlags.includes(flag));
    assert.deepEqual(clashes, [], name);
  }
});
