import type { SessionId } from '../../../domain/model/ids.ts';
import type { ChangeAnswer } from '../../../domain/people/password-change.ts';
import { operations } from '../../generated/operations.js';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { keepKnown, keepSession } from '../../routing/person-cookies.ts';
import type { Route, Services } from '../../routing/route.ts';
import { explainRefusal, recoveryCodesPage, setUpPage } from '../frame/authenticator-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { doneNotice } from '../frame/forms.ts';
import { explainProblem } from '../frame/explain-problem.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageAnswer, PageContext, Pages } from '../frame/pages.ts';
import { confirmRoutes } from './confirm-routes.ts';
import { securityPage } from './security-page.ts';

const security = '/app/security';

/** What a page says after a form, by the word in its address. */
const doneTexts = {
  password: 'security.passwordChanged',
  removed: 'security.appRemoved',
  ended: 'security.sessionEnded',
} as const;

/** What a page says of a refused change of the password, by what was refused. */
const refusalTexts = {
  current: { refused: 'security.passwordWrong', blocked: 'signIn.blocked' },
  code: { refused: 'signIn.codeRefused', blocked: 'signIn.codeBlocked' },
} as const;

/** Where people change how they sign in. */
export function securityRoutes(services: Services, pages: Pages): Route[] {
  const { sessions, personSignIn, passwordChange, authenticators, passkeys, knownBrowsers } =
    services;
  const { page, visit, frame } = pages;

  async function show(
    { reader, account, csrfToken, session }: PageContext,
    { problems = [], done }: { problems?: readonly FieldProblem[]; done?: Html | undefined },
  ): Promise<AppPage> {
    return securityPage({
      reader,
      email: account.email,
      csrfToken,
      hasPassword: (await passkeys.ways(account, undefined)).hasPassword,
      authenticator: await authenticators.describe(account),
      passkeys: await passkeys.list(account),
      sessions: await sessions.list(account),
      current: session,
      problems,
      done,
    });
  }

  async function answerChange(context: PageContext, answer: ChangeAnswer): Promise<PageAnswer> {
    if (answer.kind === 'signed_in') {
      keepSession(context.exchange, knownBrowsers, answer);
      return { redirect: `${security}?done=password` };
    }
    if (answer.kind === 'invalid') {
      return await show(context, { problems: [explainProblem(answer.problem, context.reader)] });
    }
    const { field, kind } = answer;
    const text = context.say(refusalTexts[field][kind]);
    return await show(context, { problems: [{ field, text }] });
  }

  async function showSetUp(
    { reader, account, csrfToken }: PageContext,
    problems: readonly FieldProblem[] = [],
  ): Promise<PageAnswer> {
    const secret = await authenticators.begin(account);
    if (secret === undefined) return { redirect: security };
    return setUpPage({
      ...{ reader, csrfToken, secret, problems, email: account.email },
      serviceName: frame.brand().serviceName,
      form: (fields) =>
        html`<form class="stack stack-s" method="post" action="/app/security/authenticator">
          ${fields}
        </form>`,
      end: html`<p><a href="/app/security">${reader.say('security.back')}</a></p>`,
    });
  }

  return [
    // Where password managers send people: https://w3c.github.io/webappsec-change-password-url/
    visit(operations.security.changePasswordPage, () => ({ redirect: security })),
    page(operations.security.page, (context, { query: { done } }) =>
      show(context, { done: doneNotice(done, (what) => context.say(doneTexts[what])) }),
    ),
    page(operations.security.changePassword, async (context, { form }) => {
      const { current = '', password = '', code = '' } = form;
      const { actor, person } = context;
      const entered = { current, next: password, code, known: person.known };
      return await answerChange(context, await passwordChange.change(actor, person, entered));
    }),
    page(operations.security.setFirstPassword, async (context, { form: { password = '' } }) => {
      const { actor, person } = context;
      return await answerChange(context, await passwordChange.setFirst(actor, person, password));
    }),
    page(operations.security.authenticatorPage, (context) => showSetUp(context)),
    page(operations.security.addAuthenticator, async (context, { form: { code = '' } }) => {
      const { actor, person, reader, say } = context;
      const entered = { code, known: person.known };
      const answer = await authenticators.confirm(actor, person, entered);
      if (answer.kind !== 'confirmed') {
        return await showSetUp(context, [explainRefusal(answer, say)]);
      }
      await context.renew(answer.cookie);
      return recoveryCodesPage(reader, answer.recoveryCodes, security);
    }),
    page(operations.security.removeAuthenticator, async ({ actor, account }) => {
      await authenticators.remove(actor, account);
      return { redirect: `${security}?done=removed` };
    }),
    page(operations.security.renewRecoveryCodes, async ({ actor, account, reader }) => {
      const codes = await authenticators.renewRecoveryCodes(actor, account);
      return codes.length === 0
        ? { redirect: security }
        : recoveryCodesPage(reader, codes, security);
    }),
    page(operations.security.endSession, async ({ actor, account }, { params }) => {
      await personSignIn.endSession(actor, account, params.session as SessionId);
      return { redirect: `${security}?done=ended` };
    }),
    page(operations.security.endOtherSessions, async ({ actor, account, session, exchange }) => {
      await personSignIn.endOthers(actor, session);
      keepKnown(exchange, knownBrowsers, account);
      return { redirect: `${security}?done=ended` };
    }),
    ...confirmRoutes(services, pages),
  ];
}
