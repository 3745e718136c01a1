import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Delivery } from '../../domain/model/dispatch.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { strangerOf } from '../routing/access.ts';
import type { LinkMisses } from '../routing/link-misses.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import type { Route } from '../routing/route.ts';
import { frameTexts } from '../link-pages/page-parts.ts';
import type { ReceiveOptions } from './routes.ts';
import { speakToPeople } from '../link-pages/speak-to-people.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** What stands in the path behind the page's own name. */
interface Address {
  receiver: string;
  token: string;
}

interface OptOutTexts {
  title: string;
  /** What the reader is asked, with the form that answers. */
  question: Html;
  /** The title once the reader has opted out. */
  done: string;
}

/** What a mail lets its reader opt out of. */
export interface OptOut {
  path: `/${string}/:receiver/:token`;
  misses: LinkMisses;
  /** The delivery that the token of a mail is about. Looking changes nothing. */
  find(receiver: string, token: string): Promise<Delivery | undefined>;
  textsOf(say: Say, delivery: Delivery, address: Address): OptOutTexts;
  /** Resolves with false when the request names no choice; the reader is asked again then. */
  optOut(request: FastifyRequest, delivery: Delivery): Promise<boolean>;
  /** What the request that opts out must carry. */
  requiredBody?: 'form';
}

/** The page that a mail leads those to who want no more of its kind. Looking changes nothing; a button does. */
export function optOutRoute(options: ReceiveOptions, about: OptOut): Route {
  async function getDelivery(request: FastifyRequest): Promise<Delivery> {
    const { receiver, token } = request.params as Address;
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
    const said = about.textsOf(say, delivery, request.params as Address);
    const title = isDone ? said.done : said.title;
    const body = html`<section class="notice">
      <h1>${title}</h1>
      ${!isDone && said.question}
    </section>`;
    const page = renderPage({
      title,
      serviceName: options.serviceName,
      locale: language,
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
  const body = about.requiredBody === undefined ? {} : { body: about.requiredBody };
  return {
    path: about.path,
    access: 'public',
    cost: 'request',
    methods: { GET: { handle: look }, HEAD: { handle: look }, POST: { ...body, handle: press } },
  };
}
