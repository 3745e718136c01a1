import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInQuery } from '#protocol/schemas/people.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { createPasswordLimiter } from '../../domain/ports/rate-limiter.ts';
import type { Frame } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { personRoute, visitorRoute } from '../app/frame/person-route.ts';
import { passkeyChecks, peopleChecks } from '../generated/checks.js';
import { strangerOf } from '../routing/guard.ts';
import { readCookie, removeCookie, sessionCookie } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { readResponse, siteOf } from '../routing/site.ts';
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
export function signInRoutes(services: Services, frame: Frame): Route[] {
  const { sessions, personSignIn, accountLinkIssue, counters } = services;
  const { passkeys, identities } = services;
  const { publicUrl } = frame;
  const entering = createEntering(services, frame);
  const { forms, overSecureConnection, browserOf, enter } = entering;
  const limiter = createPasswordLimiter(counters.signIns);

  function showSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    view: Omit<SignInView, 'reader' | 'token' | 'ways'>,
  ): FastifyReply {
    const reader = frame.visitorOf(request);
    const { token, secret } = forms.visit(request, reply);
    const site = siteOf(request, publicUrl);
    const ways = signInWays({
      ...{ reader, token, next: view.next, providers: identities.providers },
      passkeyOptions: site && passkeys.signInOptions(site, secret),
    });
    return frame.sendToVisitor(request, reply, signInPage({ ...view, reader, token, ways }));
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = await forms.read(request);
    const { say } = frame.visitorOf(request);
    const email = form.get('email') ?? '';
    const password = form.get('password') ?? '';
    const next = nextPage(form.get('next'));
    const answer = await personSignIn.signIn(
      strangerOf(request),
      { email, password },
      await browserOf(request),
    );
    if (answer.kind === 'blocked') {
      const { retryAfterSeconds } = answer;
      reply.header('retry-after', retryAfterSeconds);
      const alert = say('signIn.blocked');
      return showSignIn(request, reply, { email, next, alert, status: 429 });
    }
    if (answer.kind === 'passkey_needed') {
      const alert = say('signIn.passkeyNeeded');
      return showSignIn(request, reply, { email, next, alert, status: 422 });
    }
    if (answer.kind === 'refused') {
      await sleep(refusalDelayMs);
      const alert = say('signIn.refused');
      return showSignIn(request, reply, { email, next, alert, status: 422 });
    }
    return enter(request, reply, answer, next);
  }

  async function signInWithPasskey(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const form = await forms.read(request);
    const next = nextPage(form.get('next'));
    const site = siteOf(request, publicUrl);
    const shown = { response: readResponse(form), browser: forms.visit(request, reply).secret };
    const answer =
      site === undefined
        ? { kind: 'refused' as const }
        : await passkeys.signIn(strangerOf(request), { ...shown, site }, await browserOf(request));
    if ('cookie' in answer) return enter(request, reply, answer, next);
    const alert = frame.visitorOf(request).say('passkeys.passkeyRefused');
    return showSignIn(request, reply, { email: '', next, alert, status: 422 });
  }

  async function ask(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = await forms.read(request);
    const reader = frame.visitorOf(request);
    const email = form.get('email')?.trim() ?? '';
    if (email === '') {
      const problems = [{ field: 'email', text: reader.say('signIn.emailMissing') }];
      const token = forms.issueToken(request, reply);
      return frame.sendToVisitor(request, reply, forgotPage({ reader, token, problems }));
    }
    const stranger = strangerOf(request);
    const verdict = await limiter.count(email.toLowerCase(), stranger.source);
    if (verdict.kind === 'blocked') {
      const { retryAfterSeconds } = verdict;
      throw new ValiseError('too_many_requests', 'Too many attempts.', { retryAfterSeconds });
    }
    await accountLinkIssue.askForReset(stranger, email);
    return frame.sendToVisitor(request, reply, forgotSentPage(reader));
  }

  return [
    frontPageRoute(services, frame),
    visitorRoute({
      path: '/sign-in',
      methods: {
        GET: {
          schema: peopleChecks.sign_in_page,
          handle: overSecureConnection(async (request, reply) => {
            const { next: wanted, out } = request.query as SignInQuery;
            const next = nextPage(wanted);
            const live = await sessions.find(readCookie(request, sessionCookie));
            if (live?.session.state === 'full') return frame.redirect(request, reply, next);
            return showSignIn(request, reply, { email: '', next, isOut: out !== undefined });
          }),
        },
        POST: { body: 'form', schema: peopleChecks.sign_in, handle: signIn },
      },
    }),
    visitorRoute({
      path: '/sign-in/passkey',
      methods: {
        POST: { body: 'form', schema: passkeyChecks.sign_in, handle: signInWithPasskey },
      },
    }),
    ...providerRoutes(services, frame, entering),
    personRoute({
      path: '/sign-out',
      methods: {
        POST: {
          body: 'form',
          schema: peopleChecks.sign_out,
          async handle({ actor, session }, request, reply) {
            await personSignIn.signOut(actor, session);
            removeCookie(reply, sessionCookie);
            return frame.redirect(request, reply, '/sign-in?out=1');
          },
        },
      },
    }),
    visitorRoute({
      path: '/forgot',
      methods: {
        GET: {
          schema: peopleChecks.forgot_page,
          handle: overSecureConnection((request, reply) => {
            const reader = frame.visitorOf(request);
            const token = forms.issueToken(request, reply);
            return frame.sendToVisitor(request, reply, forgotPage({ reader, token }));
          }),
        },
        POST: { body: 'form', schema: peopleChecks.forgot, handle: ask },
      },
    }),
    ...codeRoutes(services, frame),
    ...setUpRoutes(services, frame),
    ...accountLinkRoutes(services, frame, entering),
  ];
}
