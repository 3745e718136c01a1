import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkAccess } from '#protocol/access.ts';
import type { OpenDelivery } from '../../domain/downloads/link-downloads.ts';
import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { Delivery } from '../../domain/model/dispatch.ts';
import type { Actor } from '../../domain/model/principal.ts';
import { ValiseError, nothingHere } from '../../domain/model/valise-error.ts';
import type { LockedDelivery } from '../../domain/second-factor/receiver-sessions.ts';
import { draftOwner, ownerEnded } from '../../domain/uploads/owners.ts';
import { sourceOf } from '../connection/source-of.ts';
import { namesHtml } from '../error-pages/error-answer.ts';
import { createLinkMisses } from '../routing/link-misses.ts';
import { refuseForeignPage } from '../routing/foreign-pages.ts';
import { strangerOf } from '../routing/stranger.ts';
import type { LinkGuard, LinkGuards, OpenedLink } from '../routing/link-guard.ts';
import { paramOf } from '../routing/read-input.ts';
import type { Services } from '../routing/route.ts';
import type { CodeGate, GateOptions } from './code-gate.ts';
import { createCodeGate } from './code-gate.ts';
import { actorOf, isPrefetch, wantsJson } from './link-page.ts';

export interface Gates {
  download: CodeGate<OpenDelivery>;
  upload: CodeGate<Grant>;
}

/** The gates of both kinds of page. */
export function createGates(
  services: Services,
  options: Omit<GateOptions<OpenDelivery>, 'page' | 'links'>,
): Gates {
  const { linkDownloads, grants } = services;
  return {
    download: createCodeGate(services, { ...options, page: 'd', links: linkDownloads }),
    upload: createCodeGate(services, { ...options, page: 'u', links: grants }),
  };
}

interface Kind<Open extends Delivery & { isLocked: false }> {
  gate: CodeGate<Open>;
  actorOf: (delivery: Open, request: FastifyRequest) => Actor;
  missing: () => ValiseError;
  /** Whether a refusal is a page for a person. */
  isForPeople: (request: FastifyRequest) => boolean;
}

/** Resolves the links of all kinds. */
export function createLinkGuards(
  services: Services,
  gates: Gates,
  publicUrl: string | undefined,
): LinkGuards {
  const { drafts, reminderChoice, mailChoice } = services;
  const draftMisses = createLinkMisses(services, 'upload');

  function check(request: FastifyRequest, { ownPage }: LinkAccess): void {
    if (ownPage === true) refuseForeignPage(request, publicUrl);
  }

  /** The page behind a link, or the way to enter its code. */
  function open<Open extends Delivery & { isLocked: false }>(kind: Kind<Open>) {
    return async (
      request: FastifyRequest,
      reply: FastifyReply,
      access: LinkAccess,
    ): Promise<OpenedLink<Open> | undefined> => {
      if (access.noPrefetch === true && isPrefetch(request.headers)) {
        await reply.code(503).send();
        return undefined;
      }
      check(request, access);
      const found = await kind.gate.find(request);
      if (found === undefined) throw kind.missing();
      if (found.isLocked) {
        await askFor(found, kind, request, reply, access);
        return undefined;
      }
      const actor = kind.actorOf(found, request);
      return { target: found, secret: paramOf(request, 'secret'), actor };
    };
  }

  /** Answers with the page to enter what is lacking. */
  async function askFor<Open extends Delivery & { isLocked: false }>(
    found: LockedDelivery,
    { gate, isForPeople }: Kind<Open>,
    request: FastifyRequest,
    reply: FastifyReply,
    { locked }: LinkAccess,
  ): Promise<void> {
    if (locked !== 'page' && !isForPeople(request)) throw codeNeeded(found.lacks);
    await gate.sendPage(request, reply.code(locked === 'page' ? 200 : 403), found);
  }

  /**
   * A page that waits for a code or a password. A link that leads nowhere is answered as one that waits for nothing.
   */
  function locked(gate: Gates[keyof Gates]): LinkGuard<LockedDelivery | undefined> {
    return async (request, _reply, access) => {
      check(request, access);
      const found = await gate.find(request);
      const target: LockedDelivery | undefined = found?.isLocked === true ? found : undefined;
      const actor = target === undefined ? strangerOf(request) : actorOf(target, request);
      return { target, secret: paramOf(request, 'secret'), actor };
    };
  }

  function optOut(
    page: 'reminder' | 'no mail',
    find: (receiver: string, token: string) => Promise<Delivery | undefined>,
  ): LinkGuard<Delivery> {
    const misses = createLinkMisses(services, page);
    return async (request, _reply, access) => {
      const stranger = strangerOf(request);
      const secret = paramOf(request, 'token');
      const target = await find(paramOf(request, 'receiver'), secret);
      if (target === undefined) {
        await misses.count(stranger);
        throw nothingHere();
      }
      check(request, access);
      return { target, secret, actor: actorOf(target, request) };
    };
  }

  return {
    download: open({
      gate: gates.download,
      actorOf,
      missing: notHere,
      isForPeople: namesHtml,
    }),
    upload: open({
      gate: gates.upload,
      actorOf,
      missing: noGrant,
      isForPeople: (request) => request.route === '/u/:secret' && !wantsJson(request),
    }),
    'download code': locked(gates.download),
    'upload code': locked(gates.upload),
    async draft(request, _reply, access) {
      check(request, access);
      const secret = paramOf(request, 'secret');
      const found = await drafts.findByTicket(secret);
      if (found === undefined) {
        await draftMisses.count(strangerOf(request));
        throw ownerEnded({ kind: 'draft' });
      }
      const { draft, account } = found;
      const actor = { name: account.email, source: sourceOf(request), requestId: request.id };
      return { target: { owner: draftOwner(draft) }, secret, actor };
    },
    reminder: optOut('reminder', (receiver, token) => reminderChoice.find(receiver, token)),
    mail: optOut('no mail', (receiver, token) => mailChoice.find(receiver, token)),
  };
}

/** One answer for every link of a drop that opens nothing, whatever it was before. */
export function notHere(): ValiseError {
  return new ValiseError(
    'not_found',
    'These files are no longer available. Ask the sender to send them again.',
  );
}

function noGrant(): ValiseError {
  return new ValiseError('not_found', 'The page to send files to is no longer open.');
}

/** For programs, which can enter neither a code nor a password. */
export function codeNeeded(lacks: LockedDelivery['lacks'] | 'any'): ValiseError {
  const what = { code: 'a code', password: 'the password', any: 'what it asks for' }[lacks];
  return new ValiseError('code_needed', `Open the link in a browser and enter ${what} first.`);
}
