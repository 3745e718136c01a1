import type { Command } from '../cli-kit/define-command.ts';
import { exitStatusHelp } from '../cli-kit/exit-status.ts';

/** The whole of docs/commands.md. */
export function commandsAsMarkdown(commands: readonly Command[]): string {
  const sections = commands.map(({ name, help }) => `## valise ${name}\n\n${asCode(help)}`);
  return `<!-- Made from server/src/commands by \`npm run docs\`. Change it there. -->

# Commands

\`bin/valise\` works from any folder, and while the server runs. What follows is what \`--help\` prints.

${asCode(overview(commands))}
${sections.join('\n')}`;
}

function asCode(text: string): string {
  return `\`\`\`text\n${text}\`\`\`\n`;
}

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
