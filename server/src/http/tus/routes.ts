import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { fileNameProblems, parseFileName } from '#protocol/untrusted-text.ts';
import type { AppendHeaders, CreationHeaders } from '#protocol/operations/tus.ts';
import type { Allowance } from '../../domain/uploads/allowance.ts';
import type { UploadOwner } from '../../domain/uploads/owners.ts';
import type { Continuation } from '../../domain/uploads/append-to-upload.ts';
import type { AnnouncedFile } from '../../domain/uploads/new-upload.ts';
import type { Announcing } from '../../domain/uploads/resumable-uploads.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';
import { checkMediaType } from '../connection/body-kinds.ts';
import { takeBody } from '../connection/take-body.ts';
import { operations } from '../generated/operations.js';
import type { OpenedLink } from '../routing/link-guard.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { bind, route } from '../routing/operation.ts';
import { readHeaders } from '../routing/read-input.ts';
import type { Route, Services, Visitor } from '../routing/route.ts';

/** The operations of one kind of owner. */
type TusOperations = typeof operations.tus | typeof operations.drafts;

/** What the uploads of a request belong to, and who sends them. */
type TusLink = OpenedLink<{ owner: UploadOwner }>;

/**
 * A file up to this size that comes with its creation is stored in one step, or not at all: to send it again is cheap.
 */
const smallFileBytes = 2 ** 20;

/** Resumable upload: tus 1.0 with the extensions that `OPTIONS` names, under a secret address. */
export function tusRoutes(
  { resumableUploads, transferMemory }: Services,
  served: TusOperations,
): Route[] {
  const isRemovable = 'terminate' in served;
  const serving = { headers: tusAnswer, before: refuseOtherVersion };

  const describe = async ({ target }: TusLink, _input: unknown, { reply }: OpenExchange) =>
    await reply
      .code(204)
      .headers(abilitiesFor(await resumableUploads.allowanceOf(target.owner), isRemovable))
      .send();

  /** Adds the body of a request to an upload. */
  async function take(
    owner: UploadOwner,
    request: FastifyRequest,
    { id, offset }: { id: string; offset: number },
  ): Promise<IncomingUpload> {
    const { raw } = request;
    const { 'content-length': declaredBytes = 0, 'upload-checksum': checksum } = bytesOf(request);
    const body = takeBody(raw, transferMemory);
    try {
      return await resumableUploads.append(owner, id, {
        ...withChecksum(checksum, body.content),
        offset,
        declaredBytes,
        cutOff: () => raw.destroy(),
      });
    } finally {
      body.release();
    }
  }

  /** Creates an upload with the bytes of the request. A refused client never learns of it: it is deleted. */
  async function takeFirst(
    { actor, target: { owner } }: TusLink,
    request: FastifyRequest,
    file: AnnouncedFile,
    announcing: Announcing,
  ): Promise<IncomingUpload> {
    const { 'upload-checksum': checksum, 'content-length': length } = bytesOf(request);
    if (file.sizeBytes <= smallFileBytes && length === file.sizeBytes) {
      const body = takeBody(request.raw, transferMemory);
      try {
        const brought = { ...file, ...announcing, ...withChecksum(checksum, body.content) };
        return await resumableUploads.receive(actor, owner, brought);
      } finally {
        body.release();
      }
    }
    const { id } = await resumableUploads.begin(actor, owner, file, announcing);
    try {
      return await take(owner, request, { id, offset: 0 });
    } catch (error) {
      // What another request of the same client began at the same time stays.
      if (!isOfOtherRequest(error)) await resumableUploads.cancel(actor, owner, id);
      throw error;
    }
  }

  const create = async (
    link: TusLink,
    { headers }: { headers: CreationHeaders },
    { request, reply }: OpenExchange,
  ) => {
    const { actor, secret, target } = link;
    const { owner } = target;
    const bringsBytes = hasBody(request);
    if (bringsBytes) checkMediaType(request, 'tus');
    const { isKeyed, ...described } = parseUploadMetadata(headers['upload-metadata'] ?? '');
    const file = { sizeBytes: headers['upload-length'], ...described };
    if (bringsBytes) bytesOf(request);
    const known = isKeyed ? await resumableUploads.findBegun(owner, file) : undefined;
    const upload =
      known ??
      (bringsBytes
        ? await takeFirst(link, request, file, { isKeyed })
        : await resumableUploads.begin(actor, owner, file, { isKeyed }));
    const address = served.create.path.replace(':secret', secret);
    return await reply
      .code(201)
      .header('location', `${address}/${upload.id}`)
      .headers(progressHeaders(upload))
      .send();
  };

  const inspect = async ({ target }: TusLink, { params }: One, { reply }: OpenExchange) => {
    const upload = await resumableUploads.inspect(target.owner, params.upload);
    return await reply.headers(descriptionHeaders(upload)).send();
  };

  const append = async (
    { target }: TusLink,
    { params, headers }: One & { headers: AppendHeaders },
    { request, reply }: OpenExchange,
  ) => {
    const offset = headers['upload-offset'];
    const upload = await take(target.owner, request, { id: params.upload, offset });
    return await reply.code(204).headers(progressHeaders(upload)).send();
  };

  const routes = [
    bind(served.describe, describe, { headers: tusAnswer }),
    bind(served.create, create, serving),
    bind(served.describeOne, describe, { headers: tusAnswer }),
    bind(served.status, inspect, serving),
    bind(served.append, append, serving),
  ];
  if (!('terminate' in served)) return routes;
  const terminate = route(
    served.terminate,
    async ({ actor, target }, { params }, { reply }) => {
      await resumableUploads.cancel(actor, target.owner, params.upload);
      return await reply.code(204).send();
    },
    serving,
  );
  return [...routes, terminate];
}

interface One {
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

const version = '1.0.0';

/** On every answer of a tus route. */
const tusAnswer = { 'tus-resumable': version };

/** The capabilities of the server, and the largest file. See https://tus.io/protocols/resumable-upload. */
function abilitiesFor(
  { bytes, fileBytes }: Allowance,
  isRemovable: boolean,
): Record<string, string> {
  const extensions = ['creation', 'creation-with-upload', 'expiration', 'checksum'];
  if (isRemovable) extensions.splice(2, 0, 'termination');
  const maxBytes = Math.min(bytes ?? Infinity, fileBytes ?? Infinity);
  return {
    'tus-version': version,
    'tus-extension': extensions.join(','),
    'tus-checksum-algorithm': checksumAlgorithms.join(','),
    ...(Number.isFinite(maxBytes) ? { 'tus-max-size': String(maxBytes) } : {}),
  };
}

/** Refuses a request of another version, before anything else is looked at. */
function refuseOtherVersion(
  _visitor: Visitor,
  _input: unknown,
  { request, reply }: OpenExchange,
): Promise<boolean> {
  if (request.headers['tus-resumable'] === version) return Promise.resolve(false);
  reply.header('tus-version', version);
  throw new ValiseError('tus_version', `Speak tus ${version}, and say so in Tus-Resumable.`);
}

/** The offset of an upload, and its expiry. */
function progressHeaders({ receivedBytes, expiresAt }: IncomingUpload) {
  return {
    'upload-offset': String(receivedBytes),
    'upload-expires': new Date(expiresAt).toUTCString(),
  };
}

function descriptionHeaders(upload: IncomingUpload) {
  return {
    ...progressHeaders(upload),
    'upload-length': String(upload.sizeBytes),
    ...(upload.metadata === '' ? {} : { 'upload-metadata': upload.metadata }),
  };
}

/** The protocol demands SHA-1 at least. It protects against broken connections, not against attackers. */
const checksumAlgorithms = ['sha1', 'sha256'];

/** The content, verified against its `Upload-Checksum` where it has one. */
function withChecksum(
  checksum: string | undefined,
  content: IncomingContent,
): Pick<Continuation, 'content' | 'verify'> {
  if (checksum === undefined) return { content };
  const [algorithm = '', encoded = ''] = checksum.trim().split(' ');
  const expected = Buffer.from(encoded, 'base64');
  const hash = createHash(algorithm);

  async function* hashed(): AsyncGenerator<readonly Buffer[], void, undefined> {
    for await (const pieces of content) {
      for (const piece of pieces) hash.update(piece);
      yield pieces;
    }
  }
  return {
    content: hashed(),
    verify() {
      if (hash.digest().equals(expected)) return;
      throw new ValiseError(
        'checksum_mismatch',
        'What came is not what Upload-Checksum says, and was not kept. Send it again.',
      );
    },
  };
}

const pairPattern = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;
const maxFingerprint = 200;
/** The name of a file without one. */
const namelessFile = 'file';

/**
 * The metadata of a client. All of it is stored unchanged; `filename`, `filetype`, `fingerprint` and `key` are used
 * here (some clients send `name` and `type` instead).
 */
function parseUploadMetadata(header: string): Omit<AnnouncedFile, 'sizeBytes'> & Announcing {
  const values = parsePairs(header);
  const { name, problem } = parseFileName(
    values.get('filename') ?? values.get('name') ?? namelessFile,
  );
  if (problem !== undefined) {
    throw invalid([{ field: 'filename', problem: fileNameProblems[problem] }]);
  }
  const fingerprint = values.get('fingerprint') ?? '';
  if (fingerprint.length > maxFingerprint) {
    throw invalid([{ field: 'fingerprint', problem: `is over ${maxFingerprint} characters.` }]);
  }
  const mediaType = mediaTypeOf(values.get('filetype') ?? values.get('type'), name);
  const isKeyed = (values.get('key') ?? '') !== '';
  return { name, mediaType, fingerprint, metadata: header, isKeyed };
}

/** A request may have no metadata. */
function parsePairs(header: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (header === '') return values;
  for (const pair of header.split(',')) {
    const [, key, value = ''] = pairPattern.exec(pair.trim()) ?? [];
    if (key === undefined || values.has(key)) {
      throw new ValiseError(
        'bad_request',
        'Upload-Metadata must hold pairs of a key and a Base64 value, with commas between, and no key twice.',
      );
    }
    values.set(key, utf8Of(Buffer.from(value, 'base64')));
  }
  return values;
}

/** Bytes that are not UTF-8 become a lone surrogate, which no valid name contains. */
function utf8Of(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : '\ud800';
}
