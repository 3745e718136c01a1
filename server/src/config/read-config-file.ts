import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ConfigSource } from './config-source.ts';
import { findSetting, unknownName } from './config-source.ts';
import type { Setting, SettingsTable } from './setting.ts';

const keyOf = (setting: Setting): string => setting.key;

/** A file that is not there says nothing. */
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
