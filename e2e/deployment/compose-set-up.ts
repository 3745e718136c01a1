import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommands } from './run-commands.ts';

const deploy = join(import.meta.dirname, '../../deploy');

/** An access key, as Garage prints a new one. */
export interface AccessKey {
  id: string;
  secret: string;
}

/**
 * Runs deploy/compose/set-up.sh in a copy, with a `docker` that answers as Garage would. Who is not root keeps
 * the secrets as their own. Returns the folder of the secrets.
 */
export async function setUpCompose(folder: string, key: AccessKey) {
  const programs = join(folder, 'programs');
  await mkdir(programs, { recursive: true });
  await cp(join(deploy, 'compose/set-up.sh'), join(folder, 'compose/set-up.sh'));
  async function addProgram(name: string, script: string): Promise<void> {
    await writeFile(join(programs, name), `#!/bin/sh\n${script}`);
    await chmod(join(programs, name), 0o755);
  }
  await addProgram(
    'docker',
    `echo "$*" >>'${folder}/calls'
case $* in
  *'garage bucket info'*) exit 1 ;;
  *'garage key create'*) printf '==== ACCESS KEY INFORMATION ====\\nKey ID:      %s\\nKey name:    valise\\nSecret key:  %s\\n' '${key.id}' '${key.secret}' ;;
esac
`,
  );
  if (process.getuid?.() !== 0) {
    await addProgram('id', 'echo 0\n');
    // Without the owner and the group, which only root may set.
    await addProgram('install', 'shift 4\nexec /usr/bin/install "$@"\n');
  }
  const output = await runCommands(`PATH='${programs}':$PATH; compose/set-up.sh`, folder);
  const calls = await readFile(join(folder, 'calls'), 'utf8');
  return { secrets: join(folder, 'compose/secrets'), output, calls: calls.trim().split('\n') };
}
