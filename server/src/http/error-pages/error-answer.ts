import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, WireErrorCode } from '#protocol/errors.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { errorStatus, wireCodeOf } from './error-status.ts';
import { basicChallenge } from '../routing/basic-challenge.ts';
import { renderErrorPage } from './error-page.ts';
import { readerLanguage } from '../html/reader-language.ts';
import { sendWhole } from '../connection/send-whole.ts';

/** What the framework itself refuses, in our words. */
const frameworkErrors: Record<string, [WireErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The request body is larger than this server takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', 'The body is empty; it must be JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad_request',
    'The Content-Length does not match the length of the body.',
  ],
  FST_ERR_BAD_URL: ['bad_request', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address.'],
  // Nobody is left to read it, and a client that hangs up is no fault of the server.
  ECONNRESET: ['bad_request', 'The request broke off.'],
};

/** Enough to mend a request by; a body that is all wrong must not be answered with more than it was. */
const maxDetails = 100;

/** Any thrown thing as one of ours. What is not expected stays unexplained to the client. */
function classify(error: unknown): ValiseError {
  if (error instanceof ValiseError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known !== undefined) return new ValiseError(known[0], known[1], { cause: error });
  if (error instanceof SyntaxError && statusCode === 400) {
    return new ValiseError('bad_request', 'The body is not valid JSON.', { cause: error });
  }
  return new ValiseError('internal', 'The server failed at this. Please try again.', {
    cause: error,
  });
}

/** Answers a failed request: JSON for programs, a page for a person's browser. */
export function answerError(serviceName: string) {
  const challenge = basicChallenge(serviceName);
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const error = classify(thrown);
    const code = wireCodeOf(error.code);
    const status = errorStatus[code];
    if (code === 'insufficient_storage')
      request.log.warn({ reason: error.message }, 'no space left');
    else if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (code === 'unauthorized') {
      reply.header('www-authenticate', challenge);
    }
    if (error.allow !== undefined) reply.header('allow', error.allow);
    const retryAfterSeconds = error.retryAfterSeconds ?? (code === 'unavailable' ? 5 : undefined);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);

    reply.code(status);
    if (wantsPage(request)) {
      const page = renderErrorPage({
        status,
        message: error.message,
        requestId: request.id,
        serviceName,
        locale: readerLanguage(request.headers['accept-language']),
      });
      return sendWhole(request, reply.type('text/html; charset=utf-8'), page);
    }
    const body: ErrorBody = {
      status: 'error',
      error: code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details.slice(0, maxDetails) }),
      request_id: request.id,
    };
    return sendWhole(request, reply.type('application/json; charset=utf-8'), JSON.stringify(body));
  };
}

/** Below an account's `cgi/` and `files/` every caller is a program: Java names text/html by default. */
const machinePath = /^\/[^/?]*(?:@|%40)[^/?]*\/(?:cgi|[^/?]+\/files)(?:[/?]|$)/;

function wantsPage(request: FastifyRequest): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !machinePath.test(request.raw.url ?? '') &&
    namesHtml(request)
  );
}

/** A browser that navigates names HTML first; programs do not name it at all. */
export function namesHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '');
}
