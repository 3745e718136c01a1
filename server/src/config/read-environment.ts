import type { ConfigSource, Environment } from './config-source.ts';
import { findSetting, unknownName } from './config-source.ts';
import { dataVariable } from './locate-data.ts';
import type { Setting, SettingsTable } from './setting.ts';

const variableOf = (setting: Setting): string => setting.env;

/** Every variable that starts with `VALISE_` must be known: a slip would otherwise go unseen. */
export function readEnvironment(
  table: SettingsTable,
  env: Environment,
  folder: string,
): ConfigSource {
  const source: ConfigSource = { given: new Map(), problems: [] };
  for (const [variable, written] of Object.entries(env)) {
    if (!variable.startsWith('VALISE_') || variable === dataVariable) continue;
    const setting = findSetting(table, variable, variableOf);
    if (setting === undefined) {
      source.problems.push(unknownName(table, variable, variableOf));
    } else if (written !== undefined) {
      source.given.set(setting.name, { written, origin: `environment ${variable}`, folder });
    }
  }
  return source;
}
