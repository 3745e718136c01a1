import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Delivery } from '../../domain/dispatch.ts';
import type { DeliveryContents } from '../../domain/receiving.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { sourceOf } from '../access.ts';
import { sendFile } from '../download/send-file.ts';
import { createLinkMisses } from '../link-misses.ts';
import { scriptedPagePolicy } from '../response-headers.ts';
import type { PublicHandler, Route } from '../route.ts';
import type { Services } from '../services.ts';
import { safeName } from './archive-names.ts';
import { renderDownloadPage } from './download-page.ts';
import { isPrefetch } from './is-prefetch.ts';
import { sendArchive } from './send-archive.ts';
import { speakToPeople } from './speak-to-people.ts';

export interface ReceiveOptions {
  serviceName: string;
  /** The operator's, for readers whose own is unknown. */
  language: string;
  timeZone: string;
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/;

/** What a receiver's link leads to: a page, and the files on it. Looking at the page changes nothing. */
export function receiveRoutes(services: Services, options: ReceiveOptions): Route[] {
  const { receiving, clock } = services;
  const misses = createLinkMisses(services.tallies.links, 'download');

  /** The guard of every route here. What is unknown, expired or revoked gets one and the same answer. */
  async function getDelivery(request: FastifyRequest): Promise<DeliveryContents> {
    const { secret = '' } = request.params as { secret?: string };
    const source = sourceOf(request);
    const delivery = secretPattern.test(secret) ? await receiving.findDelivery(secret) : undefined;
    if (delivery !== undefined) return delivery;
    await misses.count(source);
    throw notHere();
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { dispatch, receiver, sender, files } = await getDelivery(request);
    const { secret = '' } = request.params as { secret?: string };
    const { lang } = request.query as { lang?: unknown };
    const page = renderDownloadPage({
      language: chooseLanguage(
        typeof lang === 'string' ? lang : undefined,
        receiver.language,
        request.headers['accept-language'],
        options.language,
      ),
      timeZone: options.timeZone,
      serviceName: options.serviceName,
      now: clock.now(),
      secret,
      sender: sender.visibility.email ? sender.email : undefined,
      sentAt: dispatch.createdAt,
      expiresAt: dispatch.expiresAt,
      message: dispatch.message,
      files,
    });
    reply.header('content-security-policy', scriptedPagePolicy);
    return await reply.type('text/html; charset=utf-8').send(page);
  }

  async function sendOne(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const delivery = await getDelivery(request);
    const { fileId, name = '' } = request.params as Record<string, string>;
    const file = delivery.files.find(({ id }) => id === fileId);
    // A link that names the file otherwise would be a lie about what it brings.
    if (file?.name !== name.normalize('NFC')) throw notHere();
    const actor = actorOf(request, delivery);
    return await sendFile(request, reply, receiving.open(file), ({ outcome }, span) =>
      receiving.recordTransfer(actor, delivery, file, { outcome, span }),
    );
  }

  async function sendAll(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const delivery = await getDelivery(request);
    const actor = actorOf(request, delivery);
    const date = new Date(delivery.dispatch.createdAt).toISOString().slice(0, 10);
    return await sendArchive(request, reply, {
      name: `${safeName(options.serviceName)} ${date}.zip`,
      files: delivery.files.map((stored) => ({ ...receiving.open(stored), stored })),
      onFile: ({ stored }, { outcome, bytes }) =>
        receiving.recordTransfer(actor, delivery, stored, {
          outcome,
          span: { start: 0, end: bytes },
        }),
    });
  }

  function route(path: string, handler: PublicHandler): Route {
    const handle = speakToPeople(handler, options);
    return { path, access: 'public', methods: { GET: { handle }, HEAD: { handle } } };
  }

  return [
    route('/d/:secret', sendPage),
    route('/d/:secret/files/:fileId/:name', refusePrefetch(sendOne)),
    route('/d/:secret/all.zip', refusePrefetch(sendAll)),
  ];
}

/** What a browser fetches on a guess would count as a download that nobody wanted. */
function refusePrefetch(handler: PublicHandler): PublicHandler {
  return (request, reply) =>
    isPrefetch(request.headers) ? reply.code(503).send() : handler(request, reply);
}

function actorOf(request: FastifyRequest, { receiver }: Delivery): Actor {
  return { name: receiver.email, source: sourceOf(request), requestId: request.id };
}

function notHere(): ValiseError {
  return new ValiseError(
    'not_found',
    'These files are no longer here. Ask the sender to send them again.',
  );
}
