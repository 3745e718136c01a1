import type { CodeRefusal } from '../../domain/people/authenticators.ts';
import { codeField, explainRefusal, nextField } from '../app/frame/authenticator-parts.ts';
import { csrfField, errorSummary } from '../app/frame/forms.ts';
import type { AppPage, PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import type { Pages } from '../app/frame/pages.ts';
import { operations } from '../generated/operations.js';
import { html } from '../html/html.ts';
import { keepSession } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';

/** Where a person whose password was right enters a code. */
export function codeRoutes({ authenticators, knownBrowsers }: Services, { page }: Pages): Route[] {
  return [
    page(operations.signIn.codePage, ({ reader, csrfToken }, { query }) =>
      codePage({ reader, csrfToken, next: nextPage(query.next) }),
    ),
    page(operations.signIn.enterCode, async (context, { form: { code = '', next: wanted } }) => {
      const { reader, csrfToken, actor, person, exchange } = context;
      const next = nextPage(wanted);
      const answer = await authenticators.complete(actor, person, { code, known: person.known });
      if (answer.kind !== 'signed_in')
        return codePage({ reader, csrfToken, next, refusal: answer });
      keepSession(exchange, knownBrowsers, answer);
      return { redirect: next };
    }),
  ];
}

interface CodeView {
  reader: PageReader;
  csrfToken: string;
  next: string;
  refusal?: CodeRefusal;
}

function codePage({ reader: { say }, csrfToken, next, refusal }: CodeView): AppPage {
  const title = say('signIn.codeTitle');
  const problems = refusal === undefined ? [] : [explainRefusal(refusal, say)];
  const body = html`<article class="entry-form stack">
    ${errorSummary(problems, say)}
    <h1>${title}</h1>
    <p class="quiet">${say('signIn.codeLead')}</p>
    <form class="stack stack-s" method="post" action="/sign-in/code">
      ${csrfField(csrfToken)} ${nextField(next)} ${codeField(say, problems)}
      <button class="button primary big wide" type="submit">${say('signIn.submit')}</button>
    </form>
  </article>`;
  const status = { refused: 422, blocked: 429, shown: 200 }[refusal?.kind ?? 'shown'];
  return { title, body, status };
}
