import { auditActions } from '../model/audit.ts';

/** The whole of docs/audit.md. */
export function auditAsMarkdown(): string {
  const rows = Object.entries(auditActions).map(([action, text]) => `| \`${action}\` | ${text} |`);
  return `<!-- Made from server/src/domain/model/audit.ts by \`npm run docs\`. Change it there. -->

# The audit trail

Every security-relevant act writes one record in the transaction of the act itself: neither exists without the other. A record
says when (UTC), who (an account's address, \`operator\` at the command line, \`system\`), from where (network address, \`cli\`,
\`scheduler\`), what, on what, with which outcome (\`ok\`, \`refused\`, \`failed\`), and the id of the request. It holds no secrets and no links.

Records are chained: each carries an HMAC-SHA-256, under a key derived from the root key, over the hash of the record before it and
its own content. \`valise audit verify\` walks the chain and names the first record that was changed, removed, added or moved,
also where its details were only written in another way (the order of the names in them means nothing, and is not held).
It prints the head of the chain, as \`SEQUENCE:HASH\`; kept elsewhere and given to \`--expect\` later, it also
finds a tail that was cut off.

| action | meaning |
|---|---|
${rows.join('\n')}
`;
}
