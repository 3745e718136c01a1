import { execFileSync } from 'node:child_process';

/** No passwd entry has this number: `docker run --user 12345`, or `runAsUser` in Kubernetes. */
const id = '12345';
const isRoot = process.getuid?.() === 0;

/** Runs a command under a user id without a name. Only root may take another id; others take it in a namespace. */
export const asUnknownUser: readonly [string, ...string[]] = isRoot
  ? ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups']
  : ['unshare', '--user', `--map-user=${id}`];

/** Gives a folder with all that is in it to that user. In a namespace it has its files already. */
export function giveToUnknownUser(folder: string): void {
  if (isRoot) execFileSync('chown', ['--recursive', '--no-dereference', `${id}:${id}`, folder]);
}
