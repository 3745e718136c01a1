import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Browser, SignInAnswer } from '../../domain/people/person-sign-in.ts';
import type { Frame } from '../app/frame/frame.ts';
import {
  keepSession,
  knownCookie,
  readCookie,
  sessionCookie,
  setCookie,
  takesCookies,
} from '../routing/person-cookies.ts';
import type { PublicHandler, Services } from '../routing/route.ts';
import { insecurePage } from './sign-in-pages.ts';
import { createVisitorForms } from '../routing/visitor-forms.ts';

export type Entering = ReturnType<typeof createEntering>;

/** What all ways to sign in share. */
export function createEntering(services: Services, frame: Frame) {
  const { sessions, knownBrowsers } = services;
  const { publicUrl } = frame;
  return {
    forms: createVisitorForms(services, publicUrl),

    /** Shows the page only where the browser will keep its cookies. */
    overSecureConnection:
      (handler: PublicHandler): PublicHandler =>
      (request, reply) =>
        takesCookies(request, publicUrl)
          ? handler(request, reply)
          : frame.sendToVisitor(request, reply, insecurePage(frame.visitorOf(request))),

    browserOf: async (request: FastifyRequest): Promise<Browser> => {
      const live = await sessions.find(readCookie(request, sessionCookie));
      return {
        client: request.headers['user-agent'] ?? '',
        session: live?.session,
        known: readCookie(request, knownCookie),
      };
    },

    /** Gives the browser its session, and sends it on. */
    enter: (
      request: FastifyRequest,
      reply: FastifyReply,
      answer: Extract<SignInAnswer, { cookie: string }>,
      next: string,
    ): FastifyReply => {
      if (answer.kind === 'signed_in') {
        keepSession({ request, reply }, knownBrowsers, answer);
        return frame.redirect(request, reply, next);
      }
      setCookie(reply, sessionCookie, answer.cookie);
      const page = answer.kind === 'code_needed' ? 'code' : 'set-up';
      return frame.redirect(request, reply, `/sign-in/${page}?next=${encodeURIComponent(next)}`);
    },
  };
}
