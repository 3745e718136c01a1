import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Delivery } from '../../domain/dispatch.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { strangerOf } from '../access.ts';
import { createLinkMisses } from '../link-misses.ts';
import { html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { frameTexts } from './page-parts.ts';
import type { ReceiveOptions } from './routes.ts';
import { speakToPeople } from './speak-to-people.ts';

interface Address {
  receiver: string;
  token: string;
}

/**
 * Where the List-Unsubscribe header of a download mail leads. A mail program posts to it (RFC 8058);
 * a person who opens it is asked first, since looking must change nothing.
 */
export function noReminderRoute(services: Services, options: ReceiveOptions): Route {
  const { reminderChoice } = services;
  const misses = createLinkMisses(services, 'reminder');

  async function getDelivery(request: FastifyRequest): Promise<Delivery> {
    const { receiver, token } = request.params as Address;
    const stranger = strangerOf(request);
    const delivery = await reminderChoice.find(receiver, token);
    if (delivery !== undefined) return delivery;
    await misses.count(stranger);
    throw new ValiseError('not_found', 'There is nothing at this address.');
  }

  function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { receiver }: Delivery,
    isDone: boolean,
  ): FastifyReply {
    const wishes = [receiver.language, request.headers['accept-language'], options.language];
    const language = chooseLanguage(...wishes);
    const texts = options.texts[language].download;
    const { title, text, action, done } = texts.noReminder;
    const address = request.params as Address;
    const body = html`<section class="notice">
      <h1>${isDone ? done : title}</h1>
      ${
        !isDone &&
        html`<p>${text}</p>
          <form method="post" action="/no-reminder/${address.receiver}/${address.token}">
            <button class="button button-main">${action}</button>
          </form>`
      }
    </section>`;
    const page = renderPage({
      title: isDone ? done : title,
      serviceName: options.serviceName,
      locale: language,
      width: 'narrow',
      body,
      frame: frameTexts(language, texts),
    });
    return reply.type('text/html; charset=utf-8').send(page);
  }

  const look = speakToPeople(
    async (request, reply) => sendPage(request, reply, await getDelivery(request), false),
    options,
  );
  const decline = speakToPeople(async (request, reply) => {
    const delivery = await getDelivery(request);
    await reminderChoice.decline(delivery);
    return sendPage(request, reply, delivery, true);
  }, options);
  return {
    path: '/no-reminder/:receiver/:token',
    access: 'public',
    cost: 'request',
    methods: { GET: { handle: look }, HEAD: { handle: look }, POST: { handle: decline } },
  };
}
