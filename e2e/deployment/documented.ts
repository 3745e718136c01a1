import { readDocument } from './example.ts';

/** The environment variables of all settings, each with its default, from the page that is generated from the code. */
export const settingDefaults: ReadonlyMap<string, string> = new Map(
  [
    ...readDocument('docs/configuration.md').matchAll(
      /^\| `\w+` \| `--[\w-]+` \| `(VALISE_\w+)` \| ([^|]+) \|/gm,
    ),
  ].map(([, name = '', shown = '']) => [name, shown.replaceAll('`', '').trim()]),
);

/** The paths that answer everybody, from the page that is generated from the route table. */
export const publicPaths: readonly string[] = [
  ...readDocument('docs/routes.md').matchAll(/^\| GET, HEAD \| `([^`]+)` \| public \| none \|/gm),
].map(([, path = '']) => path);

export const programVersion = (JSON.parse(readDocument('package.json')) as { version: string })
  .version;

/** Seconds of a duration such as `45s` or `5m`. */
export function secondsOf(duration: string): number {
  const [, count = '', unit = ''] = /^(\d+)([smh])$/.exec(duration) ?? [];
  const factor = { s: 1, m: 60, h: 3600 }[unit];
  if (factor === undefined) throw new Error(`“${duration}” is no duration`);
  return Number(count) * factor;
}

export const drainSeconds = secondsOf(settingDefaults.get('VALISE_DRAIN_TIME') ?? '');
export const usualPort = settingDefaults.get('VALISE_PORT') ?? '';
