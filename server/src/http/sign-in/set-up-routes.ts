import type { CodeRefusal } from '../../domain/people/authenticators.ts';
import {
  explainRefusal,
  nextField,
  recoveryCodesPage,
  setUpPage,
} from '../app/frame/authenticator-parts.ts';
import type { FieldProblem } from '../app/frame/forms.ts';
import { csrfField } from '../app/frame/forms.ts';
import type { Frame, PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { personRoute } from '../app/frame/person-route.ts';
import { passkeyChecks } from '../generated/checks.js';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { keepSession } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { readResponse, siteOf } from '../routing/site.ts';
import type { HalfVisit } from './half-session.ts';
import { codeFormRoute } from './half-session.ts';
import { passkeyScript } from './sign-in-ways.ts';

const path = '/sign-in/set-up';

/**
 * Where somebody of whom a second factor is demanded sets one up, before anything else: half a session opens
 * no other page.
 */
export function setUpRoutes(services: Services, frame: Frame): Route[] {
  const { authenticators, passkeys, knownBrowsers } = services;

  async function show(visit: HalfVisit, problem?: (reader: PageReader) => FieldProblem) {
    const { person, request, reply, next } = visit;
    const { account, csrfToken } = person;
    const go = (page: string) =>
      frame.redirect(request, reply, `${page}?next=${encodeURIComponent(next)}`);
    // What is there is asked for: a password alone adds nothing beside it.
    if ((await passkeys.list(account)).length > 0) return go('/sign-in');
    const secret = await authenticators.begin(account);
    if (secret === undefined) return go('/sign-in/code');
    const reader = frame.readerOf(person);
    const site = siteOf(request, frame.publicUrl);
    const options = site && passkeys.setUpOptions(person, site);
    const page = setUpPage({
      ...{ reader, csrfToken, secret, email: account.email },
      serviceName: frame.serviceName,
      form: (fields) =>
        html`<form class="panel" method="post" action="/sign-in/set-up">
          ${nextField(next)} ${fields}
        </form>`,
      lead: reader.say('signIn.setUpLead'),
      problems: problem === undefined ? [] : [problem(reader)],
      end: options && passkeySection({ reader, csrfToken, next, options }),
      script: options && passkeyScript,
    });
    return frame.sendToVisitor(request, reply, page, reader);
  }

  return [
    codeFormRoute({
      path,
      show: (visit, refusal?: CodeRefusal) =>
        show(visit, refusal && (({ say }) => explainRefusal(refusal, say))),
      verify: (person, entered) => authenticators.confirm(person.actor, person, entered),
      accept({ person, request, reply, next }, { cookie, recoveryCodes }) {
        keepSession({ request, reply }, knownBrowsers, { cookie, account: person.account });
        const reader = frame.readerOf(person);
        const page = recoveryCodesPage(reader, recoveryCodes, next);
        return frame.sendToVisitor(request, reply, page, reader);
      },
    }),
    personRoute({
      path: `${path}/passkey`,
      state: 'half',
      methods: {
        POST: {
          body: 'form',
          schema: passkeyChecks.set_up,
          async handle(person, request, reply) {
            const visit = { person, request, reply, next: nextPage(person.form.get('next')) };
            const site = siteOf(request, frame.publicUrl);
            const response = readResponse(person.form);
            const answer = site && (await passkeys.setUp(person.actor, person, { response, site }));
            if (answer?.kind === 'signed_in') {
              keepSession({ request, reply }, knownBrowsers, answer);
              return frame.redirect(request, reply, visit.next);
            }
            return await show(visit, ({ say }) => ({
              field: 'passkey',
              text: say('passkeys.addRefused'),
            }));
          },
        },
      },
    }),
  ];
}

interface PasskeyView {
  reader: PageReader;
  csrfToken: string;
  next: string;
  options: object;
}

/** Without its script the section stays hidden, and the app is the only way. */
function passkeySection({ reader: { say }, csrfToken, next, options }: PasskeyView): Html {
  return html`<section class="panel sign-in-ways" id="passkey" hidden data-with-passkeys>
    <h2>${say('signIn.setUpPasskey')}</h2>
    <p>${say('passkeys.lead')}</p>
    <form
      method="post"
      action="/sign-in/set-up/passkey"
      hidden
      data-passkey="create"
      data-options="${JSON.stringify(options)}"
    >
      ${csrfField(csrfToken)} ${nextField(next)}
      <input type="hidden" name="response" value="" data-response />
      <button class="button" type="submit">${say('passkeys.add')}</button>
    </form>
  </section>`;
}
