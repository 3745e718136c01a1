import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { UploadOwner } from '../../domain/uploads/owners.ts';
import type { AppendHeaders, CreationHeaders } from '#protocol/operations/tus.ts';
import type { operations } from '../generated/operations.js';
import type { OpenedLink } from '../routing/link-guard.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { bind } from '../routing/operation.ts';
import type { Route, Services, Visitor } from '../routing/route.ts';
import type { One, TusClient } from './tus.ts';
import { createTus, progressHeaders, version } from './tus.ts';

/** The operations of one kind of owner. */
type TusOperations = typeof operations.tus | typeof operations.drafts;

/** A link to what uploads belong to. */
type TusLink = OpenedLink<{ owner: UploadOwner }>;

/** Resumable upload: tus 1.0 with the extensions that `OPTIONS` names, under a secret address. */
export function tusRoutes(services: Services, served: TusOperations): Route[] {
  const tus = createTus(services);
  const further = 'terminate' in served ? (['termination'] as const) : [];
  const serving = { headers: tusAnswer, before: refuseOtherVersion };

  const describe = (link: TusLink, _input: unknown, exchange: OpenExchange) =>
    tus.describe(clientOf(link), exchange, further);

  const create = async (
    link: TusLink,
    { headers }: { headers: CreationHeaders },
    { request, reply }: OpenExchange,
  ) => {
    const upload = await tus.create(clientOf(link), headers, request);
    const address = served.create.path.replace(':secret', link.secret);
    return await reply
      .code(201)
      .header('location', `${address}/${upload.id}`)
      .headers(progressHeaders(upload))
      .send();
  };

  const inspect = (link: TusLink, input: One, exchange: OpenExchange) =>
    tus.inspect(clientOf(link), input, exchange);

  const append = (link: TusLink, input: One & { headers: AppendHeaders }, exchange: OpenExchange) =>
    tus.append(clientOf(link), input, exchange);

  const terminate = (link: TusLink, input: One, exchange: OpenExchange) =>
    tus.terminate(clientOf(link), input, exchange);

  return [
    bind(served.describe, describe, { headers: tusAnswer }),
    bind(served.create, create, serving),
    bind(served.describeOne, describe, { headers: tusAnswer }),
    bind(served.status, inspect, serving),
    bind(served.append, append, serving),
    ...('terminate' in served ? [bind(served.terminate, terminate, serving)] : []),
  ];
}

function clientOf({ actor, target: { owner } }: TusLink): TusClient {
  return { actor, owner };
}

/** On every answer of a tus route. */
const tusAnswer = { 'tus-resumable': version };

/** Refuses a request of another version, before anything else is looked at. */
function refuseOtherVersion(
  _visitor: Visitor,
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (request.headers['tus-resumable'] === version) return false;
  reply.header('tus-version', version);
  throw new ValiseError('tus_version', `Speak tus ${version}, and say so in Tus-Resumable.`);
}
