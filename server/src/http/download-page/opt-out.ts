import type { FastifyReply } from 'fastify';
import type { linkOperations } from '#protocol/operations/links.ts';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { operations } from '../generated/operations.js';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import { emptyArt } from '../html/notes.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import type { DownloadPageOptions } from './routes.ts';

const { mailPage, noMail, reminderPage, noReminder } = operations.links;

type Address = InputOf<typeof linkOperations.mailPage.input>['params'];

/** What the page asks, and what it says once the reader has opted out. */
interface Texts {
  title: string;
  question: Html;
  done: string;
}

/** The pages on which readers of a mail opt out. Viewing changes nothing; a button does. */
export function optOutRoutes(services: Services, options: DownloadPageOptions): Route[] {
  const { mailChoice, reminderChoice } = services;

  function send(
    { request, reply }: OpenExchange,
    { receiver }: Delivery,
    isDone: boolean,
    textsIn: (say: Say) => Texts,
  ): FastifyReply {
    const language = chooseLanguage(
      receiver.language,
      request.headers['accept-language'],
      options.language,
    );
    const { say } = options.translations[language];
    const texts = textsIn(say);
    const title = isDone ? texts.done : texts.title;
    const body = html`<div class="narrow">
      <section class="card empty">
        ${emptyArt('inbox')}
        <h1>${title}</h1>
        ${!isDone && texts.question}
      </section>
    </div>`;
    const page = renderPage({
      title,
      serviceName: options.brand().serviceName,
      body,
      frame: frameTexts(language, say),
    });
    return reply.type('text/html; charset=utf-8').send(page);
  }

  return [
    route(reminderPage, ({ target }, { params }, exchange) =>
      send(exchange, target, false, (say) => reminderTexts(say, params)),
    ),
    // A mail program posts to it (RFC 8058).
    route(noReminder, async ({ target }, { params }, exchange) => {
      await reminderChoice.decline(target);
      return send(exchange, target, true, (say) => reminderTexts(say, params));
    }),
    route(mailPage, ({ target }, { params }, exchange) =>
      send(exchange, target, false, (say) => mailTexts(say, target, params)),
    ),
    // Whoever names no choice is asked again.
    route(noMail, async ({ target, actor }, { params, form: { from } }, exchange) => {
      if (from !== undefined) await mailChoice.refuse(actor, target, from);
      return send(exchange, target, from !== undefined, (say) => mailTexts(say, target, params));
    }),
  ];
}

/** Of the List-Unsubscribe header of a download mail. */
function reminderTexts(say: Say, { receiver, token }: Address): Texts {
  return {
    title: say('download.noReminder.title'),
    question: html`<p>${say('download.noReminder.text')}</p>
      <form method="post" action="/no-reminder/${receiver}/${token}">
        <button class="button primary big">${say('download.noReminder.action')}</button>
      </form>`,
    done: say('download.noReminder.done'),
  };
}

/** Of further mails, from the sender or from everyone. */
function mailTexts(say: Say, { sender }: Delivery, { receiver, token }: Address): Texts {
  const fromSender = say('download.noMail.fromSender');
  const fromAll = say('download.noMail.fromAll');
  return {
    title: say('download.noMail.title'),
    question: html`<p>${say('download.noMail.text')}</p>
      ${sender.visibility.email && html`<p>${sender.email}</p>`}
      <form class="stack stack-xs" method="post" action="/no-mail/${receiver}/${token}">
        <button class="button primary" name="from" value="sender">${fromSender}</button>
        <button class="button" name="from" value="all">${fromAll}</button>
      </form>`,
    done: say('download.noMail.done'),
  };
}
