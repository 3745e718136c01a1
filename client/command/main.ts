import { isSenderCommand, loadSenderCommands } from './commands.ts';
import { exitStatus, exitStatusHelp } from './exit-status.ts';
import { runSenderCommand } from './run.ts';
import { askOnTerminal, followOutput } from './terminal.ts';

/** The commands of senders as a program of their own: one script, without the server. */

// What this process stores is for its user only.
process.umask(0o077);

/** Written into the script when it is made. */
declare const valiseVersion: string;

const { stdin, stdout, stderr } = process;

async function overview(): Promise<string> {
  const commands = await loadSenderCommands();
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `valise: exchange files safely

USAGE
  valise COMMAND …
  valise COMMAND --help

COMMANDS
${lines.join('')}
${exitStatusHelp}
`;
}

async function run([first, ...args]: readonly string[]): Promise<number> {
  if (isSenderCommand(first)) {
    const ask =
      stdin.isTTY && stderr.isTTY
        ? (question: string) => askOnTerminal(question, stdin, stderr)
        : undefined;
    const { env } = process;
    return await runSenderCommand(first, {
      ...{ args, env, cwd: process.cwd(), stdin, stdout, stderr, ask },
    });
  }
  if (first === '--version' || first === 'version') {
    stdout.write(
      `Valise ${valiseVersion}, its commands of senders, on Node ${process.versions.node}\n`,
    );
    return exitStatus.ok;
  }
  if (first !== undefined && !['--help', '-h', 'help'].includes(first)) {
    stderr.write(`valise: there is no command "${first}". See valise --help.\n`);
    return exitStatus.usage;
  }
  stdout.write(await overview());
  return first === undefined ? exitStatus.usage : exitStatus.ok;
}

const output = followOutput(stdout, stderr);
const status = await run(process.argv.slice(2));
process.exit(await output.statusAfterOutput(status));
