import type { CodeRefusal } from '../../domain/people/authenticators.ts';
import { explainRefusal, nextField } from '../app/frame/authenticator-parts.ts';
import { csrfField, errorSummary, field } from '../app/frame/forms.ts';
import type { AppPage, Frame, PageReader } from '../app/frame/frame.ts';
import { html } from '../html/html.ts';
import { keepSession } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { codeFormRoute } from './half-session.ts';

/** Where a person whose password was right enters a code. */
export function codeRoutes({ authenticators, knownBrowsers }: Services, frame: Frame): Route[] {
  return [
    codeFormRoute({
      path: '/sign-in/code',
      show({ person, request, reply, next }, refusal) {
        const reader = frame.readerOf(person);
        const page = codePage({ reader, csrfToken: person.csrfToken, next, refusal });
        return frame.sendToVisitor(request, reply, page, reader);
      },
      verify: (person, entered) => authenticators.complete(person.actor, person, entered),
      accept({ request, reply, next }, answer) {
        keepSession({ request, reply }, knownBrowsers, answer);
        return frame.redirect(request, reply, next);
      },
    }),
  ];
}

interface CodeView {
  reader: PageReader;
  csrfToken: string;
  next: string;
  refusal: CodeRefusal | undefined;
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
