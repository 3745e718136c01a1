import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Problem } from '#protocol/errors.ts';
import type { FilePath } from '#protocol/file-folder.ts';
import { joinPath, parseFilePath } from '#protocol/file-folder.ts';
import type { apiDropOperations } from '#protocol/operations/api-drops.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import { parseDateTime } from '#protocol/date-time.ts';
import type { GivenEnd, SendOrder } from '../../domain/sends/send-order.ts';
import type { SentContent } from '../../domain/sends/sends.ts';
import { second } from '../../domain/model/clock.ts';
import type { DispatchId } from '../../domain/model/ids.ts';
import { endReasonOf } from '../../domain/model/dispatch.ts';
import type { IncomingFile } from '../../domain/files/file-batch.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { requestDigests, verifyDigests } from '../connection/digests.ts';
import { readJsonPart } from '../connection/json-body.ts';
import { takeBody } from '../connection/take-body.ts';
import { operations } from '../generated/operations.js';
import {
  boundaryOf,
  fileAt,
  incomingFileOf,
  multipartParts,
  readField,
} from '../multipart/multipart-parts.ts';
import { route } from '../routing/operation.ts';
import { readJson } from '../routing/read-input.ts';
import type { Route, Services } from '../routing/route.ts';
import { linkOrigin } from '../routing/site.ts';
import { sentDropJson } from './drop-json.ts';
import type { Claim } from './once.ts';
import { createOnce } from './once.ts';
import { readReceiversAndGroups } from './given-receivers.ts';

type GivenDrop = InputOf<(typeof apiDropOperations)['send']['input']>['json'];

interface Options {
  publicUrl: string | undefined;
  /** The most files of a request. */
  maxFiles: number;
  /** Of JSON, in a part of a request too. */
  maxJsonBytes: number;
}

/** Where programs send, in one request. */
export function sendDropRoutes(
  services: Pick<
    Services,
    'clock' | 'keyWatch' | 'repeats' | 'senderControl' | 'sends' | 'sentReports' | 'transferMemory'
  >,
  { publicUrl, maxFiles, maxJsonBytes }: Options,
): Route[] {
  const { clock, keyWatch, senderControl, sends, sentReports, transferMemory } = services;
  const served = operations.apiDrops.send;
  const { once, onceStreamed } = createOnce(services);

  /** Throws `forbidden` for a drop that mails nobody, where the key is not told the links. */
  function refuseLinks({ scopes }: Principal, { notify }: Pick<GivenDrop, 'notify'>): void {
    if (notify !== 'none') return;
    if (!senderControl.showsLinks) {
      throw noLinks(
        'The operator does not let senders see links, so that mails must bring them.',
        'cannot be none here.',
      );
    }
    if (!scopes.includes('links')) {
      throw noLinks(
        'A drop that mails nobody needs a key with the scope links.',
        'needs the scope links.',
      );
    }
  }

  function orderOf(who: Principal, given: GivenDrop): SendOrder {
    refuseLinks(who, given);
    const order = readOrder(given);
    sends.check(who, order);
    return order;
  }

  /** Reads the parts of a multipart body. A file may come before the drop that it is of. */
  async function readParts(
    request: FastifyRequest,
    content: IncomingContent,
    take: { file: (file: IncomingFile) => Promise<void>; drop: (given: unknown) => void },
  ): Promise<void> {
    const boundary = boundaryOf(request.headers['content-type'] ?? '');
    let hasDrop = false;
    let files = 0;
    /** Of the file that follows. */
    let place: FilePath | undefined;
    for await (const part of multipartParts(content, boundary)) {
      const name = part.headers.fieldName;
      if (name === 'file') {
        files += 1;
        if (files > maxFiles) {
          const problem = `can be there at most ${maxFiles} times.`;
          throw new ValiseError('too_large', `A request can carry at most ${maxFiles} files.`, {
            details: [{ field: name, problem }],
          });
        }
        await take.file(place === undefined ? incomingFileOf(part) : fileAt(place, part));
        place = undefined;
      } else if (name === 'path') {
        if (place !== undefined) throw badPath('is there twice for one file.', 'repeated');
        const { path, problem } = parseFilePath(await readField(part));
        if (problem !== undefined) throw badPath(problem);
        place = path;
      } else if (name === 'drop') {
        if (hasDrop) throw invalid([{ field: name, problem: 'is there twice.', code: 'repeated' }]);
        hasDrop = true;
        take.drop(readJsonPart(name, await readField(part, maxJsonBytes)));
      } else {
        const problem = 'is no part of this request.';
        throw invalid([{ field: name.slice(0, 64), problem, code: 'unknown' }]);
      }
    }
    if (place !== undefined) throw badPath('has no file after it.');
    if (!hasDrop) throw invalid([{ field: 'drop', problem: 'is missing.', code: 'missing' }]);
  }

  async function sendParts(
    who: Principal,
    request: FastifyRequest,
    claimOf: (...streamed: string[]) => Claim,
  ): Promise<DispatchId> {
    const digests = requestDigests(request.headers);
    const sending = await sends.open(who);
    const body = takeBody(request.raw, transferMemory, (end) => keyWatch.follow(who, end));
    let sent: { order: SendOrder; text: string } | undefined;
    try {
      await readParts(request, verifyDigests(body.content, digests), {
        file: (file) => sending.receive(file),
        drop(value) {
          const drop = readJson(given(served.input.json), value) as GivenDrop;
          sent = { order: orderOf(who, drop), text: JSON.stringify(value) };
        },
      });
      const { order, text } = given(sent);
      return await sending.commit(order, (files) => claimOf(...contentOf(text, files)));
    } finally {
      body.release();
      await sending.abort();
    }
  }

  /** What makes a multipart request this one. Nothing of it is kept. */
  async function measureParts(request: FastifyRequest): Promise<readonly string[]> {
    const body = takeBody(request.raw, transferMemory);
    const files: SentContent[] = [];
    let text = '';
    try {
      await readParts(request, body.content, {
        async file({ name, folder = '', content }) {
          const hash = createHash('sha256');
          for await (const pieces of content) for (const piece of pieces) hash.update(piece);
          files.push({ name, folder, sha256: hash.digest() });
        },
        drop(value) {
          text = JSON.stringify(value);
        },
      });
    } finally {
      body.release();
    }
    return contentOf(text, files);
  }

  return [
    route(served, async (who, { json }, exchange) => {
      const { request, reply } = exchange;
      const { drop: id } = await (json === undefined
        ? onceStreamed(exchange, {
            act: async (claimOf) => ({ drop: await sendParts(who, request, claimOf) }),
            measure: () => measureParts(request),
          })
        : once(exchange, async (claim) => ({
            drop: await sends.send(who, orderOf(who, json), claim),
          })));
      const drop = await sentReports.get(who.account, id);
      const now = clock.now();
      const { notify = 'mail' } = drop.dispatch;
      // Of a repeat, whose key may be another one, and whose drop may have ended.
      refuseLinks(who, { notify });
      const verbs = senderControl.of(who.account, 'drop');
      const isLive = endReasonOf(drop, now) === undefined;
      const tellsOpen = drop.anyoneLinks.length > 0 && who.scopes.includes('links');
      const links = new Map([
        ...(notify === 'none' && isLive ? await verbs.revealLinks(who.actor, id) : []),
        ...(tellsOpen ? await verbs.revealAnyoneLinks(who.actor, id) : []),
      ]);
      reply.header('location', `${served.path}/${id}`);
      const origin = linkOrigin(request, publicUrl);
      return sentDropJson(drop, now, (receiverId) => {
        const secret = links.get(receiverId);
        return secret && `${origin}/d/${secret}`;
      });
    }),
  ];
}

/** The drop, and the paths and digests of the files beside it. */
function contentOf(drop: string, files: readonly SentContent[]): string[] {
  return [drop, ...files.flatMap((file) => [joinPath(file), file.sha256.toString('hex')])];
}

function badPath(problem: string, code?: Problem['code']): ValiseError {
  return invalid([{ field: 'path', problem, ...(code && { code }) }]);
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The request has no drop');
  return value;
}

function noLinks(message: string, problem: string): ValiseError {
  return new ValiseError('forbidden', message, { details: [{ field: 'notify', problem }] });
}

function readOrder(drop: GivenDrop): SendOrder {
  const { uploads = [], files_of: filesOf, title, message, reference, notify, options = {} } = drop;
  const anyone = drop.anyone === true;
  if (drop.receivers.length === 0 && !anyone) {
    const problem = 'must name a receiver, unless anyone is true.';
    throw invalid([{ field: 'receivers', problem }]);
  }
  return {
    receivers: readReceiversAndGroups(drop.receivers),
    anyone,
    ...{ uploads, filesOf, title, message, reference },
    end: readEnd(drop),
    notify: notify === 'none' ? notify : undefined,
    secondFactor: options.second_factor,
    password: options.password,
    downloadLimit: options.download_limit,
    receipts: options.receipts,
  };
}

/** Throws `invalid` for both ends at once, and for a time that there is not. */
function readEnd({ expires_in: seconds, expires_at: text }: GivenDrop): GivenEnd | undefined {
  if (seconds !== undefined && text !== undefined) {
    throw invalid([{ field: 'expires_at', problem: 'cannot stand beside expires_in.' }]);
  }
  if (seconds !== undefined) return { inMs: seconds * second };
  if (text === undefined) return undefined;
  const at = parseDateTime(text);
  if (at !== undefined) return { at };
  throw invalid([{ field: 'expires_at', problem: 'must be a time that there is.' }]);
}
