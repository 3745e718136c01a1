import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInQuery } from '#protocol/schemas/people.ts';
import type { FieldProblem } from '../app/frame/forms.ts';
import { csrfField, errorSummary, field } from '../app/frame/forms.ts';
import type { AppPage, Frame, PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { personRoute } from '../app/frame/person-route.ts';
import { recoveryCodeList, secretToScan } from '../app/frame/authenticator-parts.ts';
import { peopleChecks } from '../generated/checks.js';
import { html } from '../html/html.ts';
import { keepSession } from '../routing/person-cookies.ts';
import type { Person, Route, Services } from '../routing/route.ts';

/**
 * Where somebody of whom a second factor is demanded sets one up, before anything else: half a session opens
 * no other page.
 */
export function setUpRoutes({ authenticators, knownBrowsers }: Services, frame: Frame): Route[] {
  async function show(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    given: { next: string; problems?: readonly FieldProblem[] },
  ): Promise<FastifyReply> {
    const secret = await authenticators.begin(person.account);
    // One that is there is asked for, and not replaced.
    if (secret === undefined) {
      const path = `/sign-in/code?next=${encodeURIComponent(given.next)}`;
      return frame.redirect(request, reply, path);
    }
    const { email } = person.account;
    const reader = frame.readerOf(person);
    const page = setUpPage({
      ...{ ...given, reader, secret, email, csrfToken: person.csrfToken },
      serviceName: frame.serviceName,
    });
    return frame.sendToVisitor(request, reply, page, reader);
  }

  return [
    personRoute({
      path: '/sign-in/set-up',
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
            const reader = frame.readerOf(person);
            const next = nextPage(person.form.get('next'));
            const given = { code: person.form.get('code') ?? '', known: person.known };
            const answer = await authenticators.confirm(person.actor, person, given);
            if (answer.kind === 'confirmed') {
              const { cookie } = answer;
              keepSession(request, reply, knownBrowsers, { cookie, account: person.account });
              const page = codesPage(reader, answer.recoveryCodes, next);
              return frame.sendToVisitor(request, reply, page, reader);
            }
            const text = reader.say(
              answer.kind === 'blocked' ? 'signIn.codeBlocked' : 'signIn.codeRefused',
            );
            return await show(person, request, reply, {
              next,
              problems: [{ field: 'code', text }],
            });
          },
        },
      },
    }),
  ];
}

interface SetUpView {
  reader: PageReader;
  csrfToken: string;
  secret: string;
  serviceName: string;
  email: string;
  next: string;
  problems?: readonly FieldProblem[];
}

function setUpPage(view: SetUpView): AppPage {
  const { reader, problems = [] } = view;
  const { say } = reader;
  const title = say('security.appAdd');
  const body = html`<article class="person-form">
    ${errorSummary(problems, say)}
    <h1>${title}</h1>
    <p>${say('signIn.setUpLead')}</p>
    ${secretToScan(view)}
    <form class="panel" method="post" action="/sign-in/set-up">
      ${csrfField(view.csrfToken)}
      <input type="hidden" name="next" value="${view.next}" />
      ${field({
        name: 'code',
        label: say('signIn.codeLabel'),
        inputmode: 'numeric',
        autocomplete: 'one-time-code',
        problems,
      })}
      <button class="button button-main" type="submit">${say('security.appConfirm')}</button>
    </form>
  </article>`;
  return { title, body, ...(problems.length > 0 && { status: 422 }) };
}

function codesPage({ say }: PageReader, codes: readonly string[], next: string): AppPage {
  const title = say('security.codesTitle');
  const body = html`<article class="person-form">
    <h1>${title}</h1>
    ${recoveryCodeList(say, codes)}
    <p>
      <a class="button button-main" href="/app/${next.slice('/app/'.length)}"
        >${say('security.codesKept')}</a
      >
    </p>
  </article>`;
  return { title, body };
}
