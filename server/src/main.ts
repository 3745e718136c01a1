import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { askOnTerminal, followOutput } from './cli-kit/terminal.ts';
import { runCommand } from './commands/run-command.ts';
import { currentUser } from './cli-kit/wrong-user.ts';

// All files that this process creates, database, keys and blobs, are accessible to their owner only.
process.umask(0o077);

const hasTerminal = process.stdin.isTTY && process.stderr.isTTY;
const output = followOutput(process.stdout, process.stderr);

const status = await runCommand({
  args: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  defaultDataDir: fileURLToPath(new URL('../../data', import.meta.url)),
  stdout: process.stdout,
  stderr: process.stderr,
  treatOutputAsLog: () => {
    output.treatAsLog();
  },
  readStandardInput: () => text(process.stdin),
  ask: hasTerminal
    ? (question) => askOnTerminal(question, process.stdin, process.stderr)
    : undefined,
  user: currentUser(),
  signals: process,
});

process.exit(await output.statusAfterOutput(status));
