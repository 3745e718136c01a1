import type { ParseArgsConfig } from 'node:util';
import { parseArgs } from 'node:util';

import { dataFlag, findNearestName } from '../config/config-sources.ts';
import { yesOrNo } from '../config/setting-kinds.ts';
import { settings } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { CommandOptions, Given, OptionValues } from './define-command.ts';

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
  /** The line that a mistake is answered with. */
  usage: string;
  /** What each word stands for; all must be given. */
  words: Names;
  options: Options;
}

/** Sorts what was typed after a command's name. Throws `usage`, and never repeats a value: it may be a key. */
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

export function usageError(usage: string, mistake: string): ValiseError {
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
  const names = Object.keys(options).map((name) => `--${name}`);
  const nearest = findNearestName(unknown, [...names, ...settingFlags]);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `There is no option ${unknown}.${hint}`;
}

function countMistake(wanted: readonly string[], given: number): string {
  if (wanted.length === 0) return 'This command takes options only.';
  const missing = wanted.slice(given);
  return missing.length > 0
    ? `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`
    : `This command takes ${wanted.join(' and ')} and no further words.`;
}
