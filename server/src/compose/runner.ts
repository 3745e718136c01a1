import type { WritingRunner } from '../database/runner/in-process-runner.ts';
import { createInProcessRunner } from '../database/runner/in-process-runner.ts';
import { createThreadedRunner } from '../database/runner/threaded-runner.ts';
import { isShared } from '../stores/registry.ts';
import { ownCopy } from '../platform/rpc/message-bytes.ts';
import type { Installation } from './installation.ts';

/** A writer thread, where commits would block this one and a second thread can open the stores. */
export function createRunner(installation: Installation): WritingRunner {
  const { stores, keys } = installation;
  const { database, blobs, location } = stores;
  // A thread has a clock of its own, which nobody moves.
  if (installation.sandboxClock !== undefined) return createInProcessRunner(installation);
  if (!database.blocksOnCommit || !isShared(stores)) return createInProcessRunner(installation);
  return createThreadedRunner({
    stores: { database: database.name, blobs: blobs.name, location },
    auditKey: ownCopy(keys.derived.audit),
    rowKey: ownCopy(keys.derived.rows),
  });
}
