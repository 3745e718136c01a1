import type { CompleteAnswer } from '../../domain/identities/identities.ts';
import { createRateLimiter, networkOf } from '../../domain/ports/rate-limiter.ts';
import type { AppPage, PageReader } from '../app/frame/frame.ts';
import { nextPage } from '../app/frame/next-page.ts';
import type { PageAnswer, Pages, VisitorContext } from '../app/frame/pages.ts';
import { callbackOf, nameOfProvider, whileReachable } from '../app/frame/providers.ts';
import { operations } from '../generated/operations.js';
import { html } from '../html/html.ts';
import type { Route, Services } from '../routing/route.ts';
import type { Entering } from './entering.ts';
import { entryNotice } from './sign-in-pages.ts';

/** Where identities are linked. */
const securityPage = '/app/security/passkeys';

/** Answers of providers a minute from one network: each makes us ask the provider. */
const answersPerMinute = 60;

/** Where people sign in with an identity provider. */
export function providerRoutes(
  { identities, counters }: Services,
  { visit }: Pages,
  { insecure, findLive, enter }: Entering,
): Route[] {
  const limiter = createRateLimiter(counters.signIns);

  const nameOf = (provider: string) => nameOfProvider(identities, provider);

  async function complete(context: VisitorContext, provider: string): Promise<PageAnswer> {
    const { actor, reader, exchange } = context;
    const key = `provider answers ${networkOf(actor.source)}`;
    const verdict = await limiter.count({ [key]: answersPerMinute });
    if (verdict.kind === 'blocked') {
      exchange.setHeader('retry-after', verdict.retryAfterSeconds);
      return awayPage(reader, nameOf(provider), 429);
    }
    const live = await findLive(context);
    const redirectUri = callbackOf(context, provider);
    const { url, headers } = exchange.request;
    const answer = await identities.complete(actor, provider, new URL(url, redirectUri), {
      browser: context.visit().secret,
      redirectUri,
      client: headers['user-agent'] ?? '',
      person: live?.session.state === 'full' ? live : undefined,
    });
    if (answer.kind === 'linked') {
      return { redirect: `${securityPage}?done=linked&provider=${provider}` };
    }
    if (answer.kind === 'entered' && 'cookie' in answer.answer) {
      return enter(context, answer.answer, nextPage(answer.next));
    }
    return refusedPage(reader, nameOf(provider), {
      reason: answer.kind === 'refused' ? answer.reason : 'not allowed',
      isSignedIn: live !== undefined,
      next: answer.next === '' ? securityPage : nextPage(answer.next),
    });
  }

  return [
    visit(
      operations.signIn.withProvider,
      (context, { params: { provider }, query }) =>
        whileReachable(
          context,
          () => awayPage(context.reader, nameOf(provider)),
          async () => {
            const redirect = await identities.begin(provider, 'sign in', {
              browser: context.visit().secret,
              redirectUri: callbackOf(context, provider),
              next: nextPage(query.next),
            });
            return { redirect };
          },
        ),
      { before: insecure },
    ),
    visit(
      operations.signIn.providerAnswer,
      (context, { params: { provider } }) =>
        whileReachable(
          context,
          () => awayPage(context.reader, nameOf(provider)),
          () => complete(context, provider),
        ),
      { before: insecure },
    ),
    visit(operations.signIn.providerAnswerHead, () => ({ redirect: '/sign-in' })),
  ];
}

/** Says that a provider does not answer. */
export function awayPage({ say, language }: PageReader, provider: string, status = 503): AppPage {
  const title = say('passkeys.awayTitle', { provider });
  const content = html`<p>${say('passkeys.awayText')}</p>
    <p><a href="/sign-in?lang=${language}">${say('signIn.backToSignIn')}</a></p>`;
  return entryNotice(title, content, status);
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

interface RefusedView {
  reason: Reason;
  isSignedIn: boolean;
  next: string;
}

function refusedPage(
  { say, language }: PageReader,
  provider: string,
  { reason, isSignedIn, next }: RefusedView,
): AppPage {
  const isProof = next !== securityPage;
  const title = say('passkeys.notSignedIn');
  const text = say(refusalTexts[reason], { provider });
  const back = isSignedIn
    ? html`<a href="/app/${next.slice('/app/'.length)}"
        >${say(isProof ? 'security.confirmAnotherWay' : 'passkeys.backToSecurity')}</a
      >`
    : html`<a href="/sign-in?lang=${language}">${say('signIn.backToSignIn')}</a>`;
  const heading = isSignedIn ? say('passkeys.servicesTitle') : title;
  const content = html`<p>${text}</p>
    <p>${back}</p>`;
  return { ...entryNotice(heading, content, 403), title };
}
