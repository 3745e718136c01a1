import type { KeyObject } from 'node:crypto';
import { ValiseError } from '../model/valise-error.ts';
import { openEnvelope, parseEnvelope, parseJson } from './envelope.ts';

/** What a verified part says. Its other fields are as they were signed. */
export interface Statement {
  kind: string;
  drop: { id: string };
  after: string | null;
  next: string | null;
}

export interface VerifiedPart {
  statement: Statement;
  keyId: string;
}

/**
 * The parts of a receipt, one on each line or a single one on several lines. Throws `usage` for what is no receipt, and
 * `check_failed` where none of the keys signed a part, or the parts are not those of one receipt in their order.
 */
export function verifyReceipt(text: string, keys: readonly KeyObject[]): VerifiedPart[] {
  const single = parseEnvelope(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const envelopes = single === undefined ? lines.map(parseEnvelope) : [single];
  if (envelopes.length === 0) throw noReceipt();
  const parts = envelopes.map((envelope, index) => {
    if (envelope === undefined) throw noReceipt();
    const opened = openEnvelope(envelope, keys);
    const where = envelopes.length === 1 ? 'The receipt' : `Part ${index + 1} of the receipt`;
    if (opened === undefined) {
      throw new ValiseError(
        'check_failed',
        `${where} was changed, or was signed with another key than the one given.`,
      );
    }
    const statement = parseJson(opened.payload.toString());
    if (!isStatement(statement)) throw noReceipt();
    return { statement, keyId: opened.keyId };
  });
  refuseGaps(parts);
  return parts;
}

/** Parts that are missing, or of several receipts, would tell less than a reader believes. */
function refuseGaps(parts: readonly VerifiedPart[]): void {
  for (const [index, { statement }] of parts.slice(1).entries()) {
    const before = parts[index]?.statement;
    const follows =
      statement.kind === before?.kind &&
      statement.drop.id === before.drop.id &&
      statement.after !== null &&
      statement.after === before.next;
    if (!follows) {
      throw new ValiseError(
        'check_failed',
        `Part ${index + 2} of the receipt does not follow the part before it.`,
      );
    }
  }
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, drop, after, next } = value as Partial<Record<keyof Statement, unknown>>;
  return (
    typeof kind === 'string' &&
    typeof drop === 'object' &&
    drop !== null &&
    'id' in drop &&
    typeof drop.id === 'string' &&
    [after, next].every((place) => place === null || typeof place === 'string')
  );
}

function noReceipt(): ValiseError {
  return new ValiseError('usage', 'The file is no receipt of Valise.');
}
