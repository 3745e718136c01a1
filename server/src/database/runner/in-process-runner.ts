import { refuseMissingBytes } from '../../domain/files/files.ts';
import type { Database } from '../../domain/model/database.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { CommandRunner, Transaction } from '../../domain/ports/command-runner.ts';
import { fromMessage, toMessage } from '../../platform/rpc/thread-transport.ts';

interface Dependencies extends Omit<Transaction, 'repositories'> {
  database: Pick<Database, 'transact'>;
  blobs: Pick<BlobStore, 'findSize'>;
}

/** Runs each command in the calling thread, in a transaction of its own. */
export function createInProcessRunner(dependencies: Dependencies): CommandRunner {
  const { database, blobs, audit, clock, randomness } = dependencies;
  return {
    async run(command, input) {
      const copy = cloned(input);
      await refuseMissingBytes(blobs, command.blobKeys?.(copy) ?? []);
      const result = await database.transact((repositories) =>
        command.run({ repositories, audit, clock, randomness }, copy),
      );
      return cloned(result);
    },
  };
}

/** As if it had been sent to a thread, so that what cannot be sent fails here too. */
function cloned<Value>(value: Value): Value {
  return fromMessage(structuredClone(toMessage(value))) as Value;
}
