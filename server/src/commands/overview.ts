import type { Command } from '../cli-kit/define-command.ts';
import { exitStatusHelp } from '../cli-kit/exit-status.ts';

/** What the help says of a command. */
type Described = Pick<Command, 'name' | 'summary' | 'help'>;

/** The whole of docs/commands.md. */
export function commandsAsMarkdown(
  commands: readonly Described[],
  senders: readonly Described[],
): string {
  const sections = [...commands, ...senders].map(
    ({ name, help }) => `## valise ${name}\n\n${asCode(help)}`,
  );
  return `<!-- Made from server/src/commands by \`npm run docs\`. Change it there. -->

# Commands

\`bin/valise\` works from any folder, and while the server runs. What follows is what \`--help\` prints.

${asCode(overview(commands, senders))}
${sections.join('\n')}`;
}

function asCode(text: string): string {
  return `\`\`\`text\n${text}\`\`\`\n`;
}

/** What `valise --help` prints. */
export function overview(commands: readonly Described[], senders: readonly Described[]): string {
  return `valise: exchange files safely

USAGE
  valise COMMAND [--data DIR] …
  valise COMMAND --help

COMMANDS OF OPERATORS
${describeAll(commands)}
Every one takes --data DIR, the folder that holds everything (VALISE_DATA does the same), and
most take --json, for scripts.

COMMANDS OF SENDERS
${describeAll(senders)}
They work with an API key from anywhere, and need no data folder.

${exitStatusHelp}
`;
}

/** One line for each command. */
export function describeAll(commands: readonly Described[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}\n`).join('');
}
