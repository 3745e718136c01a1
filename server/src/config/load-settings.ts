import { join } from 'node:path';
import type { Problem } from '#protocol/errors.ts';
import type { Environment, Given } from './config-source.ts';
import { readConfigFile } from './read-config-file.ts';
import { readEnvironment } from './read-environment.ts';
import { readFlags } from './read-flags.ts';
import { readSecret } from './read-secret.ts';
import type { ConfigOf, Setting, SettingsTable } from './setting.ts';

export interface ConfigInput {
  /** The data folder, an absolute path: see `locateData`. */
  dataDir: string;
  /** Flags of settings and nothing else. */
  args: readonly string[];
  env: Environment;
  /** What paths in flags and in the environment are relative to. */
  cwd: string;
  /** Where a secret comes from whose file is named `-`. */
  readStandardInput: () => Promise<string>;
}

export interface LoadedSettings<Table> {
  /** Every setting that has no problem. */
  values: Partial<ConfigOf<Table>>;
  origins: { readonly [Name in keyof Table]: string };
  problems: Problem[];
}

/** Takes each setting from the first place that speaks of it: flag, environment, file, default. */
export async function loadSettings<const Table extends SettingsTable>(
  table: Table,
  input: ConfigInput,
): Promise<LoadedSettings<Table>> {
  const sources = [
    readFlags(table, input.args, input.cwd),
    readEnvironment(table, input.env, input.cwd),
    await readConfigFile(table, join(input.dataDir, 'valise.json')),
  ];
  const problems = sources.flatMap((source) => source.problems);
  const values: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const setting of Object.values(table)) {
    const given =
      sources.map((source) => source.given.get(setting.name)).find((said) => said !== undefined) ??
      defaultOf(setting, input.dataDir);
    origins[setting.name] = given.origin;
    const outcome = await settle(setting, given, input.readStandardInput);
    if ('problem' in outcome) problems.push({ field: setting.name, problem: outcome.problem });
    else values[setting.name] = outcome.value;
  }
  return { values, origins, problems } as LoadedSettings<Table>;
}

function defaultOf(setting: Setting, folder: string): Given {
  const written = 'default' in setting ? setting.default : null;
  return { written, origin: 'default', folder };
}

type Outcome = { value: unknown } | { problem: string };

async function settle(
  setting: Setting,
  given: Given,
  readStandardInput: () => Promise<string>,
): Promise<Outcome> {
  if (!('default' in setting) && (given.written === null || given.written === 'none')) {
    return { value: undefined };
  }
  if ('secret' in setting) return settleSecret(given, readStandardInput);
  const value = setting.kind.read(given.written, given.folder);
  if (value !== undefined) return { value };
  return { problem: `must be ${setting.kind.expects}, but ${given.origin} says ${quote(given)}.` };
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
