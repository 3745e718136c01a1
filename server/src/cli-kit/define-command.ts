import type { EventEmitter } from 'node:events';
import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

import { dataFlag, findNearestName } from '../config/config-sources.ts';
import { yesOrNo } from '../config/setting.ts';
import { settings } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { exitStatus, exitStatusHelp } from './exit-status.ts';
import { printJson } from './print.ts';
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
  /** Whether it names a file with a secret. Its name ends in `-file`; the secret itself is never an argument. */
  holdsSecret?: boolean;
}

/** By name, without the dashes. */
type CommandOptions = Readonly<Record<string, CommandOption>>;

type OptionValues<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends { value: string }
    ? string | undefined
    : boolean;
};

/** What was typed after a command's name. */
interface Given<Names extends readonly string[], Options extends CommandOptions> {
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
  /** Returns what to print, or the exit status of a command that has printed all. */
  run(context: CommandContext, given: Given<Names, Options>): Promise<CommandAnswer | number>;
}

/** What a command tells scripts, which say `--json`, and what it tells people. */
export interface CommandAnswer {
  json: object;
  text: string | (() => string | Buffer);
  /** Left out, all went well. */
  status?: number;
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
      const given = parseArguments(context.args, { usage, words, options });
      const answer = await definition.run(context, given);
      if (typeof answer === 'number') return answer;
      const { json, text, status = exitStatus.ok } = answer;
      if ('json' in given.options && given.options.json === true) printJson(context, json);
      else context.stdout.write(typeof text === 'string' ? text : text());
      return status;
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

const takesValue = new Map<string, boolean>([
  [dataFlag, true],
  ...Object.values(settings).map(
    (setting) => [setting.flag, !('kind' in setting && setting.kind === yesOrNo)] as const,
  ),
]);

/** `--data` and the flag of every setting. */
export const settingFlags: readonly string[] = [...takesValue.keys()];

/** Takes the flags of settings, with their values, out of what was typed. */
export function takeSettingFlags(args: readonly string[]): { taken: string[]; rest: string[] } {
  const taken: string[] = [];
  const rest: string[] = [];
  const queue = [...args];
  for (let arg = queue.shift(); arg !== undefined; arg = queue.shift()) {
    if (arg === '--') return { taken, rest: [...rest, arg, ...queue] };
    const [flag = ''] = arg.split('=', 1);
    if (!takesValue.has(flag)) {
      rest.push(arg);
      continue;
    }
    taken.push(arg);
    const [next] = queue;
    const valueFollows = arg === flag && takesValue.get(flag) === true;
    if (valueFollows && next !== undefined && !next.startsWith('--')) {
      taken.push(next);
      queue.shift();
    }
  }
  return { taken, rest };
}

interface Shape<Names extends readonly string[], Options extends CommandOptions> {
  /** The message that answers a mistake. */
  usage: string;
  /** What each word stands for; all must be given. */
  words: Names;
  options: Options;
}

/**
 * Parses what was typed after a command's name. Throws `usage`, and never repeats a value: it may be a key.
 */
export function parseArguments<
  const Names extends readonly string[],
  const Options extends CommandOptions,
>(args: readonly string[], shape: Shape<Names, Options>): Given<Names, Options> {
  const { taken, rest } = takeSettingFlags(args);
  const { values, words } = parseStrictly(rest, shape);
  if (words.length !== shape.words.length) {
    throw usageError(shape.usage, countMistake(shape.words, words.length));
  }
  return {
    words: words as Given<Names, Options>['words'],
    options: values as OptionValues<Options>,
    settingFlags: taken,
  };
}

function usageError(usage: string, mistake: string): ValiseError {
  return new ValiseError('usage', `${mistake} Usage: ${usage}`);
}

function parseStrictly(
  args: string[],
  { usage, options }: { usage: string; options: CommandOptions },
): { values: Record<string, string | boolean | undefined>; words: string[] } {
  const known: NonNullable<ParseArgsConfig['options']> = {};
  const switches: Record<string, false> = {};
  for (const [name, { value }] of Object.entries(options)) {
    known[name] = { type: value === undefined ? 'boolean' : 'string' };
    if (value === undefined) switches[name] = false;
  }
  try {
    const { values, positionals } = parseArgs({
      args,
      options: known,
      strict: true,
      allowPositionals: true,
    });
    return { values: { ...switches, ...(values as Record<string, string>) }, words: positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(usage, explain(error, options));
  }
}

function explain(error: TypeError, options: CommandOptions): string {
  const [firstLine = ''] = error.message.split('\n');
  const unknown = /^Unknown option '(-[^']*)'/.exec(firstLine)?.[1];
  if (unknown === undefined) return firstLine.endsWith('.') ? firstLine : `${firstLine}.`;
  const secretsFile = findSecretsFile(unknown, options);
  if (secretsFile !== undefined) {
    return `There is no option ${unknown}: others on this machine can see a secret on a command line. Let ${secretsFile} name a file that holds it, or - for standard input.`;
  }
  const names = Object.keys(options).map((name) => `--${name}`);
  const nearest = findNearestName(unknown, [...names, ...settingFlags]);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `There is no option ${unknown}.${hint}`;
}

/** The option that names the file of a secret, where `written` would be the secret itself. */
function findSecretsFile(written: string, options: CommandOptions): string | undefined {
  const own = Object.entries(options)
    .filter(([, { holdsSecret }]) => holdsSecret === true)
    .map(([name]) => `--${name}`);
  const ofSettings = Object.values(settings)
    .filter((setting) => 'secret' in setting)
    .map(({ flag }) => flag);
  return [...own, ...ofSettings].find((flag) => flag === `${written}-file`);
}

function countMistake(wanted: readonly string[], given: number): string {
  if (wanted.length === 0) return 'This command takes options only.';
  const missing = wanted.slice(given);
  return missing.length > 0
    ? `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`
    : `This command takes ${wanted.join(' and ')} and no further words.`;
}
