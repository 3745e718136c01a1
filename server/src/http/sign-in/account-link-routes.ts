import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkParams } from '#protocol/schemas/pages.ts';
import type { JoinProviderParams, JoinProviderQuery } from '#protocol/schemas/passkeys.ts';
import type { AccountLinkKind } from '../../domain/model/person.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { JoinLocale, JoinProblem, ShownLink } from '../../domain/people/account-links.ts';
import { readJoinLocale } from '../../domain/people/account-links.ts';
import { nameOfIdentity, nameOfPasskey } from '../../domain/people/reset-check.ts';
import { explainProblem } from '../app/frame/explain-problem.ts';
import type { FieldProblem } from '../app/frame/forms.ts';
import type { Frame } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { visitorRoute } from '../app/frame/person-route.ts';
import { passkeyChecks, peopleChecks } from '../generated/checks.js';
import { createLinkMisses, strangerOf } from '../routing/guard.ts';
import { knownCookie, readCookie } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { readResponse, siteOf } from '../routing/site.ts';
import type { Entering } from './entering.ts';
import { redirectUriOf, whileReachable } from './provider-routes.ts';
import { endedLinkPage, linkCodePage, setPasswordPage } from './sign-in-pages.ts';
import { joinWays } from './sign-in-ways.ts';

interface Shown {
  name?: string;
  problems?: readonly FieldProblem[];
  alert?: string;
  /** What says that the code was entered in this browser. */
  codeProof?: string;
}

/** The pages behind invitations and resets. A GET spends nothing: mail scanners follow links too. */
export function accountLinkRoutes(services: Services, frame: Frame, entering: Entering): Route[] {
  const { accountLinks, passkeys, identities } = services;
  const { publicUrl, serviceName } = frame;
  const { forms, overSecureConnection, browserOf, enter } = entering;
  const misses = createLinkMisses(services, 'account');

  /** The ways to accept an invitation without a password; undefined where there is none. */
  async function findWays(request: FastifyRequest, browser: { secret: string; token: string }) {
    const secret = secretOf(request);
    const invitation = await accountLinks.findInvitation(secret);
    if (invitation === undefined || !invitation.mayChooseWay) return undefined;
    const site = siteOf(request, publicUrl);
    return joinWays({
      ...{ reader: frame.visitorOf(request), token: browser.token, secret },
      passkeyOptions: site && passkeys.joinOptions(invitation, site, browser.secret),
      providers: identities.providers.map((provider) => ({
        ...provider,
        token: identities.beginToken(provider.id, { id: browser.secret }),
      })),
    });
  }

  /** That of the page, and the browser's time zone, which its script tells. */
  const localeOf = (request: FastifyRequest, zone: unknown): JoinLocale =>
    readJoinLocale(frame.visitorOf(request).language, zone);

  /** A browser without a cookie gets none yet: the answer to an unknown link is the same for all. */
  function shownLink(request: FastifyRequest, kind: AccountLinkKind, codeProof: string): ShownLink {
    const browser = forms.findSecret(request) ?? '';
    return { secret: secretOf(request), kind, browser, codeProof };
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: AccountLinkKind,
    { name = '', problems = [], alert, codeProof = '' }: Shown = {},
  ): Promise<FastifyReply> {
    const reader = frame.visitorOf(request);
    const secret = secretOf(request);
    const found = await accountLinks.look(shownLink(request, kind, codeProof));
    if (found === undefined) return await showEnded(request, reply, kind);
    const { account } = found;
    const browser = forms.visit(request, reply);
    const common = { reader, token: browser.token, kind, secret, problems, alert };
    if (found.needsCode) return frame.sendToVisitor(request, reply, linkCodePage(common), reader);
    const nameOf = (issuer: string) =>
      identities.providers.find((provider) => provider.issuer === issuer)?.name ?? issuer;
    const page = setPasswordPage({
      ...{ ...common, serviceName, codeProof },
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
      ways: kind === 'invitation' ? await findWays(request, browser) : undefined,
    });
    return frame.sendToVisitor(request, reply, page, reader);
  }

  /** Takes the code of an authenticator, before anything of the account is shown or changed. */
  async function enterCode(
    request: FastifyRequest,
    reply: FastifyReply,
    link: ShownLink,
    code: string,
  ): Promise<FastifyReply> {
    const known = readCookie(request, knownCookie);
    const answer = await accountLinks.enterCode(strangerOf(request), link, { code, known });
    const { say } = frame.visitorOf(request);
    switch (answer.kind) {
      case 'ended':
        return await showEnded(request, reply, link.kind);
      case 'right':
        return await show(request, reply, link.kind, { codeProof: answer.codeProof });
      case 'refused':
      case 'blocked': {
        const text = answer.kind === 'refused' ? 'signIn.codeRefused' : 'signIn.codeBlocked';
        const problems = code === '' ? [] : [{ field: 'code', text: say(text) }];
        return await show(request, reply, link.kind, { problems });
      }
    }
  }

  async function showEnded(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: AccountLinkKind,
  ): Promise<FastifyReply> {
    await misses.count(strangerOf(request));
    return frame.sendToVisitor(request, reply, endedLinkPage(frame.visitorOf(request), kind));
  }

  async function showProblems(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: AccountLinkKind,
    {
      name,
      problems,
      codeProof = '',
    }: { name: string; codeProof?: string } & {
      problems: readonly JoinProblem[];
    },
  ): Promise<FastifyReply> {
    const reader = frame.visitorOf(request);
    const explained = problems.map((problem) => explainProblem(problem, reader));
    return await show(request, reply, kind, { name, problems: explained, codeProof });
  }

  async function setPassword(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: AccountLinkKind,
  ): Promise<FastifyReply> {
    // Before the form: an unknown link is answered as a malformed one is.
    const found = await accountLinks.look(shownLink(request, kind, ''));
    if (found === undefined) return await showEnded(request, reply, kind);
    const form = await forms.read(request);
    const codeProof = form.get('codeProof') ?? '';
    const link = shownLink(request, kind, codeProof);
    if (found.needsCode && codeProof === '') {
      return await enterCode(request, reply, link, form.get('code') ?? '');
    }
    const entered = {
      kept: form.getAll('keep'),
      name: form.get('name') ?? '',
      password: form.get('password') ?? '',
      locale: localeOf(request, form.get('zone')),
    };
    const answer = await accountLinks.spend(
      strangerOf(request),
      link,
      entered,
      await browserOf(request),
    );
    switch (answer.kind) {
      case 'ended':
        return await showEnded(request, reply, kind);
      case 'no_code':
        return await show(request, reply, kind);
      case 'invalid':
        return await showProblems(request, reply, kind, { ...entered, ...answer, codeProof });
      case 'passkey_needed':
        return frame.redirect(request, reply, '/sign-in');
      case 'signed_in':
      case 'code_needed':
      case 'set_up_needed':
        return enter(request, reply, answer, nextPage(undefined));
    }
  }

  async function joinWithPasskey(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const secret = secretOf(request);
    const site = siteOf(request, publicUrl);
    const invitation = await accountLinks.findInvitation(secret);
    if (invitation === undefined || site === undefined) {
      return await showEnded(request, reply, 'invitation');
    }
    const form = await forms.read(request);
    const name = form.get('name') ?? '';
    const shown = { response: readResponse(form), browser: forms.visit(request, reply).secret };
    const answer = await passkeys.join(
      strangerOf(request),
      secret,
      { ...shown, site, name, locale: localeOf(request, form.get('zone')) },
      await browserOf(request),
    );
    switch (answer.kind) {
      case 'ended':
        return await showEnded(request, reply, 'invitation');
      case 'invalid':
        return await showProblems(request, reply, 'invitation', { name, ...answer });
      case 'refused': {
        const alert = frame.visitorOf(request).say('signIn.joinPasskeyRefused');
        return await show(request, reply, 'invitation', { name, alert });
      }
      case 'signed_in':
      case 'code_needed':
      case 'set_up_needed':
        return enter(request, reply, answer, nextPage(undefined));
    }
  }

  async function joinWithProvider(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { secret, provider } = request.params as JoinProviderParams;
    const { token, zone } = request.query as JoinProviderQuery;
    const invitation = await accountLinks.findInvitation(secret);
    if (invitation === undefined || !invitation.mayChooseWay) {
      return await showEnded(request, reply, 'invitation');
    }
    const browser = forms.visit(request, reply).secret;
    if (typeof token !== 'string' || !identities.isBeginToken(provider, { id: browser }, token)) {
      throw new ValiseError('csrf', 'This link was not on a page of this browser.');
    }
    const address = await identities.begin(provider, 'join', {
      browser,
      redirectUri: redirectUriOf(request, publicUrl, provider),
      next: nextPage(undefined),
      invitation: invitation.id,
      locale: localeOf(request, zone),
    });
    return frame.redirect(request, reply, address);
  }

  function linkRoute(path: string, kind: AccountLinkKind): Route {
    return visitorRoute({
      path,
      methods: {
        GET: {
          schema: peopleChecks.set_password_page,
          explain: (request, reply) => showEnded(request, reply, kind),
          handle: overSecureConnection((request, reply) => show(request, reply, kind)),
        },
        POST: {
          body: 'form',
          schema: peopleChecks.set_password,
          explain: (request, reply) => showEnded(request, reply, kind),
          handle: (request, reply) => setPassword(request, reply, kind),
        },
      },
    });
  }

  return [
    linkRoute('/join/:secret', 'invitation'),
    visitorRoute({
      path: '/join/:secret/passkey',
      methods: {
        POST: {
          body: 'form',
          schema: passkeyChecks.join,
          explain: (request, reply) => showEnded(request, reply, 'invitation'),
          handle: joinWithPasskey,
        },
      },
    }),
    visitorRoute({
      path: '/join/:secret/oidc/:provider',
      methods: {
        GET: {
          schema: passkeyChecks.join_provider,
          explain: (request, reply) => showEnded(request, reply, 'invitation'),
          handle: overSecureConnection((request, reply) =>
            whileReachable(frame, identities, request, reply, () =>
              joinWithProvider(request, reply),
            ),
          ),
        },
      },
    }),
    linkRoute('/reset/:secret', 'reset'),
  ];
}

function secretOf({ params }: FastifyRequest): string {
  return (params as LinkParams).secret;
}
