import type { Command } from '../cli-kit/command.ts';
import { exitStatusHelp } from '../cli-kit/exit-status.ts';

/** What `valise --help` prints. */
export function overview(commands: readonly Command[]): string {
  return `valise: exchange files safely

USAGE
  valise COMMAND [--data DIR] …
  valise COMMAND --help

COMMANDS
${describeAll(commands)}
Every command takes --data DIR, the folder that holds everything (VALISE_DATA does the same), and
most take --json, for scripts.

${exitStatusHelp}
`;
}

/** One line for each command. */
export function describeAll(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('');
}
