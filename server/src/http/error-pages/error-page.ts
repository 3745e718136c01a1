import type { WireErrorCode } from '#protocol/errors.ts';
import { wireErrorMeanings } from '#protocol/errors.ts';
import { html, userText } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { errorStatus } from './error-answer.ts';

export interface ErrorView {
  status: number;
  /** Left out, the page has a default title for the status. */
  title?: string;
  /** A sentence for people, as the error carries it. */
  message: string;
  requestId: string;
  serviceName: string;
  locale: string;
}

/** The error page of a browser: what happened, what to do, and a reference to quote. */
export function renderErrorPage(view: ErrorView): string {
  const text = errorText(view.status);
  const title = view.title ?? text.title;
  const body = html`<section class="notice">
    <h1>${title}</h1>
    ${!saysTheSame(view.message, title) && html`<p>${userText(view.message)}</p>`}
    <p>${text.nextStep}</p>
    <p class="reference">
      <span>Reference</span>
      <code>${view.requestId}</code>
    </p>
  </section>`;
  return renderPage({
    title,
    serviceName: view.serviceName,
    locale: view.locale,
    width: 'narrow',
    body,
  });
}

/** A title has no full stop. */
function saysTheSame(message: string, title: string): boolean {
  return message.replace(/\.$/, '') === title;
}

interface ErrorText {
  title: string;
  nextStep: string;
}

const texts: Record<number, ErrorText> = {
  400: {
    title: 'The request could not be understood',
    nextStep: 'Go back, reload the page and try again.',
  },
  401: {
    title: 'Please sign in',
    nextStep: 'Reload the page and enter your e-mail address and your key.',
  },
  403: {
    title: 'This is not open to you',
    nextStep:
      'Go back to your own page and start from there. A page that stood open for long needs a reload first.',
  },
  404: {
    title: 'There is nothing at this address',
    nextStep:
      'Check that the whole link was opened, as it stands in the mail. If its time is over, ask the sender to send the files again.',
  },
  405: {
    title: 'That does not work at this address',
    nextStep: 'Go back and use the buttons and links of the page.',
  },
  409: {
    title: 'This does not fit what is already there',
    nextStep: 'Reload the page to see how things stand now, then try again.',
  },
  413: {
    title: 'That is too large',
    nextStep:
      'Send fewer or smaller files at once, or ask the operator of this service for more room.',
  },
  429: {
    title: 'That was a little too often',
    nextStep: 'Wait a few minutes, then try again.',
  },
  500: {
    title: 'Something went wrong on our side',
    nextStep:
      'Try again in a few minutes. If it happens again, give the operator of this service the reference below.',
  },
  503: {
    title: 'The service is busy',
    nextStep: 'Your files are safe. Try again in a few minutes.',
  },
};

const otherClientError: ErrorText = {
  title: 'That did not work',
  nextStep: 'Go back and try again. If it happens again, ask the operator of this service.',
};

const otherServerError: ErrorText = {
  title: 'The service cannot answer now',
  nextStep: 'Try again in a few minutes.',
};

/** What happened, and what the reader can do, for any status of an error. */
export function errorText(status: number): ErrorText {
  return texts[status] ?? (status < 500 ? otherClientError : otherServerError);
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
`;
}
