import { access, constants, stat } from 'node:fs/promises';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** Who may do what with the data folder. */
export async function checkDataFolder(dataDir: string, userId: number): Promise<Verdict> {
  const found = await stat(dataDir);
  if (!found.isDirectory()) {
    return problem(`${dataDir} is not a folder.`, 'Name another with --data.');
  }
  const ownerOnly = `If nobody else needs it, run: chmod 700 ${dataDir}`;
  if ((found.mode & 0o022) !== 0) {
    return problem(`${dataDir} can be changed by others than its owner.`, ownerOnly);
  }
  try {
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      `${dataDir} cannot be written by the user who runs this.`,
      'Run valise as the owner of the folder.',
    );
  }
  if (found.uid !== userId) {
    return warning(
      `${dataDir} belongs to user ${found.uid}, and this runs as user ${userId}.`,
      'Run every command as the owner: files made by another user may lock the server out.',
    );
  }
  return (found.mode & 0o055) === 0
    ? ok(`${dataDir} is its owner’s alone.`)
    : warning(`${dataDir} can be read by others than its owner.`, ownerOnly);
}
