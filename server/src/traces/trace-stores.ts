import type { Database } from '../domain/model/database.ts';
import type { BlobStore, BlobWriter } from '../domain/ports/blob-store.ts';
import type { ChildSpan, Tracer } from './tracer.ts';

type Calls = Record<string, (...args: unknown[]) => unknown>;

/** The same database, with a span for each transaction and for each call of a repository outside of one. */
export function traceDatabase(database: Database, tracer: Tracer, system: string): Database {
  const attributes = { 'db.system.name': system === 'postgres' ? 'postgresql' : system };

  function traceRepository(name: string, repository: object): Calls {
    const calls = Object.entries(repository as Calls);
    const traced = calls.map(([call, carryOut]) => {
      const operation = `${name}.${call}`;
      const options = {
        kind: 'client' as const,
        attributes: { ...attributes, 'db.operation.name': operation },
      };
      return [
        call,
        (...args: unknown[]) =>
          tracer.measure(`database ${operation}`, options, async () => await carryOut(...args)),
      ] as const;
    });
    return Object.fromEntries(traced);
  }

  const repositories = Object.entries(database).flatMap(([name, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null ? [[name, traceRepository(name, part)]] : [],
  );
  const options = { kind: 'client' as const, attributes };
  return {
    ...database,
    ...(Object.fromEntries(repositories) as Partial<Database>),
    transact: (work) =>
      tracer.measure('database transaction', options, () => database.transact(work)),
  };
}

/**
 * The same store, with a span for each call, and one for all of a blob that is written or read. Lists are not
 * traced.
 */
export function traceBlobs(blobs: BlobStore, tracer: Tracer): BlobStore {
  const options = { kind: 'client' as const, attributes: { 'valise.store': blobs.name } };

  function measure<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    return tracer.measure(`blobs ${call}`, options, work);
  }

  return {
    name: blobs.name,

    async create(key) {
      const span = tracer.start('blobs write', options);
      try {
        const writer = await span.run(() => blobs.create(key));
        return traceWriter(writer, span);
      } catch (error) {
        span.fail(error);
        throw error;
      }
    },

    async *read(key, start, end, pieceBytes) {
      const span = tracer.start('blobs read', options);
      let bytes = 0;
      try {
        for await (const piece of blobs.read(key, start, end, pieceBytes)) {
          bytes += piece.length;
          yield piece;
        }
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.set({ 'valise.bytes': bytes });
        span.end();
      }
    },

    putMany: (whole) => measure('putMany', () => blobs.putMany(whole)),
    findSize: (key) => measure('findSize', () => blobs.findSize(key)),
    readStart: (key, bytes) => measure('readStart', () => blobs.readStart(key, bytes)),
    delete: (key) => measure('delete', () => blobs.delete(key)),
    deleteMany: (keys) => measure('deleteMany', () => blobs.deleteMany(keys)),
    quarantine: (key) => measure('quarantine', () => blobs.quarantine(key)),
    putBack: (blob) => measure('putBack', () => blobs.putBack(blob)),
    discardQuarantined: (before) =>
      measure('discardQuarantined', () => blobs.discardQuarantined(before)),
    sweepAbandoned: (before) => measure('sweepAbandoned', () => blobs.sweepAbandoned(before)),
    listQuarantined: () => blobs.listQuarantined(),
    list: (since) => blobs.list(since),
    freeBytes: () => blobs.freeBytes(),
    check: () => blobs.check(),
  };
}

function traceWriter(writer: BlobWriter, span: ChildSpan): BlobWriter {
  let bytes = 0;

  async function follow(work: () => Promise<void>): Promise<void> {
    try {
      await span.run(work);
    } catch (error) {
      span.fail(error);
      throw error;
    }
  }

  return {
    async write(pieces) {
      for (const piece of pieces) bytes += piece.length;
      await follow(() => writer.write(pieces));
    },
    async commit() {
      await follow(() => writer.commit());
      span.set({ 'valise.bytes': bytes });
      span.end();
    },
    async abort() {
      span.set({ 'valise.bytes': bytes, 'valise.aborted': true });
      span.end();
      await writer.abort();
    },
  };
}
