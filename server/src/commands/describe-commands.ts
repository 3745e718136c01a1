import type { Command } from '../cli-kit/command.ts';
import { overview } from './overview.ts';

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
