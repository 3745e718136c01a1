import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from '#protocol/schemas/pages.ts';
import type { LockedDelivery } from '../../domain/second-factor/second-factor.ts';
import { isBareLink } from '../../domain/grants/commands.ts';
import { ownUploads } from '../../domain/grants/visitors.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { Language } from '../../i18n/language.ts';
import { chooseLanguage, findLanguage } from '../../i18n/language.ts';
import { errorStatus, wireCodeOf } from '../error-pages/error-answer.ts';
import { pageChecks } from '../generated/checks.js';
import {
  secretOf,
  speakToPeople,
  actorOf,
  createGrantGetter,
  createSenderGetter,
  noGrant,
} from '../link-pages/link-page.ts';
import type { Translations } from '../../i18n/texts/translation.ts';
import { scriptedPagePolicy, sendWhole } from '../connection/response-headers.ts';
import type { Route, Services } from '../routing/route.ts';
import { refuseForeignPage } from '../routing/guard.ts';
import { codeNeeded, createCodeGate } from '../link-pages/code-gate.ts';
import { renderEndedPage, renderUploadPage, uploadViewOf, wantsJson } from './upload-page.ts';
import type { Form } from './receive-form.ts';
import { roomBeside } from './upload-form.ts';
import { receiveForm, refusalTextOf } from './receive-form.ts';
import { sendUploadsRoute } from './send-uploads-route.ts';
import { tusRoutes } from '../tus/routes.ts';
import type { Refusal } from './upload-page.ts';
import type { RefusalLog } from '../error-pages/error-answer.ts';

interface Options {
  refusals: RefusalLog;
  serviceName: string;
  supportAddress: string | undefined;
  translations: Translations;
  /** The operator's language, for readers whose own is unknown. */
  language: string;
  timeZone: string;
  publicUrl: string | undefined;
  stallMs: number;
}

/** The page on which a contact sends files back. The link is the only credential. */
export function uploadPageRoutes(services: Services, options: Options): Route[] {
  const { grants, resumableUploads } = services;
  const { serviceName, supportAddress, publicUrl } = options;
  const gate = createCodeGate(services, {
    ...options,
    page: 'u',
    links: grants,
  });
  const getGrant = createGrantGetter(gate);

  function languageFor(request: FastifyRequest, grant?: Grant): Language {
    return chooseLanguage(
      chosenLanguage(request),
      grant?.receiver.language,
      request.headers['accept-language'],
      options.language,
    );
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    grant: Grant,
    refusal?: Refusal,
  ): Promise<FastifyReply> {
    const language = languageFor(request, grant);
    const allowance = await grants.allowanceOf(grant);
    const begun = await resumableUploads.list(grant);
    const view = uploadViewOf(grant, await grants.listReturns(grant), {
      serviceName,
      supportAddress,
      language,
      translation: options.translations[language],
      timeZone: options.timeZone,
      secret: secretOf(request),
      query: queryOf(request),
      allowance,
      room: roomBeside(begun, allowance),
      begun: ownUploads(grant, begun),
      refusal,
    });
    reply.header('content-security-policy', scriptedPagePolicy).type('text/html; charset=utf-8');
    return sendWhole(request, reply, renderUploadPage(view));
  }

  /** The grant, as this browser will use it from now on, and whether the browser was seen with it before. */
  function recognise(
    request: FastifyRequest,
    reply: FastifyReply,
    grant: Grant,
  ): { grant: Grant; isNew: boolean } {
    if (!isBareLink(grant.receiver)) return { grant, isNew: false };
    const { browser, isNew } = gate.knowBrowser(request, reply, grant.dispatch.expiresAt);
    return { grant: grants.recognise(grant, browser), isNew };
  }

  /** One answer for every invalid link, whatever it was before. */
  function sendEnded(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (wantsJson(request)) throw noGrant();
    const language = languageFor(request);
    const { say } = options.translations[language];
    const page = renderEndedPage({ serviceName, supportAddress, language, say });
    return sendWhole(request, reply.code(404).type('text/html; charset=utf-8'), page);
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const grant = await gate.find(request);
    if (grant === undefined) return sendEnded(request, reply);
    if (grant.isLocked) return await gate.sendPage(request, reply, grant);
    recognise(request, reply, grant);
    return await sendPage(request, reply, grant);
  }

  /** Nothing is accepted before a code was entered. */
  async function refuseLocked(
    request: FastifyRequest,
    reply: FastifyReply,
    delivery: LockedDelivery,
  ): Promise<FastifyReply> {
    if (wantsJson(request)) throw codeNeeded();
    return await gate.sendPage(request, reply.code(403), delivery);
  }

  /** Receives the whole form; returns the names of the files as the account will see them. */
  async function receive(request: FastifyRequest, grant: Grant, form: Form): Promise<string[]> {
    const actor = actorOf(grant, request);
    const upload = await grants.beginReturn(grant);
    try {
      await receiveForm(request.raw, upload, { form, memory: services.transferMemory });
      return await upload.commit(actor, form.message, form.from);
    } finally {
      await upload.abort();
    }
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseForeignPage(request, publicUrl);
    const found = await gate.find(request);
    if (found === undefined) return sendEnded(request, reply);
    if (found.isLocked) return await refuseLocked(request, reply, found);
    const { grant, isNew } = recognise(request, reply, found);
    const form: Form = { message: undefined, from: undefined, fileName: undefined };
    try {
      const files = await receive(request, grant, form);
      if (wantsJson(request)) return await reply.send({ status: 'done', files });
      // A browser that keeps no cookies would not find what it sent on the page itself.
      if (isNew) return await sendPage(request, reply, grant);
      return await reply.redirect(`/u/${secretOf(request)}${queryOf(request)}`, 303);
    } catch (error) {
      if (!(error instanceof ValiseError) || wantsJson(request)) throw error;
      if (error.code === 'not_found') return sendEnded(request, reply);
      reply.code(errorStatus[wireCodeOf(error.code)]);
      return await sendPage(request, reply, grant, { ...form, text: refusalTextOf(error) });
    }
  }

  /** A malformed link is answered as an unknown one. */
  async function explainLink(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await gate.countMiss(request);
    return sendEnded(request, reply);
  }

  const look = {
    schema: pageChecks.upload_page,
    explain: speakToPeople(explainLink, options),
    handle: speakToPeople(show, options),
  };
  return [
    {
      path: '/u/:secret',
      access: 'public',
      cost: 'request',
      methods: {
        GET: look,
        HEAD: look,
        POST: {
          body: 'multipart',
          cost: 'transfer',
          schema: pageChecks.send_form,
          async explain(request, reply) {
            refuseForeignPage(request, publicUrl);
            return await explainLink(request, reply);
          },
          handle: send,
        },
      },
    },
    sendUploadsRoute(services, { publicUrl, getGrant, stallMs: options.stallMs }),
    ...tusRoutes(services, {
      path: '/u/:secret/tus',
      addressOf: (request) => `/u/${secretOf(request)}/tus`,
      isRemovable: true,
      find: createSenderGetter(getGrant, publicUrl),
    }),
    ...gate.routes,
  ];
}

/** The language that the reader chose on the page. */
function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = query as PageQuery;
  return typeof lang === 'string' ? findLanguage(lang) : undefined;
}

function queryOf(request: FastifyRequest): string {
  const language = chosenLanguage(request);
  return language === undefined ? '' : `?lang=${language}`;
}
