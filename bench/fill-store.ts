import { join } from 'node:path';
import type { FilledPerson } from './fill/people.ts';
import { runProgram } from './run-program.ts';
import { email } from './valise.ts';

/** Puts drops into a data folder that no server has open: sent by its account, and by others. */
export async function fillStore(
  dataDir: string,
  { own = 0, others = 0 }: { own?: number; others?: number },
): Promise<void> {
  const filler = join(import.meta.dirname, 'fill/main.ts');
  await runProgram(process.execPath, [filler, dataDir, email, String(own), String(others)]);
}

/** Puts so many dispatches into one, nearly all of them sent by or to one person, who is signed in. */
export async function fillPerson(dataDir: string, dispatches: number): Promise<FilledPerson> {
  const filler = join(import.meta.dirname, 'fill/people.ts');
  const { stdout } = await runProgram(process.execPath, [
    filler,
    dataDir,
    email,
    String(dispatches),
  ]);
  return JSON.parse(stdout) as FilledPerson;
}
