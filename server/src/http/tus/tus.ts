import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppendHeaders, CreationHeaders } from '#protocol/operations/tus.ts';
import type { Allowance } from '../../domain/uploads/allowance.ts';
import type { UploadOwner } from '../../domain/uploads/owners.ts';
import type { AnnouncedFile } from '../../domain/uploads/new-upload.ts';
import type { Announcing } from '../../domain/uploads/resumable-uploads.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import type { Actor } from '../../domain/model/principal.ts';
import type { RepeatClaim } from '../../domain/model/repeat.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { checkMediaType } from '../connection/body-kinds.ts';
import { contentDigests, requestDigests } from '../connection/digests.ts';
import type { Follow } from '../connection/take-body.ts';
import { takeBody } from '../connection/take-body.ts';
import { operations } from '../generated/operations.js';
import type { OpenExchange } from '../routing/operation.ts';
import { readHeaders } from '../routing/read-input.ts';
import type { Services } from '../routing/route.ts';
import { checksumAlgorithms, withChecksum } from './upload-checksum.ts';
import { parseUploadMetadata } from './upload-metadata.ts';

/** What the uploads of a request belong to, and who sends them. */
export interface TusClient {
  owner: UploadOwner;
  actor: Actor;
  follow?: Follow;
}

/**
 * A file up to this size that comes with its creation is stored in one step, or not at all: to send it again is cheap.
 */
const smallFileBytes = 2 ** 20;

/** What tus 1.0 does with the uploads of an owner, whoever that is. */
export function createTus({
  resumableUploads,
  transferMemory,
}: Pick<Services, 'resumableUploads' | 'transferMemory'>) {
  /** Adds the body of a request to an upload. */
  async function take(
    client: TusClient,
    request: FastifyRequest,
    id: string,
    headers: Omit<AppendHeaders, 'tus-resumable'>,
    digests = contentDigests(request.headers),
  ): Promise<IncomingUpload> {
    const body = takeBody(request.raw, transferMemory, client.follow);
    try {
      return await resumableUploads.append(client.owner, id, {
        ...withChecksum(headers['upload-checksum'], digests, body.content),
        offset: headers['upload-offset'],
        sizeBytes: headers['upload-length'],
        declaredBytes: headers['content-length'] ?? 0,
        cutOff: () => request.raw.destroy(),
      });
    } finally {
      body.release();
    }
  }

  /** Creates an upload with the bytes of the request. A refused client never learns of it: it is deleted. */
  async function takeFirst(
    client: TusClient,
    request: FastifyRequest,
    file: AnnouncedFile,
    announcing: Announcing,
  ): Promise<IncomingUpload> {
    const { actor, owner } = client;
    const headers = bytesOf(request);
    const { 'upload-checksum': checksum, 'content-length': length } = headers;
    const { sizeBytes } = file;
    const isWhole = sizeBytes !== undefined && length === sizeBytes;
    const digests = (isWhole ? requestDigests : contentDigests)(request.headers);
    if (isWhole && sizeBytes <= smallFileBytes) {
      const body = takeBody(request.raw, transferMemory, client.follow);
      try {
        const { isKeyed, claim } = announcing;
        const content = withChecksum(checksum, digests, body.content);
        const brought = { ...file, sizeBytes, isKeyed, claimOf: () => claim, ...content };
        return await resumableUploads.receive(actor, owner, brought);
      } finally {
        body.release();
      }
    }
    const { id } = await resumableUploads.begin(actor, owner, file, announcing);
    try {
      return await take(client, request, id, { ...headers, 'upload-offset': 0 }, digests);
    } catch (error) {
      // What another request of the same client began at the same time stays, and so does what a repeat goes on with.
      if (!isOfOtherRequest(error) && announcing.claim === undefined)
        await resumableUploads.cancel(actor, owner, id);
      throw error;
    }
  }

  return {
    async describe(
      { owner }: TusClient,
      { reply }: OpenExchange,
      further: readonly FurtherExtension[],
    ): Promise<FastifyReply> {
      const abilities = abilitiesFor(await resumableUploads.allowanceOf(owner), further);
      return await reply.code(204).headers(abilities).send();
    },

    /** Creates an upload, with the bytes of the request where it has some. Without a length, it is declared later. */
    async create(
      client: TusClient,
      headers: DeferrableCreation,
      request: FastifyRequest,
      claim?: RepeatClaim,
    ): Promise<IncomingUpload> {
      const { actor, owner } = client;
      const bringsBytes = hasBody(request);
      if (bringsBytes) checkMediaType(request, 'tus');
      const { isKeyed, ...described } = parseUploadMetadata(headers['upload-metadata'] ?? '');
      const file = { sizeBytes: headers['upload-length'], ...described };
      if (bringsBytes) bytesOf(request);
      const known = isKeyed ? await resumableUploads.findBegun(owner, file) : undefined;
      if (known !== undefined) return known;
      return bringsBytes
        ? await takeFirst(client, request, file, { isKeyed, claim })
        : await resumableUploads.begin(actor, owner, file, { isKeyed, claim });
    },

    async inspect(
      { owner }: TusClient,
      { params }: One,
      { reply }: OpenExchange,
    ): Promise<FastifyReply> {
      const upload = await resumableUploads.inspect(owner, params.upload);
      return await reply.headers(descriptionHeaders(upload)).send();
    },

    async append(
      client: TusClient,
      { params, headers }: One & { headers: AppendHeaders },
      { request, reply }: OpenExchange,
    ): Promise<FastifyReply> {
      const upload = await take(client, request, params.upload, headers);
      return await reply.code(204).headers(progressHeaders(upload)).send();
    },

    async terminate(
      { actor, owner }: TusClient,
      { params }: One,
      { reply }: OpenExchange,
    ): Promise<FastifyReply> {
      await resumableUploads.cancel(actor, owner, params.upload);
      return await reply.code(204).send();
    },
  };
}

/** A creation that may leave the length to a later request. */
export type DeferrableCreation = Omit<CreationHeaders, 'upload-length'> &
  Partial<Pick<CreationHeaders, 'upload-length'>>;

/** What not every owner of uploads is offered. */
export type FurtherExtension = 'creation-defer-length' | 'termination';

export interface One {
  params: { upload: string };
}

/** The headers of a request's bytes. Throws where they are not what those of a request with bytes must be. */
function bytesOf(
  request: FastifyRequest,
): Pick<AppendHeaders, 'content-length' | 'upload-checksum'> {
  return readHeaders(bytesHeaders, request);
}

const bytesHeaders = (operations.tus.append.input.headers ?? []).filter(({ name }) =>
  ['content-length', 'upload-checksum'].includes(name),
);

function hasBody({ headers }: FastifyRequest): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0;
}

function isOfOtherRequest(error: unknown): boolean {
  const codes: readonly string[] = ['upload_locked', 'offset_conflict'];
  return error instanceof ValiseError && codes.includes(error.code);
}

export const version = '1.0.0';

/** The capabilities of the server, and the largest file. See https://tus.io/protocols/resumable-upload. */
function abilitiesFor(
  { bytes, fileBytes }: Allowance,
  further: readonly FurtherExtension[],
): Record<string, string> {
  const extensions = ['creation', 'creation-with-upload', ...further, 'expiration', 'checksum'];
  const maxBytes = Math.min(bytes ?? Infinity, fileBytes ?? Infinity);
  return {
    'tus-version': version,
    'tus-extension': extensions.join(','),
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
    ...(Number.isFinite(maxBytes) ? { 'tus-max-size': String(maxBytes) } : {}),
  };
}

/** The offset of an upload, and its expiry. */
export function progressHeaders({ receivedBytes, expiresAt }: IncomingUpload) {
  return {
    'upload-offset': String(receivedBytes),
    'upload-expires': new Date(expiresAt).toUTCString(),
  };
}

function descriptionHeaders(upload: IncomingUpload) {
  return {
    ...progressHeaders(upload),
    ...(upload.sizeBytes === undefined
      ? { 'upload-defer-length': '1' }
      : { 'upload-length': String(upload.sizeBytes) }),
    ...(upload.metadata === '' ? {} : { 'upload-metadata': upload.metadata }),
  };
}
