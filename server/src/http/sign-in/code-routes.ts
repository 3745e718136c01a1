import type { CodeRefusal } from '../../domain/people/authenticators.ts';
import { explainRefusal, nextField } from '../app/frame/authenticator-parts.ts';
import { csrfField, errorSummary, field } from '../app/frame/forms.ts';
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
  const body = html`<article class="person-form">
    ${errorSummary(problems, say)}
    <h1>${title}</h1>
    <p>${say('signIn.codeLead')}</p>
    <form class="panel" method="post" action="/sign-in/code">
      ${csrfField(csrfToken)} ${nextField(next)}
      ${field({
        name: 'code',
        label: say('signIn.codeLabel'),
        hint: say('signIn.codeHint'),
        autocomplete: 'one-time-code',
        problems,
      })}
      <button class="button button-main" type="submit">${say('signIn.submit')}</button>
    </form>
  </article>`;
  const status = { refused: 422, blocked: 429, shown: 200 }[refusal?.kind ?? 'shown'];
  return { title, body, status };
}
