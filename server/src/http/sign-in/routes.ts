import { setTimeout as sleep } from 'node:timers/promises';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { createPasswordLimiter } from '../../domain/ports/rate-limiter.ts';
import type { AppPage } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import type { Pages, VisitorContext } from '../app/frame/pages.ts';
import { operations } from '../generated/operations.js';
import { removeCookie, sessionCookie } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { parseResponse } from '../routing/site.ts';
import type { SignInView } from './sign-in-pages.ts';
import { forgotPage, forgotSentPage, signInPage } from './sign-in-pages.ts';
import { accountLinkRoutes } from './account-link-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { createEntering } from './entering.ts';
import { setUpRoutes } from './set-up-routes.ts';
import { frontPageRoute } from './front-page.ts';
import { providerRoutes } from './provider-routes.ts';
import { signInWays } from './sign-in-ways.ts';

/** A refused attempt is answered so much later. */
const refusalDelayMs = 250;

/** Where people sign in and out, and set passwords by invitation or reset. */
export function signInRoutes(services: Services, pages: Pages): Route[] {
  const { personSignIn, accountLinkIssue, counters, passkeys, identities } = services;
  const { page, visit } = pages;
  const entering = createEntering(services);
  const { insecure, findLive, browserOf, enter } = entering;
  const limiter = createPasswordLimiter(counters.signIns);

  function showSignIn(
    context: VisitorContext,
    view: Omit<SignInView, 'reader' | 'token' | 'ways'>,
  ): AppPage {
    const { reader, site } = context;
    const { token, secret } = context.visit();
    const ways = signInWays({
      ...{ reader, token, next: view.next, providers: identities.providers },
      passkeyOptions: site && passkeys.signInOptions(site, secret),
    });
    return signInPage({ ...view, reader, token, ways });
  }

  return [
    frontPageRoute(pages, entering),
    visit(
      operations.signIn.page,
      async (context, { query }) => {
        const next = nextPage(query.next);
        const live = await findLive(context);
        if (live?.session.state === 'full') return { redirect: next };
        return showSignIn(context, { email: '', next, isOut: query.out });
      },
      { before: insecure },
    ),
    visit(operations.signIn.withPassword, async (context, { form }) => {
      const { actor, say, exchange } = context;
      const { email = '', password = '' } = form;
      const next = nextPage(form.next);
      const answer = await personSignIn.signIn(
        actor,
        { email, password },
        await browserOf(context),
      );
      switch (answer.kind) {
        case 'blocked':
          exchange.setHeader('retry-after', answer.retryAfterSeconds);
          return showSignIn(context, { email, next, alert: say('signIn.blocked'), status: 429 });
        case 'passkey_needed': {
          const alert = say('signIn.passkeyNeeded');
          return showSignIn(context, { email, next, alert, status: 422 });
        }
        case 'refused':
          await sleep(refusalDelayMs);
          return showSignIn(context, { email, next, alert: say('signIn.refused'), status: 422 });
        case 'signed_in':
        case 'code_needed':
        case 'set_up_needed':
          return enter(context, answer, next);
      }
    }),
    visit(operations.signIn.withPasskey, async (context, { form }) => {
      const { actor, say, site } = context;
      const next = nextPage(form.next);
      const response = parseResponse(form.response ?? '');
      const shown = { response, browser: context.visit().secret };
      const answer =
        site && (await passkeys.signIn(actor, { ...shown, site }, await browserOf(context)));
      if (answer !== undefined && 'cookie' in answer) return enter(context, answer, next);
      const alert = say('passkeys.passkeyRefused');
      return showSignIn(context, { email: '', next, alert, status: 422 });
    }),
    ...providerRoutes(services, pages, entering),
    page(operations.signIn.out, async ({ actor, session, exchange }) => {
      await personSignIn.signOut(actor, session);
      removeCookie(exchange.reply, sessionCookie);
      // The service worker, with what it keeps and what was shared with it (decision 0119).
      exchange.setHeader('clear-site-data', '"storage"');
      return { redirect: '/sign-in?out=1' };
    }),
    visit(
      operations.signIn.forgotPage,
      (context) => forgotPage({ reader: context.reader, token: context.visit().token }),
      { before: insecure },
    ),
    visit(operations.signIn.forgot, async (context, { form: { email = '' } }) => {
      const { actor, reader, say } = context;
      if (email === '') {
        const problems = [{ field: 'email', text: say('signIn.emailMissing') }];
        return forgotPage({ reader, token: context.visit().token, problems });
      }
      const verdict = await limiter.count(email.toLowerCase(), actor.source);
      if (verdict.kind === 'blocked') {
        const { retryAfterSeconds } = verdict;
        throw new ValiseError('too_many_requests', 'Too many attempts.', { retryAfterSeconds });
      }
      await accountLinkIssue.askForReset(actor, email);
      return forgotSentPage(reader);
    }),
    ...codeRoutes(services, pages),
    ...setUpRoutes(services, pages),
    ...accountLinkRoutes(services, pages, entering),
  ];
}
