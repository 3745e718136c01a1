import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A file that was named, or that is below a folder that was. */
export interface FoundFile {
  /** Where it is. */
  place: string;
  /** From the folder that was named on, with `/` between names: what receivers see. */
  path: string;
  about: Stats;
}

/** What is neither a file nor a folder, such as a link. */
export interface LeftOut {
  place: string;
  about?: never;
}

/** As people sort names: 2 before 10. */
const order = new Intl.Collator('en', { numeric: true });

/**
 * The file at a place, or the files below a folder. Links below a folder are not followed; what a caller names may be
 * one.
 */
export async function* filesBelow(place: string): AsyncGenerator<FoundFile | LeftOut> {
  yield* look(place, '');
}

/** A name may hold what begins or divides a path on other systems. */
function usable(name: string): string {
  return name.replaceAll('\\', '_').replace(/^([a-z]):/i, '$1_');
}

async function* look(place: string, folder: string): AsyncGenerator<FoundFile | LeftOut> {
  const about = await stat(place);
  const path = folder + usable(basename(place));
  if (about.isFile()) yield { place, path, about };
  else if (!about.isDirectory()) yield { place };
  else {
    const entries = await readdir(place, { withFileTypes: true });
    for (const entry of entries.sort((one, other) => order.compare(one.name, other.name))) {
      const below = join(place, entry.name);
      if (entry.isFile() || entry.isDirectory()) yield* look(below, `${path}/`);
      else yield { place: below };
    }
  }
}
