import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Delivery } from '../../domain/dispatch.ts';
import type { DeliveryContents } from '../../domain/receiving.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { sourceOf } from '../access.ts';
import { sendFile } from '../download/send-file.ts';
import { wantsPage } from '../error-answer.ts';
import { secretOf } from '../link-page.ts';
import { scriptedPagePolicy } from '../response-headers.ts';
import type { PublicHandler, Route } from '../route.ts';
import { codeNeeded, createCodeGate } from '../second-factor/code-gate.ts';
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
  publicUrl: string | undefined;
}

type OpenHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  delivery: DeliveryContents,
) => Promise<FastifyReply>;

/** What a receiver's link leads to: a page, and the files on it. Looking at the page changes nothing. */
export function receiveRoutes(services: Services, options: ReceiveOptions): Route[] {
  const { receiving, clock } = services;
  const gate = createCodeGate(services, {
    ...options,
    page: 'd',
    look: (secret, session) => receiving.findDelivery(secret, session),
  });

  /**
   * The guard of every route here: runs a handler on what the link leads to, or asks for a code
   * first where one is demanded. What is unknown, expired or revoked gets one and the same answer.
   */
  function open(handler: OpenHandler, lockedStatus: number): PublicHandler {
    return async (request, reply) => {
      const delivery = await gate.find(request);
      if (delivery === undefined) throw notHere();
      if (!delivery.isLocked) return await handler(request, reply, delivery);
      if (lockedStatus !== 200 && !wantsPage(request)) throw codeNeeded();
      return await gate.sendPage(request, reply.code(lockedStatus), delivery);
    };
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { dispatch, receiver, sender, files }: DeliveryContents,
  ): Promise<FastifyReply> {
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
      secret: secretOf(request),
      sender: sender.visibility.email ? sender.email : undefined,
      sentAt: dispatch.createdAt,
      expiresAt: dispatch.expiresAt,
      message: dispatch.message,
      files,
    });
    reply.header('content-security-policy', scriptedPagePolicy);
    return await reply.type('text/html; charset=utf-8').send(page);
  }

  async function sendOne(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: DeliveryContents,
  ): Promise<FastifyReply> {
    const { fileId, name = '' } = request.params as Record<string, string>;
    const file = delivery.files.find(({ id }) => id === fileId);
    // A link that names the file otherwise would be a lie about what it brings.
    if (file?.name !== name.normalize('NFC')) throw notHere();
    const actor = actorOf(request, delivery);
    return await sendFile(request, reply, receiving.open(file), ({ outcome }, span) =>
      receiving.recordTransfer(actor, delivery, file, { outcome, span }),
    );
  }

  async function sendAll(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: DeliveryContents,
  ): Promise<FastifyReply> {
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
    route('/d/:secret', open(sendPage, 200)),
    route('/d/:secret/files/:fileId/:name', refusePrefetch(open(sendOne, 403))),
    route('/d/:secret/all.zip', refusePrefetch(open(sendAll, 403))),
    ...gate.routes,
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
