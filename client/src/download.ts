import { ValiseMismatch, ValiseProblem, ValiseUnreachable } from './problem.ts';
import type { Sha256 } from './sha256.ts';
import { base64Of, hexOf } from './sha256.ts';
import type { Transport } from './transport.ts';
import { unreachable } from './transport.ts';
import type { FileAbout } from './types.ts';

export interface ReadProgress {
  name: string;
  /** Bytes that are here. */
  receivedBytes: number;
  sizeBytes: number;
}

export interface ReadOptions {
  onProgress?: (progress: ReadProgress) => void;
  signal?: AbortSignal;
}

interface Reading extends ReadOptions {
  path: string;
  file: FileAbout;
  /** It has taken what is here already. */
  hash: Sha256;
  /** How many bytes are here already. */
  from?: number;
}

/** A line that carries nothing for so long is broken. */
const silenceMs = 60_000;
const mostFaults = 3;

/**
 * The bytes of a file, as they come. A line that breaks is opened again behind the last of them. Throws
 * `ValiseMismatch` at the end where they are not those that the server names: who keeps them waits for that end.
 */
export async function* readFile(
  transport: Transport,
  { path, file, hash, from = 0, signal, onProgress }: Reading,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { name, size, sha256 } = file;
  const patience = transport.newPatience(signal);
  let have = from;
  let etag: string | undefined;
  let faults = 0;

  async function* readRest(): AsyncGenerator<Uint8Array, void, undefined> {
    const silent = new AbortController();
    const answer = await transport.attempt({
      method: 'GET',
      path,
      headers: {
        accept: '*/*',
        // Ranges count what is sent.
        'accept-encoding': 'identity',
        ...(have > 0 && { range: `bytes=${have}-` }),
        ...(have > 0 && etag !== undefined && { 'if-range': etag }),
      },
      signal: signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal]),
    });
    try {
      demandSame(answer, file);
      etag = answer.headers.get('etag') ?? undefined;
      // Who answers with the whole file in place of the rest is listened to from where we are.
      let skipped = answer.status === 206 ? have - firstByteOf(answer) : have;
      if (skipped < 0) throw new ValiseMismatch(`The server sent another part of ${name}.`);
      for await (const bytes of listen(answer, silent, transport.url)) {
        const rest = bytes.subarray(Math.min(skipped, bytes.length));
        skipped -= bytes.length - rest.length;
        if (rest.length > 0) yield rest;
      }
    } finally {
      silent.abort();
    }
  }

  // An empty file is asked for too: that it was fetched is what its sender wants to know.
  let isBegun = have === size && size > 0;
  while (have < size || !isBegun) {
    try {
      for await (const bytes of readRest()) {
        have += bytes.length;
        if (have > size) throw new ValiseMismatch(`${name} is longer than the server says.`);
        hash.update(bytes);
        patience.reset();
        onProgress?.({ name, receivedBytes: have, sizeBytes: size });
        yield bytes;
      }
      isBegun = true;
      if (have < size) throw new ValiseUnreachable(`The line broke while ${name} was read.`);
    } catch (error) {
      // That the stored file is damaged is answered so, and another try does not mend it.
      if (error instanceof ValiseProblem && error.code === 'internal') faults += 1;
      if (faults > mostFaults) throw error;
      await patience.afterFailure(error, true);
    }
  }
  if (hexOf(hash.digest()) !== sha256) {
    throw new ValiseMismatch(`${name}: what arrived is not what the server has.`);
  }
}

/** What the server says of the whole file in the answer itself. */
function demandSame({ headers }: Response, { name, sha256 }: FileAbout): void {
  const written = /sha-256=:([^:]*):/.exec(headers.get('repr-digest') ?? '')?.[1];
  const bytes = Uint8Array.from(sha256.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  if (written !== undefined && written !== base64Of(bytes)) {
    throw new ValiseMismatch(`${name} is another file meanwhile.`);
  }
}

function firstByteOf({ status, headers }: Response): number {
  const [, first] = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '') ?? [];
  if (first !== undefined) return Number(first);
  throw new ValiseProblem({
    ...{ status, code: 'unknown', title: 'A part without a place', type: 'about:blank' },
    ...{ detail: 'The server sent a part of a file and does not say which.', errors: [] },
    ...{ retry: 'never', requestId: undefined, retryAfterSeconds: undefined },
    oldestCursor: undefined,
  });
}

/** The time in which the reader does something else does not count as silence. */
async function* listen(
  answer: Response,
  silent: AbortController,
  url: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const body: ReadableStream<Uint8Array> = answer.body ?? new Blob().stream();
  const reader = body.getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => {
        silent.abort(new ValiseUnreachable('The server sends nothing.'));
      }, silenceMs);
      const { done, value } = await reader.read().finally(() => {
        clearTimeout(timer);
      });
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof ValiseUnreachable ? error : unreachable(url, error);
  } finally {
    // What broke is closed already.
    await reader.cancel().catch(() => undefined);
  }
}
