import type { Problem } from '#protocol/errors.ts';
import { findNearestName } from './nearest-name.ts';
import type { Setting, SettingsTable } from './setting.ts';

/** The variables of a process, handed in by the one file that may read them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What one place says about one setting. */
export interface Given {
  written: unknown;
  /** For people: `flag --port`, `environment VALISE_PORT`, `file …/valise.json`, `default`. */
  origin: string;
  /** What paths are relative to. */
  folder: string;
}

/** What one place says, by the settings' names, and what is wrong with the place itself. */
export interface ConfigSource {
  given: Map<string, Given>;
  problems: Problem[];
}

/** Which of a setting's names a place goes by. */
type NameOf = (setting: Setting) => string;

export function findSetting(
  table: SettingsTable,
  written: string,
  nameOf: NameOf,
): Setting | undefined {
  return Object.values(table).find((setting) => nameOf(setting) === written);
}

/** Why nothing goes by this name, and what to write in its place. */
export function unknownName(table: SettingsTable, written: string, nameOf: NameOf): Problem {
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
