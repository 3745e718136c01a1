import { loadSenderCommands, senderCommands } from '../../../client/command/commands.ts';
import { findNearestName } from '../config/config-sources.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { CommandContext } from '../cli-kit/define-command.ts';
import { commandNames, loadCommands } from './commands.ts';
import { exitStatus, exitStatusOf } from '../cli-kit/exit-status.ts';
import { describeAll, overview } from './overview.ts';

/** Finds the command that the words name, and runs it. */
export async function runCommand(context: CommandContext): Promise<number> {
  const { stdout } = context;
  const args =
    context.args[0] === '--version' ? ['version', ...context.args.slice(1)] : context.args;
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    stdout.write(overview(await loadCommands(), await loadSenderCommands()));
    return first === undefined ? exitStatus.usage : exitStatus.ok;
  }
  const [command] = await loadCommands(findName(args));
  if (command === undefined) return await explainUnknown(args, context);
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

/** Either the beginning of several commands, or a typing error. */
async function explainUnknown(
  args: readonly string[],
  { stdout, stderr }: CommandContext,
): Promise<number> {
  const [first = ''] = args;
  const family = await loadCommands(commandNames.filter((name) => name.startsWith(`${first} `)));
  if (family.length > 0 && args.includes('--help')) {
    stdout.write(describeAll(family));
    return exitStatus.ok;
  }
  if (family.length > 0) {
    const typed = args.slice(0, 2);
    const hint = typed.length < 2 ? '' : suggest(typed.join(' '), commandNames);
    stderr.write(`valise: "${first}" needs one of these.${hint}\n${describeAll(family)}`);
  } else {
    const hint = suggest(first, [
      ...commandNames.map((name) => name.replace(/ .*/, '')),
      ...Object.keys(senderCommands),
    ]);
    stderr.write(`valise: there is no command "${first}".${hint} See valise --help.\n`);
  }
  return exitStatus.usage;
}

function suggest(typed: string, names: readonly string[]): string {
  const nearest = findNearestName(typed, names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

/** The longest name that the words begin with, if any. */
function findName(args: readonly string[]): string[] {
  return commandNames
    .filter((name) => name.split(' ').every((word, index) => args[index] === word))
    .sort((a, b) => b.length - a.length)
    .slice(0, 1);
}

/** Reports an error: a sentence for people, or an object where a script asked for JSON. */
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
