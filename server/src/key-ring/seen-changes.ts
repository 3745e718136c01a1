import { join } from 'node:path';

import { ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from '../platform/durable-files.ts';
import { readPrivateFile } from './private-files.ts';

/**
 * How far this node has seen the shared keyring change, in a file of its key folder. Database and keyring of
 * many nodes are restored together: only what a node remembers tells that both are older than before.
 */
export interface SeenChanges {
  /** Undefined where the node has seen none. */
  readonly installation: string | undefined;
  readonly changes: number;
  /** Remembers the number where it is greater. */
  note(installation: string, changes: number): Promise<void>;
}

/** Notes nothing where `isReadOnly`: in workers, and for the doctor. */
export async function openSeenChanges(
  keyDir: string,
  { isReadOnly }: { isReadOnly: boolean },
): Promise<SeenChanges> {
  const path = join(keyDir, 'keyring.seen');
  let known = await read(path);
  let writing = Promise.resolve();

  async function write(next: Noted): Promise<void> {
    if (next.changes <= known.changes && next.installation === known.installation) return;
    await replaceFile(path, `${JSON.stringify(next)}\n`);
    known = next;
  }

  return {
    get installation() {
      return known.installation;
    },
    get changes() {
      return known.changes;
    },
    async note(installation, changes) {
      if (isReadOnly) return;
      const turn = writing.then(() => write({ installation, changes }));
      writing = turn.catch(() => undefined);
      await turn;
    },
  };
}

interface Noted {
  installation: string | undefined;
  changes: number;
}

async function read(path: string): Promise<Noted> {
  let text: string;
  try {
    text = (await readPrivateFile(path)).toString('utf8');
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'key_missing') {
      return { installation: undefined, changes: 0 };
    }
    throw error;
  }
  const noted = parse(text);
  if (noted !== undefined) return noted;
  throw new ValiseError(
    'data_unsafe',
    `${path} does not tell how far this node has seen the keyring change. If the database is the newest, remove the file.`,
  );
}

function parse(text: string): Noted | undefined {
  try {
    const { installation, changes } = JSON.parse(text) as Record<string, unknown>;
    const isWhole = typeof installation === 'string' && Number.isSafeInteger(changes);
    return isWhole ? { installation, changes: Number(changes) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
