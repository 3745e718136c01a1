import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span } from '../../domain/download.ts';
import type { DownloadEnd } from '../../domain/inbox.ts';
import type { OpenFile } from '../../domain/open-file.ts';
import type { TransferWatch } from '../../domain/transfer-watch.ts';
import { filePolicy } from '../response-headers.ts';
import { parseByteRange } from './byte-range.ts';
import { allowsRange, evaluateConditions } from './conditions.ts';
import { attachmentNamed } from './content-disposition.ts';
import { deliver } from './deliver.ts';
import { servedMediaType } from './served-media-type.ts';

/**
 * Answers with a file, or the part of it that the request asks for. `onEnd` learns how it went and
 * which span of the file was handed over; it is not called when no content was asked for.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenFile,
  watch: TransferWatch,
  onEnd: (end: DownloadEnd, span: Span) => Promise<void>,
): Promise<FastifyReply> {
  const { file } = opened;
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

  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const delivered = await deliver(request, reply.raw, {
    content: opened.read(start, end),
    sizeBytes: end - start,
    watch,
  });
  try {
    await onEnd(delivered, { start, end: start + delivered.bytes });
  } catch (error) {
    request.log.error({ err: error }, 'a download could not be written down');
  }
  return reply;
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}
