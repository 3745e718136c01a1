import { join } from 'node:path';
import type { AuditTrail } from '../domain/model/audit.ts';
import type { TrailMark } from '../domain/audit/audit-verification.ts';
import { formatMark, parseMark } from '../domain/audit/audit-verification.ts';
import type { TrailAnchor } from '../domain/audit/trail-anchor.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from './durable-file.ts';
import { readPrivateFile } from './private-path.ts';

/** Keeps the anchor in the key folder, with a code that only the holder of the key can make. */
export function createAnchorFile(keyDir: string, audit: Pick<AuditTrail, 'sign'>): TrailAnchor {
  const path = join(keyDir, 'audit.head');

  return {
    async find(): Promise<TrailMark | undefined> {
      const text = await readIfThere(path);
      if (text === undefined) return undefined;
      const [mark = '', signature] = text.trim().split(' ');
      const parsed = parseMark(mark);
      if (parsed !== undefined && audit.sign('anchor', mark) === signature) return parsed;
      throw new ValiseError(
        'data_unsafe',
        `${path} was changed: it does not tell any more where the audit trail ended. Look into it; "valise audit accept" makes it anew.`,
      );
    },

    async set(mark) {
      const text = formatMark(mark);
      await replaceFile(path, `${text} ${audit.sign('anchor', text)}\n`);
    },
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readPrivateFile(path)).toString('latin1');
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'key_missing') return undefined;
    throw error;
  }
}
