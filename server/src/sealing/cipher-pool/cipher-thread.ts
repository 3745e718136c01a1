import { workerData } from 'node:worker_threads';

import { openRun, createOpener } from '../crypto/opener.ts';
import type { Opener } from '../crypto/opener.ts';
import type { PlainHash } from '../crypto/plain-hash.ts';
import { createPlainHash, loadSavableHash } from '../crypto/plain-hash.ts';
import type { InPlaceSealer } from '../crypto/sealer.ts';
import { createInPlaceSealer } from '../crypto/sealer.ts';
import { transfer } from '../../platform/rpc/rpc.ts';
import { answerParent } from '../../platform/rpc/threads.ts';
import { asBuffer, ownCopy } from '../../platform/rpc/message-bytes.ts';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import type {
  CipherAnswers,
  CipherThreadData,
  HashBeginning,
  OpenBeginning,
  SealBeginning,
} from './threaded-cipher-pool.ts';

/** The program of a cipher thread. It does one call after another, so answers keep their order. */
lowerThreadPriority();

const sealers = new Map<number, InPlaceSealer>();
const openers = new Map<number, Opener>();
/** Undefined: a saved hash that cannot continue here. */
const hashes = new Map<number, PlainHash | undefined>();

const { savesHashes } = workerData as CipherThreadData;
const startSavable = savesHashes ? await loadSavableHash() : undefined;

answerParent({
  seal({ job, begin, ...buffer }) {
    if (begin !== undefined) sealers.set(job, beginSealing(begin));
    const seal = sealers.get(job);
    if (seal === undefined) throw new Error(`Job ${job} seals nothing`);
    const { sealed, sha256, hashState } = seal(buffer);
    return transfer(
      {
        sealed,
        sha256: sha256 && ownCopy(sha256),
        hashState: hashState && ownCopy(hashState),
      },
      [sealed.buffer],
    );
  },
  open({ job, begin, firstIndex, sealed, isLast }) {
    if (begin !== undefined) openers.set(job, beginOpening(begin));
    const opener = openers.get(job);
    if (opener === undefined) throw new Error(`Job ${job} opens nothing`);
    const { plain, damage } = openRun(opener, { firstIndex, sealed: asBuffer(sealed), isLast });
    return transfer({ plain, damage: damage?.message }, [plain.buffer]);
  },
  end(job) {
    sealers.delete(job);
    openers.delete(job);
    hashes.delete(job);
  },
} satisfies CipherAnswers);

function beginSealing({ context, salt, hash }: SealBeginning): InPlaceSealer {
  const fileKey = asBuffer(context.fileKey);
  const options = { ...context, fileKey, salt: asBuffer(salt) };
  const sealer = createInPlaceSealer(options, hash === undefined ? undefined : goOnWith(hash));
  fileKey.fill(0);
  return sealer;
}

function goOnWith({ job, isSavable, saved }: HashBeginning): PlainHash | undefined {
  if (!hashes.has(job)) hashes.set(job, isSavable ? startSavable?.(saved) : createPlainHash());
  return hashes.get(job);
}

function beginOpening({ context, header }: OpenBeginning): Opener {
  const fileKey = asBuffer(context.fileKey);
  const opener = createOpener({ ...context, fileKey, header: asBuffer(header) });
  fileKey.fill(0);
  return opener;
}
