import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { SenderContext } from './define.ts';
import { UsageError } from './exit-status.ts';
import { readPassword } from './read-password.ts';

function contextOf(cwd: string, input = '', terminal?: string): SenderContext {
  const stdin = Object.assign(Readable.from([Buffer.from(input)]), {
    isTTY: terminal !== undefined,
  });
  const ask = () => Promise.resolve(terminal ?? '');
  return { cwd, stdin, ask } as unknown as SenderContext;
}

test('the password of a drop comes from a file, the terminal or standard input', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'valise-password-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'secret.txt'), ' blå båt 42 \r\n');
  assert.equal(await readPassword(contextOf(folder), ['a.txt'], 'secret.txt'), ' blå båt 42 ');
  assert.equal(
    await readPassword(contextOf(folder, 'from a pipe\n'), ['a.txt'], '-'),
    'from a pipe',
  );
  assert.equal(await readPassword(contextOf(folder, '', 'typed'), ['a.txt'], '-'), 'typed');
  for (const [input, words, file] of [
    ['\n', ['a.txt'], '-'],
    ['password', ['-'], '-'],
    ['', ['a.txt'], 'none.txt'],
  ] as const) {
    await assert.rejects(readPassword(contextOf(folder, input), words, file), UsageError);
  }
});
