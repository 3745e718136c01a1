import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ConnectOptions, Valise } from '../src/client.ts';
import { createValise } from '../src/client.ts';
import { filesBelow } from './files-below.ts';
import { findLogin } from './login.ts';
import { ValiseError } from '../src/problem.ts';
import { createNodeSha256 } from './node-sha256.ts';
import { saveFiles } from './save.ts';
import type { NamedContent, Source } from '../src/source.ts';

export * from '../src/exports.ts';

/**
 * Address and key that are left out come from `VALISE_URL` and `VALISE_KEY_FILE`, else from what `valise login` has
 * stored.
 */
export function connect(options: Partial<ConnectOptions> = {}): Valise {
  const { url, key, ...others } = options;
  const login = url === undefined || key === undefined ? findLogin(process.env) : {};
  const found = { ...login, ...others, ...(url && { url }), ...(key && { key }) };
  if (found.url === undefined || found.key === undefined) {
    throw new ValiseError(
      'No server and key: give them, set VALISE_URL and VALISE_KEY_FILE, or run valise login.',
    );
  }
  return connectAs({ ...found, url: found.url, key: found.key });
}

/** With an address and a key that were given or found. */
export function connectAs(options: ConnectOptions): Valise {
  return createValise(
    { newHash: () => createNodeSha256(), openPath, filesBelow: filesOfFolder, saveFiles },
    options,
  );
}

async function filesOfFolder(path: string): Promise<NamedContent[] | undefined> {
  if (!(await stat(path)).isDirectory()) return undefined;
  const files: NamedContent[] = [];
  for await (const found of filesBelow(resolve(path))) {
    if (found.about !== undefined) files.push({ path: found.path, content: found.place });
  }
  if (files.length === 0) throw new ValiseError(`There are no files in ${path}.`);
  return files;
}

async function openPath(path: string): Promise<Source> {
  const found = await stat(path);
  if (!found.isFile()) throw new ValiseError(`${path} is no file.`);
  return {
    name: basename(path),
    type: undefined,
    size: found.size,
    read: () => createReadStream(path, { highWaterMark: 2 ** 20 }),
  };
}
