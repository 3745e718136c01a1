import type { Command, CommandContext } from './command.ts';
import type { CommandOptions, Given } from './command-options.ts';
import { exitStatusHelp } from './exit-status.ts';
import { parseArguments } from './parse-arguments.ts';

interface Definition<Names extends readonly string[], Options extends CommandOptions> {
  name: string;
  /** What it is for, in one line. */
  summary: string;
  /** What else one should know before using it. */
  about: string;
  /** The words it needs, as the help calls them. */
  words?: Names;
  options: Options;
  /** Without the leading `valise`. */
  examples: readonly string[];
  run(context: CommandContext, given: Given<Names, Options>): Promise<number>;
}

const lineWidth = 100;

/** A command whose help and whose reading of what was typed come from one description. */
export function defineCommand<
  const Names extends readonly string[] = [],
  const Options extends CommandOptions = CommandOptions,
>(definition: Definition<Names, Options>): Command {
  const { name, summary, options } = definition;
  const words = definition.words ?? ([] as unknown as Names);
  const usageParts = [`valise ${name}`, ...words, ...Object.entries(options).map(inUsage)];
  return {
    name,
    summary,
    help: `valise ${name}: ${summary}

USAGE
${wrap(usageParts)}

${definition.about}

OPTIONS
${describeOptions(options)}

Every setting of docs/configuration.md is a flag too, such as --key-dir DIR.

EXAMPLES
${definition.examples.map((example) => `  valise ${example}`).join('\n')}

${exitStatusHelp}
`,
    async run(context) {
      const usage = usageParts.join(' ');
      return await definition.run(context, parseArguments(context.args, { usage, words, options }));
    },
  };
}

function inUsage([name, { value }]: [string, CommandOptions[string]]): string {
  return `[--${name}${value === undefined ? '' : ` ${value}`}]`;
}

/** Breaks between parts, never within one. */
function wrap(parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${part}`.length <= lineWidth) {
      lines.splice(-1, 1, `${last} ${part}`);
    } else {
      lines.push(`${lines.length === 0 ? '  ' : '      '}${part}`);
    }
  }
  return lines.join('\n');
}

function describeOptions(options: CommandOptions): string {
  const rows = [
    ...Object.entries(options).map(([name, { value, doc }]) => ({
      left: `--${name}${value === undefined ? '' : ` ${value}`}`,
      doc,
    })),
    { left: '--data DIR', doc: 'the data folder; the environment’s VALISE_DATA does the same' },
    { left: '--help', doc: 'print this text' },
  ];
  const width = Math.max(...rows.map(({ left }) => left.length));
  const gap = '\n'.padEnd(width + 5);
  return rows
    .map(({ left, doc }) => `  ${left.padEnd(width)}  ${doc.replaceAll('\n', gap)}`)
    .join('\n');
}
