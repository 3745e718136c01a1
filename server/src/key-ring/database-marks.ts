import { join } from 'node:path';

import type { TrailMark, TrailAnchor } from '../domain/audit/audit-verification.ts';
import { formatMark, parseMark } from '../domain/audit/audit-verification.ts';
import type { AuditTrail } from '../domain/model/audit.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from '../platform/durable-files.ts';
import { readPrivateFile } from './private-files.ts';

/** Stores the audit anchor in the key folder, signed with the audit key. */
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

const bindingText =
  'Every row that opens something has its code: rows without one are refused.\n' +
  'Remove this file only after a database from before there were such codes was put back.\n';

/**
 * A file in the key folder that says that the rows of the database have MACs. An attacker who can only
 * write rows cannot remove it to have forged rows authenticated.
 */
export function createBindingMark(keyDir: string) {
  const path = join(keyDir, 'rows.bound');
  return {
    path,

    async isSet(): Promise<boolean> {
      try {
        await readPrivateFile(path);
        return true;
      } catch (error) {
        if (error instanceof ValiseError && error.code === 'key_missing') return false;
        throw error;
      }
    },

    async set(): Promise<void> {
      await replaceFile(path, bindingText);
    },
  };
}
