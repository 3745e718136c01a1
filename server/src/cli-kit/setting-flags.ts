import { dataFlag } from '../config/config-sources.ts';
import { yesOrNo } from '../config/setting-kinds.ts';
import { settings } from '../config/settings.ts';

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
