import { spawnSync } from 'node:child_process';

/** Where programs are, those included that Debian keeps off the path of all but root. */
export const searchPath = `${process.env.PATH ?? ''}:/usr/sbin`;

/** Why a test that needs the program is skipped; false where the program is there. */
export function missingProgram(name: string, versionFlag = '--version'): string | false {
  const env = { ...process.env, PATH: searchPath };
  const { error } = spawnSync(name, [versionFlag], { env, stdio: 'ignore' });
  return error === undefined
    ? false
    : `${name} is not installed; "npm run setup" installs it on Debian when root runs it`;
}
