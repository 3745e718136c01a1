import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInQuery } from '#protocol/schemas/people.ts';
import { alertNotice, csrfField, field } from '../app/frame/forms.ts';
import type { AppPage, Frame, PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { personRoute } from '../app/frame/person-route.ts';
import { peopleChecks } from '../generated/checks.js';
import { html } from '../html/html.ts';
import { keepSession } from '../routing/person-cookies.ts';
import type { Person, Route, Services } from '../routing/route.ts';

/** Where a person whose password was right enters a code: the only page that half a session opens. */
export function codeRoutes({ authenticators, knownBrowsers }: Services, frame: Frame): Route[] {
  function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    given: { next: string; alert?: string; status?: number },
  ): FastifyReply {
    const reader = frame.readerOf(person);
    return frame.sendToVisitor(request, reply, codePage({ ...given, reader, person }), reader);
  }

  return [
    personRoute({
      path: '/sign-in/code',
      state: 'half',
      methods: {
        GET: {
          schema: peopleChecks.sign_in_code_page,
          handle(person, request, reply) {
            const { next } = request.query as SignInQuery;
            return show(person, request, reply, { next: nextPage(next) });
          },
        },
        POST: {
          body: 'form',
          schema: peopleChecks.sign_in_code,
          async handle(person, request, reply) {
            const { say } = frame.readerOf(person);
            const next = nextPage(person.form.get('next'));
            const code = person.form.get('code') ?? '';
            const given = { code, known: person.known };
            const answer = await authenticators.complete(person.actor, person, given);
            switch (answer.kind) {
              case 'signed_in':
                keepSession(request, reply, knownBrowsers, answer);
                return frame.redirect(request, reply, next);
              case 'blocked':
                return show(person, request, reply, {
                  ...{ next, alert: say('signIn.codeBlocked'), status: 429 },
                });
              case 'refused':
                return show(person, request, reply, {
                  ...{ next, alert: say('signIn.codeRefused'), status: 422 },
                });
            }
          },
        },
      },
    }),
  ];
}

interface CodeView {
  reader: PageReader;
  person: Pick<Person, 'csrfToken'>;
  next: string;
  alert?: string;
  status?: number;
}

function codePage({ reader, person, next, alert, status = 200 }: CodeView): AppPage {
  const { say } = reader;
  const title = say('signIn.codeTitle');
  const body = html`<article class="person-form">
    ${alert !== undefined && alertNotice(alert)}
    <h1>${title}</h1>
    <p>${say('signIn.codeLead')}</p>
    <form class="panel" method="post" action="/sign-in/code">
      ${csrfField(person.csrfToken)}
      <input type="hidden" name="next" value="${next}" />
      ${field({
        name: 'code',
        label: say('signIn.codeLabel'),
        hint: say('signIn.codeHint'),
        autocomplete: 'one-time-code',
      })}
      <button class="button button-main" type="submit">${say('signIn.submit')}</button>
    </form>
  </article>`;
  return { title, body, status };
}
