import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span } from '../../domain/model/download.ts';
import type { DownloadEnd } from '../../domain/dispatches/inbox.ts';
import { isMissingBytes } from '../../domain/model/integrity-fault.ts';
import type { OpenFile } from '../../domain/files/open-file.ts';
import type { TransferWatch } from '../../domain/transfers/transfer-watch.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { filePolicy } from '../connection/response-headers.ts';
import { allowsRange, evaluateConditions, parseByteRange } from './conditions.ts';
import { deliver } from './deliver.ts';
import { attachmentNamed, servedMediaType } from './file-headers.ts';

/**
 * Answers with a file, or the part of it that the request asks for. `onEnd` learns how it went and
 * which span of the file was handed over; it is not called when no content was asked for. Throws
 * when nothing is stored of what was asked for; data that is damaged cuts the connection.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenFile,
  watch: TransferWatch,
  onEnd: (end: DownloadEnd, span: Span) => Promise<void>,
): Promise<FastifyReply> {
  const { file } = opened;
  const headersBefore = { ...reply.getHeaders() };
  const validators = {
    etag: `"${file.sha256.toString('base64url')}"`,
    lastModified: new Date(Math.floor(file.createdAt / 1000) * 1000),
  };
  reply.headers({
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'repr-digest': `sha-256=:${file.sha256.toString('base64')}:`,
    'content-security-policy': filePolicy,
  });
  const condition = evaluateConditions(request.headers, validators);
  if (condition === 'not_modified') return await reply.code(304).send();
  if (condition === 'precondition_failed') return await reply.code(412).send();

  const range = allowsRange(singleHeader(request.headers['if-range']), validators)
    ? parseByteRange(request.headers.range, file.sizeBytes)
    : undefined;
  if (range === 'unsatisfiable') {
    return await reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  if (range !== undefined) {
    reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
  }
  reply.headers({
    'content-type': servedMediaType(file.mediaType),
    'content-length': end - start,
    'content-disposition': attachmentNamed(file.name),
  });
  if (request.method === 'HEAD') return await reply.send();

  async function writeDown(delivered: DownloadEnd): Promise<void> {
    try {
      await onEnd(delivered, { start, end: start + delivered.bytes });
    } catch (error) {
      request.log.error({ err: error }, 'a download could not be written down');
    }
  }

  const { content, fault } = await readAhead(opened.read(start, end));
  if (isMissingBytes(fault)) {
    await writeDown({ outcome: 'damaged', bytes: 0 });
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    reply.headers(headersBefore);
    throw new ValiseError('internal', 'The content of this file is missing on the server.', {
      cause: fault,
    });
  }
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const delivered = await deliver(request, reply.raw, { content, sizeBytes: end - start, watch });
  await writeDown(delivered);
  return reply;
}

/** The same content, read up to its first piece, and why that failed if it did. */
async function readAhead(
  content: AsyncIterable<Buffer>,
): Promise<{ content: AsyncIterable<Buffer>; fault?: unknown }> {
  const pieces = content[Symbol.asyncIterator]();
  const first = pieces.next();
  async function* all(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (let next = await first; next.done !== true; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  }
  const [outcome] = await Promise.allSettled([first]);
  return { content: all(), ...(outcome.status === 'rejected' && { fault: outcome.reason }) };
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}
