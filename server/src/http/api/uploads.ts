import { createHash } from 'node:crypto';
import type { Problem } from '#protocol/errors.ts';
import type { apiUploadOperations } from '#protocol/operations/api-uploads.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { CreationHeaders } from '#protocol/operations/tus.ts';
import type { FilePath } from '#protocol/file-folder.ts';
import { joinPath, parseFilePath } from '#protocol/file-folder.ts';
import { fileNameProblems, parseFileName } from '#protocol/untrusted-text.ts';
import type { FileId } from '../../domain/model/ids.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { isWhole } from '../../domain/model/incoming-upload.ts';
import { mediaTypeOf } from '../../domain/model/media-type.ts';
import type { Principal } from '../../domain/model/principal.ts';
import type { ValiseError } from '../../domain/model/valise-error.ts';
import { accountOwner } from '../../domain/uploads/owners.ts';
import { badHeader } from '../connection/bad-request.ts';
import { requestDigests, verifyDigests } from '../connection/digests.ts';
import { takeBody } from '../connection/take-body.ts';
import { operations } from '../generated/operations.js';
import type { OpenExchange } from '../routing/operation.ts';
import { bind, route } from '../routing/operation.ts';
import { badQuery, readHeaders } from '../routing/read-input.ts';
import type { Route, Services } from '../routing/route.ts';
import type { DeferrableCreation, TusClient } from '../tus/tus.ts';
import { createTus, progressHeaders, version } from '../tus/tus.ts';
import { createListCursors } from './list-cursor.ts';
import { usualLimit } from './list-query.ts';
import type { Claim } from './once.ts';
import { createOnce } from './once.ts';

const served = operations.apiUploads;

/** The version is named on every answer: who speaks another one learns which. */
const serving = { headers: { 'tus-resumable': version, 'tus-version': version } };

/** Files that a program uploads first, and sends later. */
export function apiUploadRoutes(
  services: Pick<
    Services,
    'resumableUploads' | 'transferMemory' | 'hasher' | 'keyWatch' | 'repeats'
  >,
): Route[] {
  const { resumableUploads, transferMemory, hasher, keyWatch } = services;
  const tus = createTus(services);
  const cursors = createListCursors(hasher);
  const { onceStreamed } = createOnce(services);

  /** Takes the body of a request as a whole file. */
  async function takeWhole(
    { actor, owner, follow }: ReturnType<typeof clientOf>,
    sent: { name?: string; path?: string },
    { request }: OpenExchange,
    claimOf: (sha256: Buffer) => Claim,
  ): Promise<IncomingUpload> {
    const place = placeIn(sent);
    const { 'content-type': type, 'content-length': length } = request.headers;
    const digests = requestDigests(request.headers);
    const body = takeBody(request.raw, transferMemory, follow);
    try {
      return await resumableUploads.receive(actor, owner, {
        ...place,
        mediaType: mediaTypeOf(type, place.name),
        content: verifyDigests(body.content, digests),
        claimOf,
        ...(length !== undefined && { sizeBytes: Number(length) }),
      });
    } finally {
      body.release();
    }
  }

  /** The SHA-256 of the body of a request, which is not kept. */
  async function digestBody({ request }: OpenExchange): Promise<string> {
    const body = takeBody(request.raw, transferMemory);
    const hash = createHash('sha256');
    try {
      for await (const pieces of body.content) for (const piece of pieces) hash.update(piece);
    } finally {
      body.release();
    }
    return hash.digest('hex');
  }

  async function create(
    who: Principal,
    { query, headers }: InputOf<(typeof apiUploadOperations)['create']['input']>,
    exchange: OpenExchange,
  ): Promise<ReturnType<typeof uploadJson>> {
    const client = clientOf(who);
    const isTus = headers['tus-resumable'] !== undefined;
    const { 'content-type': type = '' } = headers;
    let made: IncomingUpload | undefined;
    const { upload: id } = await onceStreamed(exchange, {
      async act(claimOf) {
        made = isTus
          ? await tus.create(
              client,
              creationOf(exchange),
              exchange.request,
              claimOf(...announced(exchange)),
            )
          : await takeWhole(client, query, exchange, (sha256) =>
              claimOf(type, sha256.toString('hex')),
            );
        return { upload: made.id };
      },
      measure: async () => (isTus ? announced(exchange) : [type, await digestBody(exchange)]),
    });
    exchange.reply.header('location', `${served.create.path}/${id}`);
    const upload = made ?? (await resumableUploads.get(client.owner, id));
    exchange.reply.headers(progressHeaders(upload));
    return uploadJson(upload);
  }

  return [
    route(served.describe, (who, _input, exchange) => describe(who, exchange), serving),
    bind(served.create, create, serving),
    route(served.list, async (who, { query }) => {
      const { limit = usualLimit } = query;
      const after = cursors.readPlace<FileId>('uploads', who.account.id, query.after);
      const page = { limit: limit + 1, after };
      const uploads = await resumableUploads.listPage(accountOwner(who), page);
      const shown = uploads.slice(0, limit);
      const last = uploads.length > limit ? shown.at(-1) : undefined;
      return {
        items: shown.map(uploadJson),
        next: last === undefined ? null : cursors.writePlace('uploads', who.account.id, last),
      };
    }),
    route(served.describeOne, (who, _input, exchange) => describe(who, exchange), serving),
    route(
      served.status,
      (who, input, exchange) => tus.inspect(clientOf(who), input, exchange),
      serving,
    ),
    route(
      served.append,
      (who, input, exchange) => tus.append(clientOf(who), input, exchange),
      serving,
    ),
    route(served.get, async (who, { params }) =>
      uploadJson(await resumableUploads.get(accountOwner(who), params.upload)),
    ),
    route(
      served.remove,
      (who, input, exchange) => tus.terminate(clientOf(who), input, exchange),
      serving,
    ),
  ];

  function describe(who: Principal, exchange: OpenExchange) {
    return tus.describe(clientOf(who), exchange, ['creation-defer-length', 'termination']);
  }

  function clientOf(who: Principal): Required<TusClient> {
    return {
      ...{ actor: who.actor, owner: accountOwner(who) },
      follow: (end) => keyWatch.follow(who, end),
    };
  }
}

/** What a creation by tus says of the file: a repeat goes on where its bytes are. */
function announced({ request: { headers } }: OpenExchange): string[] {
  return [String(headers['upload-length']), String(headers['upload-metadata'])];
}

/** What a creation by tus must have; the operation leaves it open, since a plain body has none of it. */
function creationOf({ request }: OpenExchange): DeferrableCreation {
  const { 'upload-defer-length': deferred, 'upload-length': length } = request.headers;
  if (deferred === undefined)
    return readHeaders(creationHeaders, request) as object as CreationHeaders;
  if (deferred !== '1') throw badDeferral('must be 1.');
  if (length !== undefined) throw badDeferral('and Upload-Length exclude each other.');
  return readHeaders(deferredHeaders, request) as object as DeferrableCreation;
}

const creationHeaders = operations.tus.create.input.headers ?? [];
const deferredHeaders = creationHeaders.filter(({ name }) => name !== 'upload-length');

function badDeferral(problem: string): ValiseError {
  return badHeader('upload-defer-length', `Upload-Defer-Length ${problem}`, problem);
}

/** A name, of which the last part counts as ever, or a path, which is taken as it is or not at all. */
function placeIn({ name: sent, path: sentPath }: { name?: string; path?: string }): FilePath {
  if (sentPath !== undefined) {
    if (sent !== undefined) throw badPath('and name exclude each other.');
    const { path, problem } = parseFilePath(sentPath);
    if (problem !== undefined) throw badPath(problem);
    return path;
  }
  if (sent === undefined) throw badName('is missing.', 'missing');
  const { name, problem } = parseFileName(sent);
  if (problem !== undefined) throw badName(fileNameProblems[problem]);
  return { folder: '', name };
}

function badPath(problem: string): ValiseError {
  return badQuery({ name: 'path' }, problem);
}

function badName(problem: string, kind?: Problem['code']): ValiseError {
  return badQuery({ name: 'name' }, problem, kind);
}

function uploadJson(upload: IncomingUpload) {
  const { id, name, mediaType, sizeBytes, receivedBytes, completion } = upload;
  return {
    id,
    name,
    path: joinPath(upload),
    type: mediaType,
    size: sizeBytes ?? null,
    received: receivedBytes,
    state: isWhole(upload) ? ('complete' as const) : ('open' as const),
    sha256: completion?.sha256.toString('hex') ?? null,
    created_at: new Date(upload.createdAt).toISOString(),
    expires_at: new Date(upload.expiresAt).toISOString(),
  };
}
