import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from './exit-status.ts';
import { ToolRefusal } from './mcp-server.ts';

/** A file below one of the folders, which is open. */
export interface OpenFile {
  name: string;
  size: number;
  handle: FileHandle;
}

export type Folders = Awaited<ReturnType<typeof openFolders>>;

/** The folders that were given at the start, and nothing outside of them, whatever links there are. */
export async function openFolders(given: readonly string[], cwd: string) {
  const roots = await Promise.all(given.map((path) => rootAt(resolve(cwd, path))));

  /** What a path means, in terms of folders without links. Says nothing of what is outside. */
  function placeOf(path: string): string {
    const [first] = roots;
    if (first === undefined) {
      throw new ToolRefusal(
        'no_folder',
        'No folder was given: start valise mcp with --folder DIR.',
      );
    }
    const wanted = isAbsolute(path) ? resolve(path) : resolve(first.real, path);
    for (const { named, real } of roots) {
      if (isWithin(real, wanted)) return wanted;
      if (isWithin(named, wanted)) return join(real, relative(named, wanted));
    }
    throw outside(path);
  }

  async function realPlace(path: string): Promise<string> {
    const real = await realpath(placeOf(path)).catch((error: unknown) => {
      throw missing(path, error);
    });
    if (!roots.some((root) => isWithin(root.real, real))) throw outside(path);
    return real;
  }

  return {
    paths: roots.map(({ real }) => real),

    /** Opens a file to be read. Who calls closes it. */
    async openFile(path: string): Promise<OpenFile> {
      const real = await realPlace(path);
      const { O_RDONLY, O_NONBLOCK } = constants;
      const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
      const handle = await open(real, O_RDONLY | O_NONBLOCK | noFollow).catch((error: unknown) => {
        throw missing(path, error);
      });
      try {
        const about = await handle.stat();
        if (!about.isFile()) throw new ToolRefusal('no_file', `${path} is no file.`);
        // Between the look and the opening, a folder on the way may have become a link.
        const again = await stat(await realPlace(path));
        if (again.ino !== about.ino || again.dev !== about.dev) throw outside(path);
        return { name: basename(real), size: about.size, handle };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    /** A folder to save in, which is made where it is not there. */
    async folderAt(path: string): Promise<string> {
      const place = placeOf(path);
      if (roots.every(({ real }) => real !== place)) {
        const parent = await realPlace(dirname(place));
        await mkdir(join(parent, basename(place))).catch((error: unknown) => {
          if (codeOf(error) !== 'EEXIST') throw missing(path, error);
        });
      }
      const real = await realPlace(place);
      if (!(await stat(real)).isDirectory()) {
        throw new ToolRefusal('no_folder', `${path} is no folder.`);
      }
      return real;
    },
  };
}

async function rootAt(named: string): Promise<{ named: string; real: string }> {
  const real = await realpath(named).catch((error: unknown) => {
    throw new UsageError(`${named} cannot be used: ${String(error)}`);
  });
  if (!(await stat(real)).isDirectory()) throw new UsageError(`${named} is no folder.`);
  return { named, real };
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function outside(path: string): ToolRefusal {
  return new ToolRefusal('outside_folders', `${path} is not in a folder that was given.`);
}

function missing(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === '') return error;
  return new ToolRefusal('not_found', `${path} cannot be opened (${code}).`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
