import {
  explainRefusal,
  nextField,
  recoveryCodesPage,
  setUpPage,
} from '../app/frame/authenticator-parts.ts';
import type { FieldProblem } from '../app/frame/forms.ts';
import { csrfField } from '../app/frame/forms.ts';
import type { PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import type { PageAnswer, PageContext, Pages } from '../app/frame/pages.ts';
import { operations } from '../generated/operations.js';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { keepSession } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { parseResponse } from '../routing/site.ts';
import { passkeyScript } from './sign-in-ways.ts';

/**
 * Where somebody of whom a second factor is demanded sets one up, before anything else: half a session opens
 * no other page.
 */
export function setUpRoutes(services: Services, { page, frame }: Pages): Route[] {
  const { authenticators, passkeys, knownBrowsers } = services;

  async function show(
    { reader, person, account, csrfToken, site }: PageContext,
    next: string,
    problems: readonly FieldProblem[] = [],
  ): Promise<PageAnswer> {
    const goTo = (path: string) => ({ redirect: `${path}?next=${encodeURIComponent(next)}` });
    // What is there is asked for: a password alone adds nothing beside it.
    if ((await passkeys.list(account)).length > 0) return goTo('/sign-in');
    const secret = await authenticators.begin(account);
    if (secret === undefined) return goTo('/sign-in/code');
    const options = site && passkeys.setUpOptions(person, site);
    return setUpPage({
      ...{ reader, csrfToken, secret, email: account.email, problems },
      serviceName: frame.brand().serviceName,
      form: (fields) =>
        html`<form class="stack stack-s" method="post" action="/sign-in/set-up">
          ${nextField(next)} ${fields}
        </form>`,
      lead: reader.say('signIn.setUpLead'),
      end: options && passkeySection({ reader, csrfToken, next, options }),
      script: options && passkeyScript,
    });
  }

  return [
    page(operations.signIn.setUpPage, (context, { query }) => show(context, nextPage(query.next))),
    page(operations.signIn.setUpAuthenticator, async (context, { form }) => {
      const { reader, say, actor, person, account, exchange } = context;
      const next = nextPage(form.next);
      const entered = { code: form.code ?? '', known: person.known };
      const answer = await authenticators.confirm(actor, person, entered);
      if (answer.kind !== 'confirmed') {
        return await show(context, next, [explainRefusal(answer, say)]);
      }
      keepSession(exchange, knownBrowsers, { cookie: answer.cookie, account });
      return recoveryCodesPage(reader, answer.recoveryCodes, next);
    }),
    page(operations.signIn.setUpPasskey, async (context, { form }) => {
      const { say, actor, person, site, exchange } = context;
      const next = nextPage(form.next);
      const response = parseResponse(form.response ?? '');
      const answer = site && (await passkeys.setUp(actor, person, { response, site }));
      if (answer?.kind !== 'signed_in') {
        return await show(context, next, [{ field: 'passkey', text: say('passkeys.addRefused') }]);
      }
      keepSession(exchange, knownBrowsers, answer);
      return { redirect: next };
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
  return html`<section class="stack stack-s entry-more" id="passkey" hidden data-with-passkeys>
    <h2>${say('signIn.setUpPasskey')}</h2>
    <p class="quiet">${say('passkeys.lead')}</p>
    <form
      method="post"
      action="/sign-in/set-up/passkey"
      hidden
      data-passkey="create"
      data-options="${JSON.stringify(options)}"
    >
      ${csrfField(csrfToken)} ${nextField(next)}
      <input type="hidden" name="response" value="" data-response />
      <button class="button wide" type="submit">${icon('passkey')}${say('passkeys.add')}</button>
    </form>
  </section>`;
}
