import type { EventEmitter } from 'node:events';

import { ValiseError } from '../domain/model/valise-error.ts';
import { exitStatusHelp } from './exit-status.ts';
import { parseArguments } from './parse-arguments.ts';
import type { User } from './wrong-user.ts';

/** The inputs and outputs of a command. */
export interface CommandContext {
  /** What follows the command's own words. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** The data folder where neither a flag nor the environment names one. */
  defaultDataDir: string;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Treats the output as a log from now on: losing some of it does not change the exit status. */
  treatOutputAsLog: () => void;
  readStandardInput: () => Promise<string>;
  /** Asks a question on the terminal; undefined where there is no terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** The operating-system user that runs the command. */
  user: User;
  /** Emits SIGTERM, SIGINT and SIGHUP. */
  signals: EventEmitter;
}

/** One command of `valise`. Returns its exit status; what it throws becomes one. */
export interface Command {
  /** As it is typed, for example `account add`. */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** All that `--help` prints. */
  help: string;
  run(context: CommandContext): Promise<number>;
}

/** One option of a command. */
export interface CommandOption {
  /** The placeholder of its value in the help, such as `FILE`; without one, the option is a switch. */
  value?: string;
  /** What it does, for the help. */
  doc: string;
}

/** By name, without the dashes. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

export type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? string | undefined
    : boolean;
};

/** What was typed after a command's name. */
export interface Given<Names extends readonly string[], Options extends CommandOptions> {
  words: { readonly [Index in keyof Names]: string };
  options: OptionValues<Options>;
  /** The flags of settings, and `--data`. */
  settingFlags: string[];
}

export const jsonOption = { doc: 'print one JSON object, for scripts' } as const;

/** The number that an option was given, or undefined when it was not. */
export function wholeNumberOption(
  flag: string,
  written: string | undefined,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (written === undefined) return undefined;
  const value = /^\d{1,16}$/.test(written) ? Number(written) : NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new ValiseError('usage', `${flag} must be a whole number from ${minimum} to ${maximum}.`);
}

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
