import { join } from 'node:path';

import type { Problem } from '#protocol/errors.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Environment, Given } from './config-sources.ts';
import { readConfigFile, readEnvironment, readFlags } from './config-sources.ts';
import { findContradictions } from './find-contradictions.ts';
import { readSecret } from './secret.ts';
import type { ConfigOf, Setting, SettingsTable } from './setting.ts';
import type { Config, Origins } from './settings.ts';
import { settings } from './settings.ts';

interface ConfigInput {
  /** The data folder, an absolute path: see `locateData`. */
  dataDir: string;
  /** Flags of settings and nothing else. */
  args: readonly string[];
  env: Environment;
  /** What paths in flags and in the environment are relative to. */
  cwd: string;
  /** Whether valise.json in the data folder counts. Left out, it does. */
  readsFile?: boolean;
  /** The source of a secret whose file is named `-`. */
  readStandardInput: () => Promise<string>;
}

export interface LoadedSettings<Table> {
  /** Every setting without a fault. */
  values: Partial<ConfigOf<Table>>;
  origins: { readonly [Name in keyof Table]: string };
  problems: Problem[];
}

/** Takes each setting from the first source that has it: flag, environment, file, default. */
export async function loadSettings<const Table extends SettingsTable>(
  table: Table,
  input: ConfigInput,
): Promise<LoadedSettings<Table>> {
  const sources = [
    readFlags(table, input.args, input.cwd),
    readEnvironment(table, input.env, input.cwd),
    ...(input.readsFile === false
      ? []
      : [await readConfigFile(table, join(input.dataDir, 'valise.json'))]),
  ];
  const problems = sources.flatMap((source) => source.problems);
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  const findGiven = (name: string): Given | undefined =>
    sources.map((source) => source.given.get(name)).find((said) => said !== undefined);
  for (const setting of Object.values(table)) {
    const given = findGiven(setting.name) ?? {
      written: defaultOf(setting, (name) => !isUnset(findGiven(name)?.written)),
      origin: 'default',
      folder: input.dataDir,
    };
    origins[setting.name] = given.origin;
    const outcome = await settle(setting, given, input.readStandardInput);
    if ('problem' in outcome) problems.push({ field: setting.name, problem: outcome.problem });
    else values[setting.name] = outcome.value;
  }
  return { values, origins, problems } as LoadedSettings<Table>;
}

function defaultOf(setting: Setting, isSet: (name: string) => boolean): unknown {
  if (!('default' in setting)) return null;
  const { defaultWith: other } = setting;
  return other !== undefined && isSet(other.name) ? other.is : setting.default;
}

/** How an operator writes that a setting without a default has no value. */
function isUnset(written: unknown): boolean {
  return written === undefined || written === null || written === 'none';
}

type Outcome = { value: unknown } | { problem: string };

async function settle(
  setting: Setting,
  given: Given,
  readStandardInput: () => Promise<string>,
): Promise<Outcome> {
  if (!('default' in setting) && isUnset(given.written)) return { value: undefined };
  if ('secret' in setting) return settleSecret(given, readStandardInput);
  const value = setting.kind.read(given.written, given.folder);
  if (value !== undefined) return { value };
  const said =
    setting.kind.mayHoldSecret === true
      ? 'something else. It is not shown here, because it may hold a password'
      : quote(given);
  return { problem: `must be ${setting.kind.expects}, but ${given.origin} says ${said}.` };
}

async function settleSecret(
  given: Given,
  readStandardInput: () => Promise<string>,
): Promise<Outcome> {
  try {
    return { value: await readSecret(given, readStandardInput) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `cannot be read from where ${given.origin} says: ${reason}.` };
  }
}

function quote({ written }: Given): string {
  const quoted = JSON.stringify(written);
  return quoted.length > 80 ? `${quoted.slice(0, 80)}…` : quoted;
}

/** Throws `config_invalid` with every mistake in its details, so that all can be fixed at once. */
export async function loadConfig(
  input: ConfigInput,
): Promise<{ config: Config; origins: Origins }> {
  const { values, origins, problems } = await loadSettings(settings, input);
  refuseMistakes([...problems, ...findContradictions(values, origins)]);
  return { config: values as Config, origins };
}

/** Throws `config_invalid` when there is one. */
export function refuseMistakes(mistakes: Problem[]): void {
  const [first, ...others] = mistakes;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const message = `Invalid settings: ${first.field} ${first.problem}${more}`;
  throw new ValiseError('config_invalid', message, { details: mistakes });
}
