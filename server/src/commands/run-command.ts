import { ValiseError } from '../domain/valise-error.ts';
import type { Command, CommandContext } from './command.ts';
import { commands } from './commands.ts';
import { exitStatus, exitStatusHelp, exitStatusOf } from './exit-status.ts';

/** Finds the command that the words name, and runs it. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { args, stdout, stderr } = context;
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    stdout.write(overview());
    return first === undefined ? exitStatus.usage : exitStatus.ok;
  }
  const command = findCommand(args);
  if (command === undefined) {
    const family = commands.filter(({ name }) => name.startsWith(`${first} `));
    stderr.write(
      family.length > 0
        ? `valise: "${first}" needs one of these:\n${list(family)}`
        : `valise: there is no command "${first}". See valise --help.\n`,
    );
    return exitStatus.usage;
  }
  const rest = args.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    stdout.write(command.help);
    return exitStatus.ok;
  }
  try {
    return await command.run({ ...context, args: rest });
  } catch (error) {
    return report(error, context, args.includes('--json'));
  }
}

function findCommand(args: readonly string[]): Command | undefined {
  const matches = commands.filter(({ name }) => {
    const words = name.split(' ');
    return words.every((word, index) => args[index] === word);
  });
  return matches.sort((a, b) => b.name.length - a.name.length)[0];
}

/** Says what went wrong: a sentence for people, or an object where a script asked for JSON. */
function report(error: unknown, { stdout, stderr }: CommandContext, json: boolean): number {
  if (!(error instanceof ValiseError)) throw error;
  if (json) {
    const { code, message, details } = error;
    stdout.write(`${JSON.stringify({ status: 'error', error: code, message, details })}\n`);
  }
  stderr.write(`valise: ${error.message}\n`);
  for (const { field, problem } of error.details?.slice(1) ?? []) {
    stderr.write(`        ${field}: ${problem}\n`);
  }
  return exitStatusOf(error.code);
}

function overview(): string {
  return `valise: exchange files safely

USAGE
  valise COMMAND [--data DIR] …
  valise COMMAND --help

COMMANDS
${list(commands)}
Every command takes --data DIR, the folder that holds everything (VALISE_DATA does the same).

${exitStatusHelp}
`;
}

function list(some: readonly Command[]): string {
  const width = Math.max(...some.map(({ name }) => name.length));
  return some.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('');
}
