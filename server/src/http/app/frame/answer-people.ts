import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ValiseError } from '../../../domain/model/valise-error.ts';
import type { AnswerPeople } from '../../error-pages/error-answer.ts';
import type { Confirming } from './confirming.ts';
import type { Frame } from './frame.ts';
import { errorPage } from './frame.ts';

/** Answers failed requests to the pages of people: a page in their language, or the way to sign in. */
export function createAnswerPeople(frame: Frame, confirming: Confirming): AnswerPeople {
  return async (
    error: ValiseError,
    status: number,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (error.code === 'signed_out' && isReading) {
      const next = encodeURIComponent(request.url);
      return frame.redirect(request, reply, `/sign-in?next=${next}`);
    }
    const { person } = request;
    if (error.code === 'proof_needed' && person !== null) {
      return await confirming.ask(person, request, reply, error);
    }
    const reader = frame.readerFor(request);
    const from = { requestId: request.id, page: pageOf(request) };
    return frame.sendTo(request, reply, errorPage(error, status, reader, from));
  };
}

/** The page whose form was sent, which browsers name to their own site; where it is not named, Home. */
function pageOf({ headers: { referer, host } }: FastifyRequest): string {
  const page = URL.parse(referer ?? '');
  return page?.host === host && page?.pathname.startsWith('/app/') === true
    ? page.pathname
    : '/app/';
}
