import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { Socket } from 'node:net';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, Problem, WireErrorCode } from '#protocol/errors.ts';
import { OutcomeUnknown, ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { isApiPath } from '../connection/api-path.ts';
import { badBody, brokeOff } from '../connection/bad-request.ts';
import { sendWhole } from '../connection/send-whole.ts';
import { basicChallenge, bearerChallenge } from '../routing/basic-challenge.ts';
import { rateFields, requestLimit } from '../routing/rate-fields.ts';
import { OverRequestRate } from '../routing/request-rate.ts';
import { linkOrigin } from '../routing/site.ts';
import { renderErrorPage } from './error-page.ts';
import { errorStatus, wireCodeOf } from './error-status.ts';
import { problemDocument, problemType } from './problem-document.ts';

/** A database that goes away while it commits does not say whether it did. */
const perhapsDone =
  'The server lost its database at this, and it may have been done. Look before you repeat it, or repeat it with the same Idempotency-Key.';
const nothingHere = 'There is nothing at this address.';

const noJson: Problem = { field: 'body', problem: 'is not valid JSON.', in: 'body' };

/** Errors of the framework, in the words of this API, and what each is about. */
const frameworkErrors: Record<string, [WireErrorCode, string, Problem?]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    ...(['too_large', 'The request body is larger than this server takes.'] as const),
    { field: 'body', problem: 'is larger than this server takes.', in: 'body' },
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    ...(['unsupported_media_type', 'The body must be JSON.'] as const),
    { field: 'Content-Type', problem: 'must be application/json.', in: 'header' },
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    ...(['bad_request', 'The body is empty; it must be JSON.'] as const),
    { field: 'body', problem: 'is empty; it must be JSON.', in: 'body' },
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', 'The body is not valid JSON.', noJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    ...(['bad_request', 'The Content-Length does not match the length of the body.'] as const),
    { field: 'Content-Length', problem: 'does not match the length of the body.', in: 'header' },
  ],
  FST_ERR_BAD_URL: ['bad_request', 'The address is malformed.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', nothingHere],
};

/** Enough to correct a request by; the answer to a wholly invalid body must not be larger than the body. */
const maxDetails = 100;

/** Converts any thrown value to one of our errors. Unexpected errors are not explained to the client. */
function classify(error: unknown): ValiseError {
  if (error instanceof ValiseError) return error;
  if (error instanceof OutcomeUnknown) {
    return new ValiseError('unavailable', perhapsDone, { cause: error });
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  // The client is gone, which is no fault of the server.
  if (code === 'ECONNRESET') return brokeOff(error);
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known !== undefined) {
    const [knownCode, message, problem] = known;
    return new ValiseError(knownCode, message, {
      ...(problem !== undefined && { details: [problem] }),
      cause: error,
    });
  }
  if (error instanceof SyntaxError && statusCode === 400) {
    return new ValiseError('bad_request', 'The body is not valid JSON.', {
      details: [noJson],
      cause: error,
    });
  }
  return new ValiseError('internal', 'The server failed at this. Please try again.', {
    cause: error,
  });
}

/** Logs requests that are refused because a part of the server is away. */
export interface RefusalLog {
  note(error: ValiseError): void;
}

/** Logs a failed request. */
function logFailure(request: FastifyRequest, error: ValiseError, refusals: RefusalLog): void {
  if (error.code === 'unavailable') refusals.note(error);
  else request.log.error({ err: error }, 'request failed');
}

/** Answers a failed request to a page of people, whose browser wants a page. */
export type AnswerPeople = (
  error: ValiseError,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Tells a person about a link that cannot be served; undefined for other errors. */
export type AnswerLink = (
  error: ValiseError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

interface Pages {
  brand: () => ServiceNames;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  publicUrl: string | undefined;
}

/** Answers a failed request: JSON for programs, a page for a person's browser. */
export function answerError(
  { brand, translations, ...pages }: Pages,
  refusals: RefusalLog,
  answerPeople?: AnswerPeople,
  answerLink?: AnswerLink,
) {
  function answer(
    thrown: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    mayAskPeople = true,
  ): FastifyReply | Promise<FastifyReply> {
    const error = classify(thrown);
    const code = wireCodeOf(error.code);
    const status = errorStatus[code];
    const isForApi = isApiPath(request.raw);
    if (code === 'insufficient_storage')
      request.log.warn({ reason: error.message }, 'no space left');
    else if (status >= 500) logFailure(request, error, refusals);
    if (code === 'unauthorized') {
      const challenge = isForApi ? bearerChallenge : basicChallenge;
      reply.header('www-authenticate', challenge(brand().serviceName));
    }
    if (error.allow !== undefined) reply.header('allow', error.allow);
    const retryAfterSeconds = error.retryAfterSeconds ?? usualWait(code, isForApi);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);

    reply.code(status);
    if (isForApi) {
      if (error instanceof OverRequestRate) {
        reply.headers(rateFields([requestLimit(error.requests)]));
      }
      const origin = linkOrigin(request, pages.publicUrl);
      const named = { origin, requestId: request.id, maxErrors: maxDetails };
      const text = JSON.stringify(problemDocument(error, code, named));
      return sendWhole(request, reply.type(problemType), text);
    }
    const isForPeople = request.routeOptions.config.isForPeople === true;
    if (mayAskPeople && isForPeople && answerPeople !== undefined && namesHtml(request)) {
      // What its page needs may be away: the answer says so then, without a second attempt.
      return answerPeople(error, status, request, reply).catch((failed: unknown) =>
        answer(failed, request, reply, false),
      );
    }
    if (request.routeOptions.config.hasLinkPages === true) {
      const told = answerLink?.(error, request, reply);
      if (told !== undefined) return told;
    }
    if (wantsPage(request)) {
      const language = chooseLanguage(request.headers['accept-language'], pages.language);
      const page = renderErrorPage({
        status,
        message: error.message,
        requestId: request.id,
        serviceName: brand().serviceName,
        language,
        say: translations[language].say,
      });
      return sendWhole(request, reply.type('text/html; charset=utf-8'), page);
    }
    // Of a header, the query or the body as a whole, the message says it.
    const details = error.details?.some((each) => each.in !== undefined)
      ? undefined
      : error.details;
    const body: ErrorBody = {
      status: 'error',
      error: code,
      // To people a foreign id, a missing one and a malformed one are the same.
      message: isForPeople && code === 'not_found' ? nothingHere : error.message,
      ...(details !== undefined && { details: details.slice(0, maxDetails).map(named) }),
      request_id: request.id,
    };
    return sendWhole(request, reply.type('application/json; charset=utf-8'), JSON.stringify(body));
  }

  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answer(thrown, request, reply);
}

function named({ field, problem }: Problem): Problem {
  return { field, problem };
}

/** What `Retry-After` says where nobody knows better. Every 429 and 503 of API v1 has it. */
export function usualWait(code: WireErrorCode, isForApi: boolean): number | undefined {
  if (code === 'unavailable') return 5;
  return isForApi && [429, 503].includes(errorStatus[code]) ? 30 : undefined;
}

/** Below an account's `cgi/` and `files/` every caller is a program: Java names text/html by default. */
function isMachinePath(url: string): boolean {
  const [, account = ''] = /^\/([^/?]*)\/(?:cgi|[^/?]+\/files)(?:[/?]|$)/.exec(url) ?? [];
  return account.includes('@') || account.includes('%40');
}

/** A form that a browser sends as a navigation is answered with a page too; scripts and programs get JSON. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, headers, raw } = request;
  const isPage = method === 'GET' || method === 'HEAD' || headers['sec-fetch-mode'] === 'navigate';
  return isPage && !isMachinePath(raw.url ?? '') && namesHtml(request);
}

/** A browser that navigates names HTML first; programs do not name it at all. */
export function namesHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/.test(headers.accept ?? '');
}

const reasons: Record<string, [WireErrorCode, string]> = {
  HPE_INVALID_URL: [
    'bad_request',
    'The address holds bytes that no address may hold. Write them percent-encoded, as in ?filename=%C3%85sa.pdf.',
  ],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too_large', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timeout', 'The request took too long to arrive.'],
};

interface MalformedRequest {
  requestId: string;
  isAnswering: boolean;
  /** Of every answer. */
  headers: Readonly<Record<string, string>>;
  /** Of this server, where the body of a request of API v1 is what is malformed. */
  origin: string | undefined;
}

/**
 * Answers bytes that are no valid HTTP request. A connection in the middle of an answer is cut, since
 * nothing can be sent on it.
 */
export function answerMalformed(
  error: Error,
  socket: Socket,
  { requestId, isAnswering, headers: usual, origin }: MalformedRequest,
): void {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const [wireCode, message] = reasons[code] ?? ['bad_request', 'This is not a valid HTTP request.'];
  const body: ErrorBody = { status: 'error', error: wireCode, message, request_id: requestId };
  const isForApi = origin !== undefined;
  // Bytes that are none of a body would be none the next time, either.
  const bodyError =
    code === 'HPE_INVALID_EOF_STATE' || wireCode === 'timeout'
      ? brokeOff()
      : badBody('The body is not sent as HTTP demands.', 'is not sent as HTTP demands.');
  const text = JSON.stringify(
    isForApi
      ? problemDocument(bodyError, wireCode, { origin, requestId, maxErrors: maxDetails })
      : body,
  );
  const headers = {
    ...usual,
    'x-request-id': requestId,
    'content-type': isForApi ? problemType : 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${errorStatus[wireCode]} ${wireCode}\r\n${lines.join('')}\r\n${text}`,
    () => {
      socket.destroy();
    },
  );
}
