import type { Browser, SignInAnswer } from '../../domain/people/person-sign-in.ts';
import type { LiveSession } from '../../domain/people/sessions.ts';
import type { AppPage } from '../app/frame/frame.ts';
import type { VisitorContext } from '../app/frame/pages.ts';
import {
  keepSession,
  knownCookie,
  readCookie,
  sessionCookie,
  setCookie,
} from '../routing/person-cookies.ts';
import type { Services } from '../routing/route.ts';
import { insecurePage } from './sign-in-pages.ts';

export type Entering = ReturnType<typeof createEntering>;

/** What all ways to sign in share. */
export function createEntering({ sessions, knownBrowsers }: Services) {
  const findLive = ({ exchange }: VisitorContext): Promise<LiveSession | undefined> =>
    sessions.find(readCookie(exchange.request, sessionCookie));

  return {
    /** In place of a page, where the browser would not keep its cookies. */
    insecure: ({ takesCookies, reader }: VisitorContext): AppPage | undefined =>
      takesCookies ? undefined : insecurePage(reader),

    /** The session that the browser has already. */
    findLive,

    browserOf: async (context: VisitorContext): Promise<Browser> => {
      const { request } = context.exchange;
      return {
        client: request.headers['user-agent'] ?? '',
        session: (await findLive(context))?.session,
        known: readCookie(request, knownCookie),
      };
    },

    /** Gives the browser its session, and sends it on. */
    enter: (
      { exchange }: VisitorContext,
      answer: Extract<SignInAnswer, { cookie: string }>,
      next: string,
    ): { redirect: string } => {
      if (answer.kind === 'signed_in') {
        keepSession(exchange, knownBrowsers, answer);
        return { redirect: next };
      }
      setCookie(exchange.reply, sessionCookie, answer.cookie);
      const page = answer.kind === 'code_needed' ? 'code' : 'set-up';
      return { redirect: `/sign-in/${page}?next=${encodeURIComponent(next)}` };
    },
  };
}
