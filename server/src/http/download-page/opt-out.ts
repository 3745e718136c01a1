import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OptOutParams } from '#protocol/schemas/pages.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { readForm } from '../connection/json-body.ts';
import { pageChecks } from '../generated/checks.js';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import { speakToPeople } from '../link-pages/link-page.ts';
import { sourceOf } from '../connection/requests.ts';
import { refuseForeignPage, strangerOf, createLinkMisses } from '../routing/guard.ts';
import type { LinkMisses } from '../routing/guard.ts';
import type { Action, PublicHandler, Route, Services } from '../routing/route.ts';
import type { DownloadPageOptions } from './routes.ts';

interface OptOutTexts {
  title: string;
  /** The question to the reader, with the form that answers it. */
  question: Html;
  /** The title once the reader has opted out. */
  done: string;
}

/** What the reader of a mail can opt out of. */
export interface OptOut {
  path: `/${string}/:receiver/:token`;
  misses: LinkMisses;
  /** The delivery of a mail's token. Viewing changes nothing. */
  find(receiver: string, token: string): Promise<Delivery | undefined>;
  textsOf(say: Say, delivery: Delivery, address: OptOutParams): OptOutTexts;
  /** Resolves with false when the request names no choice; the reader is asked again then. */
  optOut(request: FastifyRequest, delivery: Delivery): Promise<boolean>;
  /** The shape of the request that opts out; left out, that of the request that views. */
  form?: Pick<Action<PublicHandler>, 'body' | 'schema'>;
}

/** The page on which readers of a mail opt out. Viewing changes nothing; a button does. */
function optOutRoute(options: DownloadPageOptions, about: OptOut): Route {
  async function getDelivery(request: FastifyRequest): Promise<Delivery> {
    const { receiver, token } = request.params as OptOutParams;
    const stranger = strangerOf(request);
    const delivery = await about.find(receiver, token);
    if (delivery !== undefined) return delivery;
    await about.misses.count(stranger);
    throw new ValiseError('not_found', 'There is nothing at this address.');
  }

  function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: Delivery,
    isDone: boolean,
  ): FastifyReply {
    const language = chooseLanguage(
      delivery.receiver.language,
      request.headers['accept-language'],
      options.language,
    );
    const { say } = options.translations[language];
    const said = about.textsOf(say, delivery, request.params as OptOutParams);
    const title = isDone ? said.done : said.title;
    const body = html`<section class="notice">
      <h1>${title}</h1>
      ${!isDone && said.question}
    </section>`;
    const page = renderPage({
      title,
      serviceName: options.serviceName,
      width: 'narrow',
      body,
      frame: frameTexts(language, say),
    });
    return reply.type('text/html; charset=utf-8').send(page);
  }

  const look = speakToPeople(
    async (request, reply) => sendPage(request, reply, await getDelivery(request), false),
    options,
  );
  const press = speakToPeople(async (request, reply) => {
    const delivery = await getDelivery(request);
    return sendPage(request, reply, delivery, await about.optOut(request, delivery));
  }, options);
  const { opt_out_page: schema } = pageChecks;
  return {
    path: about.path,
    access: 'public',
    cost: 'request',
    methods: {
      GET: { schema, handle: look },
      HEAD: { schema, handle: look },
      POST: { schema, ...about.form, handle: press },
    },
  };
}

/** The page on which readers of a mail refuse further mails, from its sender or from everyone. */
export function noMailRoute(services: Services, options: DownloadPageOptions): Route {
  const { mailChoice } = services;
  return optOutRoute(options, {
    path: '/no-mail/:receiver/:token',
    misses: createLinkMisses(services, 'no mail'),
    find: (receiver, token) => mailChoice.find(receiver, token),
    textsOf(say, { sender }, { receiver, token }) {
      const fromSender = say('download.noMail.fromSender');
      const fromAll = say('download.noMail.fromAll');
      return {
        title: say('download.noMail.title'),
        question: html`<p>${say('download.noMail.text')}</p>
          ${sender.visibility.email && html`<p>${sender.email}</p>`}
          <form method="post" action="/no-mail/${receiver}/${token}">
            <button class="button button-main" name="from" value="sender">${fromSender}</button>
            <button class="button" name="from" value="all">${fromAll}</button>
          </form>`,
        done: say('download.noMail.done'),
      };
    },
    async optOut(request, delivery) {
      refuseForeignPage(request, options.publicUrl);
      const form = await readForm(request.raw, pageChecks.no_mail.body);
      if (form === undefined) return false;
      const name = delivery.receiver.email;
      const actor = { name, source: sourceOf(request), requestId: request.id };
      await mailChoice.refuse(actor, delivery, form.from);
      return true;
    },
    form: { body: 'form', schema: pageChecks.no_mail },
  });
}

/**
 * The page of the List-Unsubscribe header of a download mail. A mail program posts to it (RFC 8058); a
 * person who opens it is asked first, since viewing must change nothing.
 */
export function noReminderRoute(services: Services, options: DownloadPageOptions): Route {
  const { reminderChoice } = services;
  return optOutRoute(options, {
    path: '/no-reminder/:receiver/:token',
    misses: createLinkMisses(services, 'reminder'),
    find: (receiver, token) => reminderChoice.find(receiver, token),
    textsOf(say, _delivery, { receiver, token }) {
      return {
        title: say('download.noReminder.title'),
        question: html`<p>${say('download.noReminder.text')}</p>
          <form method="post" action="/no-reminder/${receiver}/${token}">
            <button class="button button-main">${say('download.noReminder.action')}</button>
          </form>`,
        done: say('download.noReminder.done'),
      };
    },
    async optOut(_request, delivery) {
      await reminderChoice.decline(delivery);
      return true;
    },
  });
}
