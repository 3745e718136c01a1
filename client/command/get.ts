import { mkdir, realpath } from 'node:fs/promises';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Valise } from '../node/connect.ts';
import type { InboxItem, LeasedItem, SavedFile } from '../src/inbox.ts';
import { sleep } from '../src/patience.ts';
import { ValiseMismatch, ValiseProblem } from '../src/problem.ts';
import { connected } from './connected.ts';
import type { SenderContext } from './define.ts';
import { defineSenderCommand, jsonOption } from './define.ts';
import { exitStatus, exitStatusOf, reasonOf, UsageError } from './exit-status.ts';
import { programVariables, runProgram } from './get-program.ts';
import { openGetState } from './get-state.ts';
import { printable, printJson, showProgress, sizeInWords } from './output.ts';

export const get = defineSenderCommand({
  name: 'get',
  summary: 'fetch what others sent',
  about: `Saves what came in DIR, or in this folder, under the names that senders gave, as far as these are safe,
and beside what is there. A file has its name when it is whole, verified and on the disk. Each item is
saved once in a folder, whatever is killed and repeated. With --ack, several machines share the work: an
item is held while it is worked on, and given to no other. A program gets the path of each file as its
last argument, without a shell, at least once; and in its environment, on one line each,
${programVariables.join('\n')}.
Where it fails, the item is released and not acknowledged.`,
  words: { name: 'DIR', least: 0, most: 1 },
  options: {
    all: { doc: 'fetch what was acknowledged before, too' },
    ack: { doc: 'acknowledge each item that was saved, and with which the program ended well' },
    follow: { doc: 'go on with what comes, until it is stopped' },
    json: jsonOption,
    exec: {
      value: 'PROGRAM…',
      doc: 'run this program with its arguments for each file; comes last',
    },
  },
  programOption: 'exec',
  examples: [
    'valise get inbox',
    'valise get inbox --ack --follow',
    'valise get inbox --ack --exec ./import --quiet',
  ],
  async run(context, { words: [word = '.'], options, program }) {
    const valise = connected(context, 'transfer');
    const folder = await makeFolder(context.cwd, word);
    const state = openGetState(context.env, { url: valise.url, folder, program });
    const stopping = stopOnSignals();
    const fetched = new Set<string>();
    const stop = stopping.signal;
    const run: Run = { context, valise, folder, state, program, stop, fetched, ...options };
    try {
      const status = await fetchAll(run);
      // A script reads nothing as nothing.
      if (fetched.size === 0 && context.stderr.isTTY)
        context.stderr.write('There is nothing new.\n');
      const { signal: name } = stopping.stoppedBy();
      if (name === undefined || options.follow) return status;
      return 128 + constants.signals[name];
    } finally {
      stopping.end();
      state.close();
    }
  },
});

async function makeFolder(cwd: string, written: string): Promise<string> {
  const path = resolve(cwd, written);
  try {
    await mkdir(path, { recursive: true });
    return await realpath(path);
  } catch (error) {
    throw new UsageError(`${written} cannot be a folder to save in: ${reasonOf(error)}`);
  }
}

interface Run {
  context: SenderContext;
  valise: Valise;
  folder: string;
  state: ReturnType<typeof openGetState>;
  program: readonly string[];
  stop: AbortSignal;
  /** The ids of the items that were not dealt with before. */
  fetched: Set<string>;
  all: boolean;
  ack: boolean;
  follow: boolean;
  json: boolean;
}

/** Seconds between two looks at an inbox from which nothing is taken. */
const lookEverySeconds = 20;

/** Fetches what is to be fetched. Returns the exit status: that of the first item that failed. */
async function fetchAll(run: Run): Promise<number> {
  const { valise, stop, all, ack, follow } = run;
  let status: number = exitStatus.ok;
  /** Of an earlier run, and not dealt with by this one. */
  const held = new Set<LeasedItem>();
  const note = (outcome: number): void => {
    if (status === exitStatus.ok) status = outcome;
  };
  try {
    if (all) await fetchListed(run, ['acknowledged'], note);
    if (ack) {
      await fetchResumed(run, held, note);
      for await (const item of valise.inbox({ follow, signal: stop })) {
        note(await fetchLeased(run, item));
      }
      return status;
    }
    for (;;) {
      await fetchListed(run, ['new', 'parked'], note);
      if (!follow) return status;
      await sleep(lookEverySeconds * 1000, stop);
    }
  } catch (error) {
    // Whatever was under way ends with the reason of the signal.
    if (stop.aborted && error === stop.reason) return status;
    throw error;
  } finally {
    await Promise.all([...held].map((item) => item.release()));
  }
}

async function fetchListed(
  run: Run,
  states: readonly InboxItem['state'][],
  note: (outcome: number) => void,
): Promise<void> {
  for (const state of states) {
    for await (const item of run.valise.inboxItems({ state, signal: run.stop })) {
      if (!run.state.isDone(item)) note(await fetchItem(run, item, run.stop));
    }
  }
}

/** Goes on with what a run that was killed had leased: it would come back in some minutes only. */
async function fetchResumed(
  run: Run,
  held: Set<LeasedItem>,
  note: (outcome: number) => void,
): Promise<void> {
  for (const { id, expires_at, lease } of run.state.leases()) {
    const item = await run.valise.resumeItem({ id, lease }, { signal: run.stop });
    if (item === undefined) {
      run.state.noteLease({ id, expires_at }, '');
      continue;
    }
    held.add(item);
    const outcome = await fetchLeased(run, item);
    if (outcome === exitStatus.ok || run.follow) held.delete(item);
    note(outcome);
  }
}

/** How long an item with which a program has failed is left alone, at first and at most. */
const shortestPutOff = 60;
const longestPutOff = 3600;

async function fetchLeased(run: Run, item: LeasedItem): Promise<number> {
  run.state.noteLease(item, item.lease);
  const outcome = await fetchItem(run, item, AbortSignal.any([run.stop, item.signal]));
  if (outcome === exitStatus.ok) {
    try {
      await item.ack();
      run.state.noteLease(item, '');
      return outcome;
    } catch (error) {
      return failureOf(run, item, error);
    }
  }
  // Where this run ends, it gives the item back then: at once it would be given the same again.
  if (run.follow) {
    await item.release(Math.min(longestPutOff, shortestPutOff * 2 ** Math.max(0, item.leases - 1)));
  }
  return outcome;
}

/** Saves an item and runs the program. Returns an exit status; throws what concerns other items as well. */
async function fetchItem(run: Run, item: InboxItem, signal: AbortSignal): Promise<number> {
  const { context, state, folder, program, json } = run;
  if (state.isDone(item)) return exitStatus.ok;
  run.fetched.add(item.id);
  const total = item.files.reduce((sum, { size }) => sum + size, 0);
  const progress = json ? undefined : showProgress(context.stderr, total);
  /** Bytes of the files before. */
  let before = 0;
  try {
    const files = await item.saveTo(folder, {
      signal,
      names: state.namesOf(item),
      onProgress: ({ name, receivedBytes, sizeBytes }) => {
        progress?.update(name, before + receivedBytes);
        if (receivedBytes === sizeBytes) before += sizeBytes;
      },
    });
    progress?.clear();
    if (!json) for (const file of files) tellOf(run, item, file);
    for (const file of program.length === 0 ? [] : files) {
      if (state.isDone(item, file)) continue;
      const output = json ? 2 : 'inherit';
      const isDone = await runProgram(
        context,
        program,
        { item, file },
        { output, signal: run.stop },
      );
      run.stop.throwIfAborted();
      if (!isDone) {
        progress?.step(`${printable(program[0] ?? '')} failed with ${printable(file.path)}`);
        if (json) printJson(context, { ...told(item, files), state: 'program_failed' });
        return exitStatus.failed;
      }
      state.noteDone(item, file);
    }
    state.noteDone(item);
    if (json) printJson(context, { ...told(item, files), state: 'saved' });
    return exitStatus.ok;
  } catch (error) {
    if (run.stop.aborted) throw error;
    return failureOf(run, item, error, signal.aborted);
  } finally {
    progress?.clear();
  }
}

function tellOf({ context }: Run, item: InboxItem, { path, size }: SavedFile): void {
  const from = item.sender.email ?? item.sender.name;
  context.stdout.write(`${printable(path)}\n`);
  if (!context.stdout.isTTY || !context.stderr.isTTY) return;
  context.stderr.write(`  ${sizeInWords(size)} from ${printable(from)}\n`);
}

/** What is wrong with this item alone leaves the others to be fetched. */
function failureOf(
  { context, json }: Run,
  item: InboxItem,
  error: unknown,
  isLost = false,
): number {
  const isOwn =
    isLost ||
    error instanceof ValiseMismatch ||
    (error instanceof ValiseProblem && error.status !== 401);
  const status = exitStatusOf(error);
  if (!isOwn || status === undefined || !(error instanceof Error)) throw error;
  const code = error instanceof ValiseProblem ? error.code : 'mismatch';
  if (json) printJson(context, { item: item.id, state: 'failed', error: code });
  context.stderr.write(`valise: item ${printable(item.id)}: ${printable(error.message)}\n`);
  return status;
}

function told(item: InboxItem, files: readonly SavedFile[]) {
  const { id, sender, title, message, request, reference, received_at: at } = item;
  return { item: id, sender, title, message, request, reference, received_at: at, files };
}

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** A run that is stopped gives back what it holds. */
function stopOnSignals() {
  const stopping = new AbortController();
  let stoppedBy: StopSignal | undefined;
  const names: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  function stop(name: StopSignal): void {
    stoppedBy = name;
    stopping.abort(new Error(`Stopped by ${name}.`));
  }
  for (const name of names) process.once(name, stop);
  return {
    signal: stopping.signal,
    stoppedBy: () => ({ signal: stoppedBy }),
    end(): void {
      for (const name of names) process.off(name, stop);
    },
  };
}
