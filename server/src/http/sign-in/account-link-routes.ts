import type { accountLinkOperations } from '#protocol/operations/account-links.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { AccountLinkKind } from '../../domain/model/person.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { JoinLocale, JoinProblem, ShownLink } from '../../domain/people/account-links.ts';
import { readJoinLocale } from '../../domain/people/account-links.ts';
import { nameOfIdentity, nameOfPasskey } from '../../domain/people/reset-check.ts';
import { explainProblem } from '../app/frame/explain-problem.ts';
import type { FieldProblem } from '../app/frame/forms.ts';
import type { AppPage } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import type { PageAnswer, Pages, VisitorContext } from '../app/frame/pages.ts';
import { callbackOf, nameOfProvider, whileReachable } from '../app/frame/providers.ts';
import { operations } from '../generated/operations.js';
import { knownCookie, readCookie } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { parseResponse } from '../routing/site.ts';
import type { Link } from './account-link-check.ts';
import { createAccountLinkCheck, shownLink } from './account-link-check.ts';
import type { Entering } from './entering.ts';
import { awayPage } from './provider-routes.ts';
import { linkCodePage, setPasswordPage } from './sign-in-pages.ts';
import { joinWays } from './sign-in-ways.ts';

const { joinPage, join, joinWithPasskey, joinWithProvider, resetPage, reset } =
  operations.accountLinks;

type PasswordForm = InputOf<typeof accountLinkOperations.join.input>['form'];

interface Shown {
  name?: string;
  problems?: readonly FieldProblem[];
  alert?: string;
  /** What says that the code was entered in this browser. */
  codeProof?: string;
}

/** The pages behind invitations and resets. A GET spends nothing: mail scanners follow links too. */
export function accountLinkRoutes(
  services: Services,
  { visit, frame }: Pages,
  { insecure, browserOf, enter }: Entering,
): Route[] {
  const { accountLinks, passkeys, identities } = services;
  const { showEnded, checkLink } = createAccountLinkCheck(services);

  const checkInvitation = checkLink('invitation');

  /** The ways to accept an invitation without a password; undefined where there is none. */
  async function findWays(
    { reader, site }: VisitorContext,
    secret: string,
    browser: { secret: string; token: string },
  ) {
    const invitation = await accountLinks.findInvitation(secret);
    if (invitation === undefined || !invitation.mayChooseWay) return undefined;
    return joinWays({
      ...{ reader, token: browser.token, secret },
      passkeyOptions: site && passkeys.joinOptions(invitation, site, browser.secret),
      providers: identities.providers.map((provider) => ({
        ...provider,
        token: identities.beginToken(provider.id, { id: browser.secret }),
      })),
    });
  }

  async function show(
    context: VisitorContext,
    link: Link,
    { name = '', problems = [], alert, codeProof = '' }: Shown = {},
  ): Promise<AppPage> {
    const { reader } = context;
    const { kind, secret } = link;
    const found = await accountLinks.look(shownLink(context, link, codeProof));
    if (found === undefined) return await showEnded(context, kind);
    const { account } = found;
    const browser = context.visit();
    const common = { kind, secret, reader, token: browser.token, problems, alert };
    if (found.needsCode) return linkCodePage(common);
    const nameOf = (issuer: string) =>
      identities.providers.find((provider) => provider.issuer === issuer)?.name ?? issuer;
    return setPasswordPage({
      ...{ ...common, serviceName: frame.brand().serviceName, codeProof },
      email: account.email,
      hasKeys: (await services.ownKeys.list(account)).length > 0,
      name: name === '' ? account.displayName : name,
      others: [
        ...found.ways.passkeys.map((passkey) => ({
          value: nameOfPasskey(passkey),
          text: reader.say('signIn.resetPasskey', {
            ...{ name: passkey.name, date: reader.formats.dateTime(passkey.createdAt) },
          }),
        })),
        ...found.ways.identities.map((identity) => ({
          value: nameOfIdentity(identity),
          text: reader.say('signIn.resetIdentity', {
            ...{ name: nameOf(identity.issuer) },
            date: reader.formats.dateTime(identity.createdAt),
          }),
        })),
      ],
      ways: kind === 'invitation' ? await findWays(context, secret, browser) : undefined,
    });
  }

  /** Takes the code of an authenticator, before anything of the account is shown or changed. */
  async function enterCode(
    context: VisitorContext,
    link: ShownLink,
    code: string,
  ): Promise<AppPage> {
    const known = readCookie(context.exchange.request, knownCookie);
    const answer = await accountLinks.enterCode(context.actor, link, { code, known });
    switch (answer.kind) {
      case 'ended':
        return await showEnded(context, link.kind);
      case 'right':
        return await show(context, link, { codeProof: answer.codeProof });
      case 'refused':
      case 'blocked': {
        const text = answer.kind === 'refused' ? 'signIn.codeRefused' : 'signIn.codeBlocked';
        const problems = code === '' ? [] : [{ field: 'code', text: context.say(text) }];
        return await show(context, link, { problems });
      }
    }
  }

  async function setPassword(
    context: VisitorContext,
    link: Link,
    { code = '', codeProof = '', keep: kept, name = '', password = '', zone }: PasswordForm,
  ): Promise<PageAnswer> {
    const shown = shownLink(context, link, codeProof);
    const entered = { kept, name, password, locale: localeOf(context, zone) };
    const browser = await browserOf(context);
    const answer = await accountLinks.spend(context.actor, shown, entered, browser);
    switch (answer.kind) {
      case 'ended':
        return await showEnded(context, link.kind);
      case 'no_code':
        return await (codeProof === '' ? enterCode(context, shown, code) : show(context, link));
      case 'invalid':
        return await show(context, link, {
          ...{ name, codeProof, problems: explain(context, answer.problems) },
        });
      case 'passkey_needed':
        return { redirect: '/sign-in' };
      case 'signed_in':
      case 'code_needed':
      case 'set_up_needed':
        return enter(context, answer, nextPage(undefined));
    }
  }

  async function acceptWithPasskey(
    context: VisitorContext,
    secret: string,
    { name = '', response = '', zone }: { name?: string; response?: string; zone?: string },
  ): Promise<PageAnswer> {
    const { actor, site, say } = context;
    const link = { kind: 'invitation', secret } as const;
    if (site === undefined) return await showEnded(context, link.kind);
    const shown = { response: parseResponse(response), browser: context.visit().secret };
    const answer = await passkeys.join(
      actor,
      secret,
      { ...shown, site, name, locale: localeOf(context, zone) },
      await browserOf(context),
    );
    switch (answer.kind) {
      case 'ended':
        return await showEnded(context, link.kind);
      case 'invalid':
        return await show(context, link, { name, problems: explain(context, answer.problems) });
      case 'refused':
        return await show(context, link, { name, alert: say('signIn.joinPasskeyRefused') });
      case 'signed_in':
      case 'code_needed':
      case 'set_up_needed':
        return enter(context, answer, nextPage(undefined));
    }
  }

  async function acceptWithProvider(
    context: VisitorContext,
    { secret, provider }: { secret: string; provider: string },
    { token = '', zone }: { token?: string; zone?: string },
  ): Promise<PageAnswer> {
    const invitation = await accountLinks.findInvitation(secret);
    if (invitation === undefined || !invitation.mayChooseWay) {
      return await showEnded(context, 'invitation');
    }
    const browser = context.visit().secret;
    if (!identities.isBeginToken(provider, { id: browser }, token)) {
      throw new ValiseError('csrf', 'This link was not on a page of this browser.');
    }
    const redirect = await identities.begin(provider, 'join', {
      browser,
      redirectUri: callbackOf(context, provider),
      next: nextPage(undefined),
      invitation: invitation.id,
      locale: localeOf(context, zone),
    });
    return { redirect };
  }

  /** The page and the form behind the links of one kind. */
  function passwordRoutes(
    kind: AccountLinkKind,
    page: typeof joinPage,
    form: typeof join,
  ): Route[] {
    const check = checkLink(kind);
    return [
      visit(page, (context, { params }) => show(context, { kind, ...params }), {
        before: (context, path) => insecure(context) ?? check(context, path),
      }),
      visit(form, (context, input) => setPassword(context, { kind, ...input.params }, input.form), {
        before: check,
      }),
    ];
  }

  return [
    ...passwordRoutes('invitation', joinPage, join),
    visit(
      joinWithPasskey,
      (context, { params, form }) => acceptWithPasskey(context, params.secret, form),
      { before: checkInvitation },
    ),
    visit(
      joinWithProvider,
      (context, { params, query }) =>
        whileReachable(
          context,
          () => awayPage(context.reader, nameOfProvider(identities, params.provider)),
          () => acceptWithProvider(context, params, query),
        ),
      { before: (context, path) => insecure(context) ?? checkInvitation(context, path) },
    ),
    ...passwordRoutes('reset', resetPage, reset),
  ];
}

/** That of the page, and the browser's time zone, which its script tells. */
function localeOf({ reader }: VisitorContext, zone: string | undefined): JoinLocale {
  return readJoinLocale(reader.language, zone);
}

function explain({ reader }: VisitorContext, problems: readonly JoinProblem[]): FieldProblem[] {
  return problems.map((problem) => explainProblem(problem, reader));
}
