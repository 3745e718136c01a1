import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';

import { openRun, createOpener } from '../crypto/opener.ts';
import type { Opener } from '../crypto/opener.ts';
import type { InPlaceSealer } from '../crypto/sealer.ts';
import { createInPlaceSealer } from '../crypto/sealer.ts';
import { transfer, answerParent, asBuffer, ownCopy } from '../../platform/rpc/rpc.ts';
import { lowerThreadPriority } from './lower-thread-priority.ts';
import type { CipherAnswers, OpenBeginning, SealBeginning } from './threaded-cipher-pool.ts';

/** The program of a cipher thread. It does one call after another, so answers keep their order. */
lowerThreadPriority();

const sealers = new Map<number, InPlaceSealer>();
const openers = new Map<number, Opener>();
const hashes = new Map<number, Hash>();

answerParent({
  seal({ job, begin, ...buffer }) {
    if (begin !== undefined) sealers.set(job, beginSealing(begin));
    const seal = sealers.get(job);
    if (seal === undefined) throw new Error(`Job ${job} seals nothing`);
    const { sealed, sha256 } = seal(buffer);
    return transfer({ sealed, sha256: sha256 && ownCopy(sha256) }, [sealed.buffer]);
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

function goOnWith(job: number): Hash {
  const hash = hashes.get(job) ?? createHash('sha256');
  hashes.set(job, hash);
  return hash;
}

function beginOpening({ context, header }: OpenBeginning): Opener {
  const fileKey = asBuffer(context.fileKey);
  const opener = createOpener({ ...context, fileKey, header: asBuffer(header) });
  fileKey.fill(0);
  return opener;
}
