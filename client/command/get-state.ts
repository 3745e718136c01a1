import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../node/login.ts';
import { loginFolder, writePrivately } from '../node/login.ts';
import type { SavedNames } from '../src/inbox.ts';
import { CommandFailure, exitStatus } from './exit-status.ts';
import { isAlive } from './send-job.ts';

/** A fact about one item. */
interface Line {
  item: string;
  /** When the item ends. */
  ends: string;
  /** The file has, or is about to get, this name. */
  file?: string;
  name?: string;
  /** The program of that hash ended well with the file; without a file, it did with all of them. */
  did?: string;
  /** The token of the lease under which it is worked on; empty when that is over. */
  lease?: string;
}

interface ItemFacts {
  names: Map<string, string>;
  /** Files by program, and `all` of an item. */
  did: Set<string>;
  lease: string;
  ends: string;
}

interface Item {
  id: string;
  expires_at: string;
}

/** Longer than an item's end is likely to be put off after it was saved. */
const keptMs = 90 * 24 * 60 * 60 * 1000;
const partsKeptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Where the items of a server were saved in a folder, and with which of them a program has ended well, in a file beside
 * the key's: a run that was killed goes on when it is repeated. It contains ids and names of files. One process at a
 * time has it.
 */
export function openGetState(
  env: Environment,
  { url, folder, program }: { url: string; folder: string; program: readonly string[] },
) {
  const states = join(loginFolder(env), 'inbox');
  mkdirSync(states, { recursive: true, mode: 0o700 });
  const path = join(states, `${hashOf([url, folder])}.jsonl`);
  const unlock = lock(`${path}.lock`, folder);
  const doer = hashOf(program);
  const items = new Map<string, ItemFacts>();
  const kept = linesIn(path).filter(({ ends }) => Date.parse(ends) > Date.now() - keptMs);
  for (const line of kept) take(line);
  writePrivately(path, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
  removeOldParts(folder);
  const journal = openSync(path, 'a', 0o600);

  function factsOf(id: string): ItemFacts {
    const facts = items.get(id) ?? {
      names: new Map<string, string>(),
      did: new Set<string>(),
      lease: '',
      ends: '',
    };
    items.set(id, facts);
    return facts;
  }

  function take({ item, ends, file = 'all', name, did, lease }: Line): void {
    const facts = factsOf(item);
    facts.ends = ends;
    if (lease !== undefined) facts.lease = lease;
    if (name !== undefined) facts.names.set(file, name);
    if (did !== undefined) facts.did.add(`${did} ${file}`);
  }

  function write(line: Line): void {
    take(line);
    writeSync(journal, `${JSON.stringify(line)}\n`);
  }

  return {
    namesOf: ({ id, expires_at: ends }: Item): SavedNames => ({
      find: (file) => factsOf(id).names.get(file.id),
      note(file, name) {
        write({ item: id, ends, file: file.id, name });
        // The file has its name on the disk afterwards: without this line, a power cut would make a second of it.
        fsyncSync(journal);
      },
    }),
    /** Whether all was done with an item, or with a file of it. */
    isDone: ({ id }: Pick<Item, 'id'>, file?: { id: string }): boolean =>
      items.get(id)?.did.has(`${doer} ${file?.id ?? 'all'}`) ?? false,
    noteDone({ id, expires_at: ends }: Item, file?: { id: string }): void {
      write({ item: id, ends, did: doer, ...(file && { file: file.id }) });
    },
    /** What a run that was killed had leased. */
    leases: () =>
      [...items].flatMap(([id, { lease, ends }]) =>
        lease === '' ? [] : [{ id, lease, expires_at: ends }],
      ),
    noteLease({ id, expires_at: ends }: Item, lease: string): void {
      write({ item: id, ends, lease });
    },
    close(): void {
      closeSync(journal);
      unlock();
    },
  };
}

function linesIn(path: string): Line[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  // A process that was killed may have left a part of the last line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return whole.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

/** Returns what ends it. */
function lock(path: string, folder: string): () => void {
  for (const isLast of [false, true]) {
    try {
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => {
        rmSync(path, { force: true });
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const pid = Number(readFileSync(path, 'utf8'));
      if (isLast || (pid > 0 && pid !== process.pid && isAlive(pid))) break;
      rmSync(path, { force: true });
    }
  }
  throw new CommandFailure(
    exitStatus.exists,
    `Another run fetches into ${folder} already, by ${path}.`,
  );
}

/** Parts of files that nobody went on with: their items are gone. */
function removeOldParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^\.valise-[0-9a-f]{32}\.part$/.test(name)) continue;
    const path = join(folder, name);
    if (lstatSync(path).mtimeMs < Date.now() - partsKeptMs) rmSync(path, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function hashOf(words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32);
}
