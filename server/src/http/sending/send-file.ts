import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import type { OpenFile } from '../../domain/files/open-file.ts';
import type { Span } from '../../domain/model/download.ts';
import {
  ValiseError,
  isIntegrityFault,
  isMissingBytes,
  isUnavailable,
} from '../../domain/model/valise-error.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { isApiPath } from '../connection/api-path.ts';
import { filePolicy } from '../connection/response-headers.ts';
import { begun } from './begun.ts';
import { preconditionFailed, requestedRange } from './conditions.ts';
import { deliver } from './deliver.ts';
import { attachmentNamed, servedMediaType } from './file-headers.ts';

/** How a file is sent, where not as an attachment of a harmless type. */
export interface FileView {
  type: string;
  policy: string;
  /** Whether a browser shows the file instead of saving it. */
  isInline: boolean;
  /** Whether the answer with a whole file has a Content-Digest; left out, it has none. */
  hasDigest?: boolean;
}

/**
 * Answers with a file, or the requested range of it. `onEnd` is called with the outcome and the span of the
 * file that was sent; it is not called when no content was requested. Throws when the stored bytes are
 * missing or their store is away; damaged data cuts the connection. A browser saves the file under a
 * harmless type, unless `view` says otherwise.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenFile,
  watch: TransferWatch,
  onEnd: (end: DownloadEnd, span: Span) => Promise<void>,
  view?: FileView,
): Promise<FastifyReply> {
  const { file } = opened;
  const headersBefore = { ...reply.getHeaders() };
  const validators = {
    etag: `"${file.sha256.toString('base64url')}"`,
    lastModified: new Date(Math.floor(file.createdAt / 1000) * 1000),
  };
  const digest = `sha-256=:${file.sha256.toString('base64')}:`;
  reply.headers({
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'repr-digest': digest,
    'content-security-policy': view?.policy ?? filePolicy,
  });
  const range = requestedRange(request.headers, validators, file.sizeBytes);
  if (typeof range === 'number') {
    if (range === 416) reply.header('content-range', `bytes */${file.sizeBytes}`);
    if (range !== 304 && isApiPath(request.raw)) {
      reply.removeHeader('repr-digest');
      throw range === 412 ? preconditionFailed() : noSuchRange();
    }
    return await reply.code(range).send();
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
  } else if (view?.hasDigest === true) {
    reply.header('content-digest', digest);
  }
  reply.headers({
    'content-type': view?.type ?? servedMediaType(file.mediaType),
    'content-length': end - start,
    'content-disposition': view?.isInline === true ? 'inline' : attachmentNamed(file.name),
  });
  if (request.method === 'HEAD') return await reply.send();

  async function writeDown(delivered: DownloadEnd): Promise<void> {
    try {
      await onEnd(delivered, { start, end: start + delivered.bytes });
    } catch (error) {
      request.log.error({ err: error }, 'a download could not be written down');
    }
  }

  try {
    const release = await opened.admit?.({ start, end });
    try {
      return await sendContent();
    } finally {
      release?.();
    }
  } catch (error) {
    // Nothing was sent: the answer is one about the error.
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    reply.headers(headersBefore);
    throw error;
  }

  /** What a client is told in place of content that cannot be read. Other faults cut the connection. */
  async function refuse(fault: unknown): Promise<void> {
    if (isUnavailable(fault)) throw fault;
    if (!isIntegrityFault(fault)) return;
    request.log.error({ err: fault }, 'stored data failed its check');
    await writeDown({ outcome: 'damaged', bytes: 0 });
    const what = isMissingBytes(fault) ? 'missing' : 'damaged';
    throw new ValiseError('internal', `The content of this file is ${what} on the server.`, {
      cause: fault,
    });
  }

  async function sendContent(): Promise<FastifyReply> {
    const content = begun(opened.read(start, end));
    await content.started().catch(refuse);
    reply.hijack();
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
    const delivered = await deliver(request, reply.raw, { content, sizeBytes: end - start, watch });
    await writeDown(delivered);
    return reply;
  }
}

function noSuchRange(): ValiseError {
  return new ValiseError('range_not_satisfiable', 'The file ends before this range begins.', {
    details: [{ field: 'Range', problem: 'begins behind the end of the file.', in: 'header' }],
  });
}
