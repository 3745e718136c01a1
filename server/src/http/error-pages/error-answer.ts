import type { Socket } from 'node:net';

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, WireErrorCode } from '#protocol/errors.ts';
import { wireErrorCodes } from '#protocol/errors.ts';
import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { OutcomeUnknown, ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { sendWhole } from '../connection/send-whole.ts';
import { standardHeaders } from '../connection/response-headers.ts';
import { basicChallenge, bearerChallenge } from '../routing/basic-challenge.ts';
import { renderErrorPage } from './error-page.ts';

/** A database that goes away while it commits does not say whether it did. */
const perhapsDone =
  'The server lost its database at this, and it may have been done. Look before you repeat it, or repeat it with the same Idempotency-Key.';
const nothingHere = 'There is nothing at this address.';

/** Errors of the framework, in the words of this API. */
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
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', nothingHere],
  // The client is gone, which is no fault of the server.
  ECONNRESET: ['bad_request', 'The request broke off.'],
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
  const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
  if (known !== undefined) return new ValiseError(known[0], known[1], { cause: error });
  if (error instanceof SyntaxError && statusCode === 400) {
    return new ValiseError('bad_request', 'The body is not valid JSON.', { cause: error });
  }
  return new ValiseError('internal', 'The server failed at this. Please try again.', {
    cause: error,
  });
}

/** Logs requests that are refused because a part of the server is away. */
export interface RefusalLog {
  note(error: ValiseError): void;
}

/** Whether the route takes a bearer key, and no other credentials. */
function isForBearers({ routeOptions }: FastifyRequest): boolean {
  const { access = 'public' } = routeOptions.config;
  return access !== 'public' && access.scheme === 'bearer';
}

/** Logs a failed request. */
export function logFailure(
  request: FastifyRequest,
  error: ValiseError,
  refusals: RefusalLog,
): void {
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
  serviceName: string;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
}

/** Answers a failed request: JSON for programs, a page for a person's browser. */
export function answerError(
  { serviceName, translations, ...pages }: Pages,
  refusals: RefusalLog,
  answerPeople?: AnswerPeople,
  answerLink?: AnswerLink,
) {
  const challenges = { basic: basicChallenge(serviceName), bearer: bearerChallenge(serviceName) };
  function answer(
    thrown: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    mayAskPeople = true,
  ): FastifyReply | Promise<FastifyReply> {
    const error = classify(thrown);
    const code = wireCodeOf(error.code);
    const status = errorStatus[code];
    if (code === 'insufficient_storage')
      request.log.warn({ reason: error.message }, 'no space left');
    else if (status >= 500) logFailure(request, error, refusals);
    if (code === 'unauthorized') {
      reply.header('www-authenticate', challenges[isForBearers(request) ? 'bearer' : 'basic']);
    }
    if (error.allow !== undefined) reply.header('allow', error.allow);
    const retryAfterSeconds = error.retryAfterSeconds ?? (code === 'unavailable' ? 5 : undefined);
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);

    reply.code(status);
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
        serviceName,
        language,
        say: translations[language].say,
      });
      return sendWhole(request, reply.type('text/html; charset=utf-8'), page);
    }
    const body: ErrorBody = {
      status: 'error',
      error: code,
      // To people a foreign id, a missing one and a malformed one are the same.
      message: isForPeople && code === 'not_found' ? nothingHere : error.message,
      ...(error.details === undefined ? {} : { details: error.details.slice(0, maxDetails) }),
      request_id: request.id,
    };
    return sendWhole(request, reply.type('application/json; charset=utf-8'), JSON.stringify(body));
  }

  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answer(thrown, request, reply);
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

/** The HTTP status of each error. */
export const errorStatus: Record<WireErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  signed_out: 401,
  proof_needed: 403,
  csrf: 403,
  forbidden: 403,
  code_needed: 403,
  download_limit: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  contact_exists: 409,
  no_contacts: 409,
  no_receivers: 409,
  no_files: 409,
  files_not_listed: 409,
  file_unreadable: 409,
  upload_in_progress: 409,
  state_conflict: 409,
  offset_conflict: 409,
  idempotency_conflict: 409,
  tus_version: 412,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  invalid: 422,
  upload_locked: 423,
  too_many_requests: 429,
  mail_quota: 429,
  headers_too_large: 431,
  checksum_mismatch: 460,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
};

/** An operator's error that reaches a client would be a bug, and is answered as one. */
export function wireCodeOf(code: ErrorCode): WireErrorCode {
  return wireErrorCodes.find((known) => known === code) ?? 'internal';
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

/**
 * Answers bytes that are no valid HTTP request. A connection in the middle of an answer is cut, since
 * nothing can be sent on it.
 */
export function answerMalformed(
  error: Error,
  socket: Socket,
  { requestId, isAnswering }: { requestId: string; isAnswering: boolean },
): void {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' || !socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const [wireCode, message] = reasons[code] ?? ['bad_request', 'This is not a valid HTTP request.'];
  const body: ErrorBody = { status: 'error', error: wireCode, message, request_id: requestId };
  const text = JSON.stringify(body);
  const headers = {
    ...standardHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
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
