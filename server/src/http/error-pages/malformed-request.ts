import type { Socket } from 'node:net';
import type { ErrorBody, WireErrorCode } from '#protocol/errors.ts';
import { errorStatus } from './error-status.ts';
import { standardHeaders } from '../connection/response-headers.ts';

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
 * Answers what never became a request: bytes that are no HTTP, or headers without end. On a
 * connection that is in the middle of an answer nothing can be said, and it is cut.
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
