import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProviderParams, ProviderQuery } from '#protocol/schemas/passkeys.ts';
import type { CompleteAnswer, Identities } from '../../domain/identities/identities.ts';
import { isUnavailable } from '../../domain/model/valise-error.ts';
import { createRateLimiter, networkOf } from '../../domain/ports/rate-limiter.ts';
import type { AppPage, Frame, PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import { visitorRoute } from '../app/frame/person-route.ts';
import { passkeyChecks } from '../generated/checks.js';
import { html } from '../html/html.ts';
import { strangerOf } from '../routing/guard.ts';
import { readCookie, sessionCookie } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';
import { originOf } from '../routing/site.ts';
import type { Entering } from './entering.ts';

/** Where identities are linked. */
const securityPage = '/app/security/passkeys';

/** Answers of providers a minute from one network: each makes us ask the provider. */
const answersPerMinute = 60;

/** Where people sign in with an identity provider. */
export function providerRoutes(services: Services, frame: Frame, entering: Entering): Route[] {
  const { identities, sessions, counters } = services;
  const limiter = createRateLimiter(counters.signIns);

  const nameOf = (id: string) => nameOfProvider(identities, id);

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { next } = request.query as ProviderQuery;
    const provider = providerOf(request);
    const address = await identities.begin(provider, 'sign in', {
      browser: entering.forms.visit(request, reply).secret,
      redirectUri: redirectUriOf(request, frame.publicUrl, provider),
      next: nextPage(next),
    });
    return frame.redirect(request, reply, address);
  }

  async function complete(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const provider = providerOf(request);
    const stranger = strangerOf(request);
    const key = `provider answers ${networkOf(stranger.source)}`;
    const verdict = await limiter.count({ [key]: answersPerMinute });
    const reader = frame.visitorOf(request);
    if (verdict.kind === 'blocked') {
      reply.header('retry-after', verdict.retryAfterSeconds);
      return frame.sendToVisitor(request, reply, awayPage(reader, nameOf(provider), 429));
    }
    const live = await sessions.find(readCookie(request, sessionCookie));
    const redirectUri = redirectUriOf(request, frame.publicUrl, provider);
    const answer = await identities.complete(
      stranger,
      provider,
      new URL(request.url, redirectUri),
      {
        browser: entering.forms.visit(request, reply).secret,
        redirectUri,
        client: request.headers['user-agent'] ?? '',
        person: live?.session.state === 'full' ? live : undefined,
      },
    );
    const next = nextPage(answer.kind === 'refused' ? undefined : answer.next);
    if (answer.kind === 'linked') {
      const path = `${securityPage}?done=linked&provider=${provider}`;
      return frame.redirect(request, reply, path);
    }
    if (answer.kind === 'entered' && 'cookie' in answer.answer) {
      return entering.enter(request, reply, answer.answer, next);
    }
    const reason = answer.kind === 'refused' ? answer.reason : 'not allowed';
    const isSignedIn = live !== undefined;
    const wanted = answer.next === '' ? securityPage : nextPage(answer.next);
    const page = refusedPage(reader, nameOf(provider), reason, { isSignedIn, next: wanted });
    return frame.sendToVisitor(request, reply, page);
  }

  return [
    visitorRoute({
      path: '/sign-in/oidc/:provider',
      methods: {
        GET: {
          schema: passkeyChecks.provider,
          handle: entering.overSecureConnection((request, reply) =>
            whileReachable(frame, identities, request, reply, () => begin(request, reply)),
          ),
        },
      },
    }),
    visitorRoute({
      path: '/sign-in/oidc/:provider/callback',
      methods: {
        GET: {
          schema: passkeyChecks.provider_answer,
          handle: entering.overSecureConnection((request, reply) =>
            whileReachable(frame, identities, request, reply, () => complete(request, reply)),
          ),
        },
        // What only looks must not use up the answer.
        HEAD: {
          schema: passkeyChecks.provider_answer,
          handle: (request, reply) => frame.redirect(request, reply, '/sign-in'),
        },
      },
    }),
  ];
}

function nameOfProvider({ providers }: Pick<Identities, 'providers'>, id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id;
}

/** Says that the provider is away, in place of a general error. */
export async function whileReachable(
  frame: Frame,
  identities: Pick<Identities, 'providers'>,
  request: FastifyRequest,
  reply: FastifyReply,
  act: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await act();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const reader = frame.visitorOf(request);
    const page = awayPage(reader, nameOfProvider(identities, providerOf(request)));
    reply.header('retry-after', error.retryAfterSeconds ?? 10);
    return frame.sendToVisitor(request, reply, page);
  }
}

function providerOf({ params }: FastifyRequest): string {
  return (params as ProviderParams).provider;
}

/** Where a provider sends browsers back to. It has to know this address. */
export function redirectUriOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
  provider: string,
): string {
  return `${originOf(request, publicUrl)}/sign-in/oidc/${provider}/callback`;
}

/** Says that a provider does not answer. */
export function awayPage({ say, language }: PageReader, provider: string, status = 503): AppPage {
  const title = say('passkeys.awayTitle', { provider });
  const body = html`<section class="notice">
    <h1>${title}</h1>
    <p>${say('passkeys.awayText')}</p>
    <p><a href="/sign-in?lang=${language}">${say('signIn.backToSignIn')}</a></p>
  </section>`;
  return { title, body, status };
}

type Reason = Extract<CompleteAnswer, { kind: 'refused' }>['reason'];

const refusalTexts = {
  answer: 'passkeys.refusedAnswer',
  unknown: 'passkeys.refusedUnknown',
  taken: 'passkeys.refusedTaken',
  'not allowed': 'passkeys.refusedNotAllowed',
  'linked elsewhere': 'passkeys.refusedElsewhere',
  ended: 'passkeys.refusedEnded',
} as const satisfies Record<Reason, string>;

function refusedPage(
  { say, language }: PageReader,
  provider: string,
  reason: Reason,
  { isSignedIn, next }: { isSignedIn: boolean; next: string },
): AppPage {
  const isProof = next !== securityPage;
  const title = say('passkeys.notSignedIn');
  const text = say(refusalTexts[reason], { provider });
  const back = isSignedIn
    ? html`<a href="/app/${next.slice('/app/'.length)}"
        >${say(isProof ? 'security.confirmAnotherWay' : 'passkeys.backToSecurity')}</a
      >`
    : html`<a href="/sign-in?lang=${language}">${say('signIn.backToSignIn')}</a>`;
  const body = html`<section class="notice">
    <h1>${isSignedIn ? say('passkeys.servicesTitle') : title}</h1>
    <p>${text}</p>
    <p>${back}</p>
  </section>`;
  return { title, body, status: 403 };
}
