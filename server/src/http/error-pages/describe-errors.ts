import type { WireErrorCode } from '#protocol/errors.ts';
import { wireErrorMeanings } from '#protocol/errors.ts';
import { errorStatus } from './error-status.ts';

/** The whole of docs/errors.md. */
export function errorsAsMarkdown(): string {
  const rows = (Object.keys(errorStatus) as WireErrorCode[]).map(
    (code) => `| ${errorStatus[code]} | \`${code}\` | ${wireErrorMeanings[code]} |`,
  );
  return `<!-- Made from protocol/errors.ts by \`npm run docs\`. Change it there. -->

# Errors

A failed request has changed nothing. Its answer is

\`\`\`json
{"status":"error","error":"contact_exists","message":"bob@example.com is already a contact.","request_id":"…"}
\`\`\`

\`error\` is for programs and keeps its meaning; \`message\` is a sentence for people; \`details\`, an array of \`{field, problem}\`,
comes with 422; \`request_id\` is also in the header \`X-Request-Id\` and in the server's log. A browser that asks for a page gets
a page instead.

| HTTP | \`error\` | when |
|---|---|---|
${rows.join('\n')}
`;
}
