import type { AuditRecord, AuditRepository } from '../model/audit.ts';
import { auditActions } from '../model/audit.ts';
import type { Instant } from '../model/clock.ts';
import { ValiseError } from '../model/valise-error.ts';

const batchSize = 1000;

/**
 * Every record up to and including `last`, in order. Only a small part of the trail is in memory at once.
 */
export async function* readTrail(
  audit: AuditRepository,
  last: number,
): AsyncGenerator<AuditRecord, void> {
  let after = 0;
  for (;;) {
    const records = await refuseUnreadable(audit.list(after, batchSize));
    for (const record of records) {
      if (record.sequence > last) return;
      yield record;
    }
    const newest = records.at(-1);
    if (newest === undefined) return;
    after = newest.sequence;
  }
}

/**
 * The number of the first record that is not older than `at`, by bisection; that of the next record where none is.
 * Records are in the order of time, except where the clock was set back: those are found from another date.
 */
export async function findFirstSince(
  audit: Pick<AuditRepository, 'findHead' | 'list'>,
  at: Instant,
): Promise<number> {
  let [low, high] = [0, ((await audit.findHead())?.sequence ?? 0) + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const [record] = await refuseUnreadable(audit.list(middle - 1, 1));
    if (record === undefined || record.at >= at) high = middle;
    else low = middle;
  }
  return high;
}

/** Whether a repository found a record with values that Valise never writes. */
export function isUnreadable(error: unknown): boolean {
  return [SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
}

export async function refuseUnreadable<Records>(reading: Promise<Records>): Promise<Records> {
  try {
    return await reading;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new ValiseError(
      'check_failed',
      'A record of the audit trail cannot be read. "valise audit verify" says which.',
      { cause: error },
    );
  }
}

/** The whole of docs/audit.md. */
export function auditAsMarkdown(): string {
  const rows = Object.entries(auditActions).map(([action, text]) => `| \`${action}\` | ${text} |`);
  return `<!-- Made from server/src/domain/model/audit.ts by \`npm run docs\`. Change it there. -->

# The audit trail

Every security-relevant act writes one record in the transaction of the act itself: neither exists without the other. A record
says when (UTC), who (an account's address, \`operator\` at the command line, \`system\`), from where (network address, \`cli\`,
\`scheduler\`), what, on what, with which outcome (\`ok\`, \`refused\`, \`failed\`), and the id of the request. It holds no secrets and no links.

Records are chained: each carries an HMAC-SHA-256, under a key of its own, over the hash of the record before it and
its own content. \`valise audit verify\` walks the chain and names the first record that was changed, removed, added or moved,
also where its details were only written in another way (the order of the names in them means nothing, and is not held).
It prints the head of the chain, as \`SEQUENCE:HASH\`; kept elsewhere and given to \`--expect\` later, it also
finds a tail that was cut off.

| action | meaning |
|---|---|
${rows.join('\n')}
`;
}
