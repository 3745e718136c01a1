import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { Problem } from '#protocol/errors.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { yesOrNo } from './setting.ts';
import type { Setting, SettingsTable } from './setting.ts';

/** The environment variables, passed in by main.ts, the only file that reads them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value that one source gives for one setting. */
export interface Given {
  written: unknown;
  /** For messages: `flag --port`, `environment VALISE_PORT`, `file …/valise.json`, `default`. */
  origin: string;
  /** The folder that relative paths start from. */
  folder: string;
}

/** The values of one source by the settings' names, and the problems of the source itself. */
interface ConfigSource {
  given: Map<string, Given>;
  problems: Problem[];
}

/** Picks the name of a setting that a source uses. */
type NameOf = (setting: Setting) => string;

function findSetting(table: SettingsTable, written: string, nameOf: NameOf): Setting | undefined {
  return Object.values(table).find((setting) => nameOf(setting) === written);
}

/** The problem of an unknown name, with a suggestion. */
function unknownName(table: SettingsTable, written: string, nameOf: NameOf): Problem {
  const names = Object.values(table).map(nameOf);
  const secretsFile = Object.values(table)
    .filter((setting) => 'secret' in setting)
    .map(nameOf)
    .find((name) => name.replace(/[-_]?file$/i, '') === written);
  if (secretsFile !== undefined) {
    const problem = `is a secret and must not stand here. Let ${secretsFile} name a file that holds it, or - for standard input.`;
    return { field: written, problem };
  }
  const nearest = findNearestName(written, names);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return { field: written, problem: `is not a setting.${hint}` };
}

/** The candidate that `name` is most likely a misspelling of, or undefined. */
export function findNearestName(name: string, candidates: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let nearestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = countEdits(name.toLowerCase(), candidate.toLowerCase());
    if (distance < nearestDistance) [nearest, nearestDistance] = [candidate, distance];
  }
  return nearest;
}

/** The Levenshtein distance of two words. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of Array.from(from).entries()) {
    const current = [row + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const removed = (previous[column + 1] ?? 0) + 1;
      const inserted = (current[column] ?? 0) + 1;
      current.push(Math.min(replaced, removed, inserted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

export const dataFlag = '--data';
export const dataVariable = 'VALISE_DATA';

/** Read by the commands of senders, and not by a server. */
const senderVariables = ['VALISE_URL', 'VALISE_KEY_FILE'];

interface LocatedData {
  /** An absolute path. */
  dataDir: string;
  origin: string;
  /** The remaining arguments. */
  args: string[];
}

/**
 * Finds the data folder, which must be known before its valise.json can be read: `--data`, else
 * VALISE_DATA, else `defaultDir`.
 */
export function locateData(input: {
  args: readonly string[];
  env: Environment;
  cwd: string;
  defaultDir: string;
}): LocatedData {
  const flag = takeDataFlag(input.args);
  const [written, origin] = firstGiven([
    [flag.written, `flag ${dataFlag}`],
    [input.env[dataVariable], `environment ${dataVariable}`],
  ]) ?? [input.defaultDir, 'default'];
  if (written.trim() === '' || written.startsWith('--')) {
    const problem = `must name the data folder, but ${origin} says ${JSON.stringify(written)}.`;
    throw new ValiseError('config_invalid', `The data folder ${problem}`, {
      details: [{ field: 'data', problem }],
    });
  }
  return { dataDir: resolve(input.cwd, written), origin, args: flag.rest };
}

function firstGiven(places: [string | undefined, string][]): [string, string] | undefined {
  for (const [written, origin] of places) if (written !== undefined) return [written, origin];
  return undefined;
}

/** If the flag is given twice, the last one counts. Without a value, the value is empty. */
function takeDataFlag(args: readonly string[]): { written: string | undefined; rest: string[] } {
  const rest: string[] = [];
  let written: string | undefined;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === dataFlag) {
      index += 1;
      written = args[index] ?? '';
    } else if (arg.startsWith(`${dataFlag}=`)) {
      written = arg.slice(dataFlag.length + 1);
    } else {
      rest.push(arg);
    }
  }
  return { written, rest };
}

const variableOf = (setting: Setting): string => setting.env;

/** Every variable that starts with `VALISE_` must be known: a misspelling would otherwise go unnoticed. */
export function readEnvironment(
  table: SettingsTable,
  env: Environment,
  folder: string,
): ConfigSource {
  const source: ConfigSource = { given: new Map(), problems: [] };
  for (const [variable, written] of Object.entries(env)) {
    if (!variable.startsWith('VALISE_') || variable === dataVariable) continue;
    if (senderVariables.includes(variable)) continue;
    const setting = findSetting(table, variable, variableOf);
    if (setting === undefined) {
      source.problems.push(unknownName(table, variable, variableOf));
    } else if (written !== undefined) {
      source.given.set(setting.name, { written, origin: `environment ${variable}`, folder });
    }
  }
  return source;
}

const flagOf = (setting: Setting): string => setting.flag;

/** Understands `--port 80` and `--port=80`. If a flag is given twice, the last one counts. */
export function readFlags(
  table: SettingsTable,
  args: readonly string[],
  folder: string,
): ConfigSource {
  const source: ConfigSource = { given: new Map(), problems: [] };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!isFlag(arg)) {
      source.problems.push({ field: arg, problem: 'must follow the flag it belongs to.' });
      continue;
    }
    const [flag, valueAfterEquals] = splitAtEquals(arg);
    const setting = findSetting(table, flag, flagOf);
    const written = valueAfterEquals ?? (isSwitch(setting) ? 'true' : takeValue(rest));
    if (setting === undefined) {
      source.problems.push(unknownName(table, flag, flagOf));
    } else if (written === undefined) {
      source.problems.push({ field: setting.name, problem: `${flag} needs a value after it.` });
    } else {
      source.given.set(setting.name, { written, origin: `flag ${flag}`, folder });
    }
  }
  return source;
}

function isFlag(arg: string): boolean {
  return arg.startsWith('--');
}

function isSwitch(setting: Setting | undefined): boolean {
  return setting !== undefined && 'kind' in setting && setting.kind === yesOrNo;
}

function splitAtEquals(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

function takeValue(rest: string[]): string | undefined {
  const [next] = rest;
  return next === undefined || isFlag(next) ? undefined : rest.shift();
}

const keyOf = (setting: Setting): string => setting.key;

/** A missing file is an empty source. */
export async function readConfigFile(table: SettingsTable, path: string): Promise<ConfigSource> {
  const source: ConfigSource = { given: new Map(), problems: [] };
  let content: object;
  try {
    content = await parseFile(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...source, problems: [{ field: path, problem: `cannot be used: ${reason}.` }] };
  }
  for (const [key, written] of Object.entries(content)) {
    const setting = findSetting(table, key, keyOf);
    if (setting === undefined) {
      const { field, problem } = unknownName(table, key, keyOf);
      source.problems.push({ field, problem: `in ${path} ${problem}` });
    } else {
      source.given.set(setting.name, { written, origin: `file ${path}`, folder: dirname(path) });
    }
  }
  return source;
}

async function parseFile(path: string): Promise<object> {
  const content: unknown = JSON.parse(await readIfThere(path));
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new Error('it must hold one JSON object');
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  }
}
