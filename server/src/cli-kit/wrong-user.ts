import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating-system user that runs a command. */
export interface User {
  id: number;
  name: string;
  canUse(path: string): boolean;
  /** Throws EACCES below a folder that the user may not look into. */
  ownerIdOf(path: string): number;
}

export function currentUser(): User {
  // Containers run under numbers that no passwd entry names.
  const id = process.getuid?.() ?? -1;
  return {
    id,
    get name() {
      return nameOf(id);
    },
    canUse(path) {
      try {
        accessSync(path, constants.R_OK | constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
    ownerIdOf: (path) => statSync(path).uid,
  };
}

/** Explains that `user` may not use a path because it belongs to another user; undefined for other reasons. */
export function explainWrongUser(path: string, user: User): string | undefined {
  const owned = findOwned(path, user);
  if (owned === undefined || owned.ownerId === user.id || user.canUse(path)) return undefined;
  const owner = nameOf(owned.ownerId);
  return `${owned.path} belongs to ${owner}, and this runs as ${user.name}, who may not use it. Run it as ${owner}, for example: sudo -u ${owner} valise …`;
}

interface Owned {
  path: string;
  ownerId: number;
}

/** The path, or the folder above it that the user may not look into. */
function findOwned(path: string, user: User): Owned | undefined {
  try {
    return { path, ownerId: user.ownerIdOf(path) };
  } catch (error) {
    const isHidden = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return isHidden && dirname(path) !== path ? findOwned(dirname(path), user) : undefined;
  }
}

/** The name of a user, or the number of one that has none here. */
function nameOf(id: number): string {
  const accounts = readAccounts().map((line) => line.split(':'));
  return accounts.find((fields) => fields[2] === String(id))?.[0] ?? `user ${id}`;
}

/** As `getent passwd` prints it on a machine without a directory service. */
function readAccounts(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    return [];
  }
}
