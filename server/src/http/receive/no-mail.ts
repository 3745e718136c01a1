import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Delivery } from '../../domain/dispatch.ts';
import { refusalScopes } from '../../domain/mail-choice.ts';
import { ValiseError } from '../../domain/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { sourceOf, strangerOf } from '../access.ts';
import { createLinkMisses } from '../link-misses.ts';
import { html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { readForm } from '../read-form.ts';
import type { Route } from '../route.ts';
import { refuseForeignPage } from '../same-origin.ts';
import type { Services } from '../services.ts';
import { frameTexts } from './page-parts.ts';
import type { ReceiveOptions } from './routes.ts';
import { speakToPeople } from './speak-to-people.ts';

interface Address {
  receiver: string;
  token: string;
}

/** Where a mail leads those who want no more of its kind. Looking changes nothing; a button does. */
export function noMailRoute(services: Services, options: ReceiveOptions): Route {
  const { mailChoice } = services;
  const misses = createLinkMisses(services, 'no mail');

  async function getDelivery(request: FastifyRequest): Promise<Delivery> {
    const { receiver, token } = request.params as Address;
    const stranger = strangerOf(request);
    const delivery = await mailChoice.find(receiver, token);
    if (delivery !== undefined) return delivery;
    await misses.count(stranger);
    throw new ValiseError('not_found', 'There is nothing at this address.');
  }

  function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { receiver, sender }: Delivery,
    isDone: boolean,
  ): FastifyReply {
    const wishes = [receiver.language, request.headers['accept-language'], options.language];
    const language = chooseLanguage(...wishes);
    const texts = options.texts[language].download;
    const { title, text, fromSender, fromAll, done } = texts.noMail;
    const address = request.params as Address;
    const body = html`<section class="notice">
      <h1>${isDone ? done : title}</h1>
      ${
        !isDone &&
        html`<p>${text}</p>
          ${sender.visibility.email && html`<p>${sender.email}</p>`}
          <form method="post" action="/no-mail/${address.receiver}/${address.token}">
            <button class="button button-main" name="from" value="sender">${fromSender}</button>
            <button class="button" name="from" value="all">${fromAll}</button>
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
  const refuse = speakToPeople(async (request, reply) => {
    refuseForeignPage(request, options.publicUrl);
    const delivery = await getDelivery(request);
    const written = (await readForm(request.raw)).get('from');
    const scope = refusalScopes.find((each) => each === written);
    if (scope === undefined) return sendPage(request, reply, delivery, false);
    const name = delivery.receiver.email;
    const actor = { name, source: sourceOf(request), requestId: request.id };
    await mailChoice.refuse(actor, delivery, scope);
    return sendPage(request, reply, delivery, true);
  }, options);
  return {
    path: '/no-mail/:receiver/:token',
    access: 'public',
    cost: 'request',
    methods: {
      GET: { handle: look },
      HEAD: { handle: look },
      POST: { body: 'form', handle: refuse },
    },
  };
}
