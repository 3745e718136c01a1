import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isSenderCommand } from '../../client/command/commands.ts';
import { askOnTerminal, followOutput } from '../../client/command/terminal.ts';
import { currentUser } from './cli-kit/wrong-user.ts';

// All files that this process creates, database, keys and blobs, are accessible to their owner only.
process.umask(0o077);

const hasTerminal = process.stdin.isTTY && process.stderr.isTTY;
const output = followOutput(process.stdout, process.stderr);

const shared = {
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  ask: hasTerminal
    ? (question: string) => askOnTerminal(question, process.stdin, process.stderr)
    : undefined,
};

/** The commands of senders need nothing of the server, and the others nothing of the library. */
async function run(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (isSenderCommand(first)) {
    const { runSenderCommand } = await import('../../client/command/run.ts');
    return await runSenderCommand(first, { ...shared, args: rest, stdin: process.stdin });
  }
  const { runCommand } = await import('./commands/run-command.ts');
  return await runCommand({
    ...shared,
    args,
    defaultDataDir: fileURLToPath(new URL('../../data', import.meta.url)),
    treatOutputAsLog: () => {
      output.treatAsLog();
    },
    readStandardInput: () => text(process.stdin),
    user: currentUser(),
    signals: process,
  });
}

const status = await run(process.argv.slice(2));

process.exit(await output.statusAfterOutput(status));
