import type { Readable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';
import { exitStatusHelp, UsageError } from './exit-status.ts';

/** The inputs and outputs of a command of senders. */
export interface SenderContext {
  /** What follows the command's name. */
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  /** Asks a question on the terminal; undefined where there is no terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
}

export interface SenderOption {
  /** The placeholder of its value, such as `FILE`; without one, the option is a switch. */
  value?: string;
  doc: string;
  /** Whether it may be given several times. */
  isMany?: true;
  isNeeded?: true;
  /** Values that a shell offers. */
  suggests?: readonly string[];
}

type Options = Readonly<Record<string, SenderOption>>;

type Values<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name] extends { isMany: true }
    ? readonly string[]
    : Given[Name] extends { value: string }
      ? Given[Name] extends { isNeeded: true }
        ? string
        : string | undefined
      : boolean;
};

export interface Words {
  name: string;
  least: number;
  most: number;
  /** Values that a shell offers. */
  suggests?: readonly string[];
}

interface Definition<Given extends Options> {
  name: string;
  /** What it is for, in one line. */
  summary: string;
  /** What else one should know. */
  about: string;
  /** The words that it takes, as the help calls them, and how many. */
  words?: Words;
  options: Given;
  /** The option behind which everything is a program with its arguments. */
  programOption?: string;
  examples: readonly string[];
  run(context: SenderContext, given: Reading<Given>): Promise<number>;
}

export interface Reading<Given extends Options> {
  words: readonly string[];
  options: Values<Given>;
  /** The program and its arguments. */
  program: readonly string[];
}

/** A command of senders, as the table has it. */
export interface SenderCommand {
  name: string;
  summary: string;
  about: string;
  usage: string;
  words: Words | undefined;
  options: Options;
  programOption: string | undefined;
  examples: readonly string[];
  /** All that `--help` prints. */
  help: string;
  run(context: SenderContext): Promise<number>;
}

export const jsonOption = { doc: 'print JSON, for scripts' } as const;

const lineWidth = 100;

/** A command whose help, completion and reading come from one description. */
export function defineSenderCommand<const Given extends Options>(
  definition: Definition<Given>,
): SenderCommand {
  const { name, summary, about, options, examples, words, programOption } = definition;
  const parts = [
    `valise ${name}`,
    ...(words === undefined ? [] : [wordsInUsage(words)]),
    ...Object.entries(options).map(inUsage),
  ];
  const usage = parts.join(' ');
  return {
    ...{ name, summary, about, usage, words, options, programOption, examples },
    help: `valise ${name}: ${summary}

USAGE
${wrap(parts)}

${about}

OPTIONS
${describe({ ...options, help: { doc: 'print this text' } })}

EXAMPLES
${examples.map((example) => `  ${example}`).join('\n')}

${exitStatusHelp}
`,
    async run(context) {
      const [own, program] = splitAtProgram(context.args, programOption);
      const { values, positionals } = parse(own, options, usage);
      const { name: word, least, most } = words ?? { name: '', least: 0, most: 0 };
      const missing = [
        ...(positionals.length < least ? [word] : []),
        ...Object.keys(options)
          .filter((option) => options[option]?.isNeeded === true && isEmpty(values[option]))
          .map((option) => `--${option}`),
      ];
      if (missing.length > 0)
        throw new UsageError(
          `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing. Usage: ${usage}`,
        );
      if (positionals.length > most)
        throw new UsageError(`There are too many words. Usage: ${usage}`);
      return await definition.run(context, {
        words: positionals,
        options: values as Values<Given>,
        program,
      });
    },
  };
}

function wordsInUsage({ name, least, most }: Words): string {
  const written = most > 1 ? `${name}…` : name;
  return least === 0 ? `[${written}]` : written;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function inUsage([name, { value, isMany, isNeeded }]: [string, SenderOption]): string {
  const plain = `--${name}${value === undefined ? '' : ` ${value}`}`;
  const written = isNeeded === true ? plain : `[${plain}]`;
  return isMany === true ? `${written}…` : written;
}

/** Breaks between parts, never within one. */
function wrap(parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''} ${part}`;
    if (lines.length > 0 && longer.length <= lineWidth) lines.splice(-1, 1, longer);
    else lines.push(`${lines.length === 0 ? '  ' : '      '}${part}`);
  }
  return lines.join('\n');
}

function describe(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, doc }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}`,
    doc,
  }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  return rows.map(({ left, doc }) => `  ${left.padEnd(width)}  ${doc}`).join('\n');
}

function splitAtProgram(
  args: readonly string[],
  option: string | undefined,
): [string[], readonly string[]] {
  const at = option === undefined ? -1 : args.indexOf(`--${option}`);
  if (at === -1) return [[...args], []];
  const program = args.slice(at + 1);
  if (program.length === 0) throw new UsageError(`--${option ?? ''} needs a program after it.`);
  return [args.slice(0, at), program];
}

/** Never repeats a value: it may be a key. */
function parse(args: string[], options: Options, usage: string) {
  const known: NonNullable<ParseArgsConfig['options']> = {};
  const unset: Record<string, false | string[]> = {};
  for (const [name, { value, isMany = false }] of Object.entries(options)) {
    known[name] = { type: value === undefined ? 'boolean' : 'string', multiple: isMany };
    if (isMany) unset[name] = [];
    else if (value === undefined) unset[name] = false;
  }
  try {
    const { values, positionals } = parseArgs({ args, options: known, allowPositionals: true });
    return { values: { ...unset, ...values }, positionals };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [firstLine = ''] = error.message.split('\n');
    const unknown = /^Unknown option '(-[^']*)'/.exec(firstLine)?.[1];
    if (unknown === '--key' || unknown === '--password') {
      throw new UsageError(
        `There is no option ${unknown}: others on this machine can see a key on a command line. Use valise login, or VALISE_KEY_FILE.`,
      );
    }
    const mistake = unknown === undefined ? firstLine : `There is no option ${unknown}.`;
    throw new UsageError(`${mistake.replace(/\.?$/, '.')} Usage: ${usage}`);
  }
}
