import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { FastifyReply } from 'fastify';
import { isBareLink } from '../../domain/model/dispatch.ts';
import { ownUploads } from '../../domain/grants/visitors.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Language } from '../../i18n/language.ts';
import { chooseLanguage, findLanguage } from '../../i18n/language.ts';
import { errorStatus, wireCodeOf } from '../error-pages/error-status.ts';
import { operations } from '../generated/operations.js';
import type { CodeGate } from '../link-pages/code-gate.ts';
import { wantsJson } from '../link-pages/link-page.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { scriptedPagePolicy } from '../connection/response-headers.ts';
import { sendWhole } from '../connection/send-whole.ts';
import type { OpenedLink } from '../routing/link-guard.ts';
import type { OpenExchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { renderUploadPage, uploadViewOf } from './upload-page.ts';
import type { Form } from './receive-form.ts';
import { roomBeside } from './upload-form.ts';
import { receiveForm, refusalTextOf } from './receive-form.ts';
import { sendUploadsRoute } from './send-uploads-route.ts';
import { keepPictureRoute } from '../tus/keep-picture.ts';
import { tusRoutes } from '../tus/routes.ts';
import type { Refusal } from './upload-page.ts';

interface Options {
  brand: () => ServiceNames;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  stallMs: number;
}

type UploadLink = OpenedLink<Grant>;

/** The page on which a contact sends files back. The link is the only credential. */
export function uploadPageRoutes(
  services: Services,
  gate: CodeGate<Grant>,
  options: Options,
): Route[] {
  const { grants, resumableUploads } = services;

  async function sendPage(
    { target: grant, secret }: UploadLink,
    chosen: Language | undefined,
    { request, reply }: OpenExchange,
    refusal?: Refusal,
  ): Promise<FastifyReply> {
    const language = chooseLanguage(
      chosen,
      grant.receiver.language,
      request.headers['accept-language'],
      options.language,
    );
    const allowance = await grants.allowanceOf(grant);
    const begun = await resumableUploads.list(grant.owner);
    const view = uploadViewOf(grant, await grants.listReturns(grant), {
      ...options.brand(),
      language,
      translation: options.translations[language],
      timeZone: options.timeZone,
      secret,
      query: queryOf(chosen),
      allowance,
      room: roomBeside(begun, allowance),
      begun: ownUploads(grant, begun),
      refusal,
    });
    reply.header('content-security-policy', scriptedPagePolicy).type('text/html; charset=utf-8');
    return sendWhole(request, reply, renderUploadPage(view));
  }

  /** The link, as this browser will use it from now on, and whether the browser was seen with it before. */
  function recognise(
    link: UploadLink,
    { request, reply }: OpenExchange,
  ): { link: UploadLink; isNew: boolean } {
    const { target } = link;
    if (!isBareLink(target.receiver)) return { link, isNew: false };
    const { browser, isNew } = gate.knowBrowser(request, reply, target.dispatch.expiresAt);
    return { link: { ...link, target: grants.recognise(target, browser) }, isNew };
  }

  /** Receives the whole form; returns the names of the files as the account will see them. */
  async function receive(
    { target, actor }: UploadLink,
    { request }: OpenExchange,
    form: Form,
  ): Promise<string[]> {
    const upload = await grants.beginReturn(target);
    try {
      await receiveForm(request.raw, upload, { form, memory: services.transferMemory });
      return await upload.commit(actor, form.message, form.from);
    } finally {
      await upload.abort();
    }
  }

  return [
    route(operations.links.uploadPage, async (link, { query }, exchange) => {
      recognise(link, exchange);
      return await sendPage(link, findLanguage(query.lang ?? ''), exchange);
    }),
    route(operations.links.sendForm, async (found, { query }, exchange) => {
      const { request, reply } = exchange;
      const chosen = findLanguage(query.lang ?? '');
      const { link, isNew } = recognise(found, exchange);
      const form: Form = { message: undefined, from: undefined, fileName: undefined };
      try {
        const files = await receive(link, exchange, form);
        if (wantsJson(request)) return await reply.send({ status: 'done', files });
        // A browser that keeps no cookies would not find what it sent on the page itself.
        if (isNew) return await sendPage(link, chosen, exchange);
        return await reply.redirect(`/u/${link.secret}${queryOf(chosen)}`, 303);
      } catch (error) {
        const isTold = error instanceof ValiseError && error.code !== 'not_found';
        if (!isTold || wantsJson(request)) throw error;
        reply.code(errorStatus[wireCodeOf(error.code)]);
        const refusal = { ...form, text: refusalTextOf(error) };
        return await sendPage(link, chosen, exchange, refusal);
      }
    }),
    sendUploadsRoute(services, options),
    ...tusRoutes(services, operations.tus),
    keepPictureRoute(services, operations.pictures.keepForContact),
    route(operations.links.askUploadCode, gate.ask),
    route(operations.links.enterUploadCode, gate.enter),
  ];
}

function queryOf(chosen: Language | undefined): string {
  return chosen === undefined ? '' : `?lang=${chosen}`;
}
