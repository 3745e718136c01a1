import type { WireErrorCode } from '#protocol/errors.ts';
import { wireErrorMeanings } from '#protocol/errors.ts';
import type { Language } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { userText } from '../html/html.ts';
import { renderNoticePage } from '../html/notice.ts';
import { errorStatus } from './error-status.ts';

export interface ErrorView {
  status: number;
  /** A sentence for people, as the error carries it; it is in English. */
  message: string;
  requestId: string;
  serviceName: string;
  language: Language;
  say: Say;
}

/** The error page of a browser: what happened, what to do, and a reference to quote. */
export function renderErrorPage(view: ErrorView): string {
  const { status, message, language, say } = view;
  const { title, nextStep } = errorText(status, say);
  const isToldMore = language === 'en' && message !== '' && !saysTheSame(message, title);
  const sentences = [...(isToldMore ? [userText(message)] : []), nextStep];
  const reference = { label: say('errors.reference'), id: view.requestId };
  return renderNoticePage({ title, sentences, reference }, view);
}

/** A title has no full stop. */
function saysTheSame(message: string, title: string): boolean {
  return message.replace(/\.$/, '') === title;
}

interface ErrorText {
  title: string;
  nextStep: string;
}

const names = {
  400: 'badRequest',
  401: 'signIn',
  403: 'forbidden',
  404: 'notFound',
  405: 'wrongMethod',
  409: 'conflict',
  413: 'tooLarge',
  429: 'tooMany',
  500: 'failed',
  503: 'busy',
} as const;

/** What happened, and what the reader can do, for any status of an error. */
export function errorText(status: number, say: Say): ErrorText {
  const known = names[status as keyof typeof names] as (typeof names)[400] | undefined;
  const name = known ?? (status < 500 ? 'otherRequest' : 'otherFailure');
  return { title: say(`errors.${name}.title`), nextStep: say(`errors.${name}.nextStep`) };
}

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

## At API v1

Below \`/api/v1\` a failed request is answered with a problem document, RFC 9457, as \`application/problem+json\`:

\`\`\`json
{"type":"https://files.example.com/api/v1/errors/invalid","title":"Invalid","status":422,"detail":"receivers: is missing.","code":"invalid",
 "errors":[{"in":"body","pointer":"/receivers","code":"missing","detail":"receivers is missing."}],"retry":"never","request_id":"…"}
\`\`\`

\`code\` is one of the words above, and \`type\` leads to a page about it. \`errors\` names each field that is wrong: where it stands (\`body\`, \`query\` or \`header\`), its
JSON pointer there, and \`invalid\`, \`missing\`, \`unknown\` or \`repeated\`. \`retry\` says whether the same request may be repeated: \`never\`, \`later\`, or with the \`same_key\`,
an \`Idempotency-Key\`, since it may have been done. A body that did not come whole is \`later\`. A JSON body with a field that the operation does not know, or with one that comes twice, is refused.
`;
}
