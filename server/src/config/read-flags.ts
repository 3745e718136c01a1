import type { ConfigSource } from './config-source.ts';
import { findSetting, unknownName } from './config-source.ts';
import type { Setting, SettingsTable } from './setting.ts';
import { yesOrNo } from './setting-kinds.ts';

const flagOf = (setting: Setting): string => setting.flag;

/** Understands `--port 80` and `--port=80`. Said twice, the last one counts. */
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
