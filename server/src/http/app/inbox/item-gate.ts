import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ItemParams } from '#protocol/schemas/requests.ts';
import type { Delivery } from '../../../domain/model/dispatch.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import type { CodeChannel } from '../../../domain/model/receiver-code.ts';
import { codeChannels } from '../../../domain/model/receiver-code.ts';
import { browserLifetimeMs } from '../../../domain/second-factor/second-factor.ts';
import { namesHtml } from '../../error-pages/error-answer.ts';
import { requestChecks } from '../../generated/checks.js';
import { codeNeeded } from '../../link-pages/code-gate.ts';
import type { CookieKind, CookiePlace } from '../../link-pages/page-cookies.ts';
import { readPageCookie, setPageCookie } from '../../link-pages/page-cookies.ts';
import type { Person, PersonHandler, Route, Services } from '../../routing/route.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { lockedPage } from './inbox-pages.ts';

/** Handles a request for an item that is open to the person. */
export type ItemHandler = (
  person: Person,
  request: FastifyRequest,
  reply: FastifyReply,
  item: InboxItem,
) => unknown;

export type ItemGate = ReturnType<typeof createItemGate>;

/** Guards an item and everything in it: closed until its receiver has entered the code that its sender demands. */
export function createItemGate(services: Services, frame: Frame) {
  const { inboxItems, inboxLock, secondFactor, hasher, clock } = services;

  /** The list of items shows which are open, and so needs the cookies of all. */
  function placeOf(request: FastifyRequest, token = tokenOf(request)): CookiePlace {
    const isSecure = frame.publicUrl?.startsWith('https:') ?? request.protocol === 'https';
    return { path: `/app/inbox/${token}`, scope: '/app/inbox', isSecure };
  }

  const cookieOf = (request: FastifyRequest, kind: CookieKind, token?: string) =>
    readPageCookie(request, hasher, placeOf(request, token), kind);

  async function find(
    person: Person,
    request: FastifyRequest,
  ): Promise<{ item: InboxItem; locked: Delivery | undefined }> {
    const item = await inboxItems.get(person.account, tokenOf(request));
    const session = cookieOf(request, 'session');
    return { item, locked: await inboxLock.findLocked(person, item, session) };
  }

  async function ask(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    locked: Delivery,
  ): Promise<void> {
    const channel = codeChannels.find((each) => each === person.form.get('channel'));
    if (channel === undefined) return;
    const browser = cookieOf(request, 'browser') ?? secondFactor.newBrowser();
    const wish: { channel: CodeChannel; browser: string } = { channel, browser };
    if (!(await secondFactor.ask(person.actor, locked, wish))) return;
    setPageCookie(reply, hasher, placeOf(request), {
      ...{ kind: 'browser', secret: browser },
      maxAgeSeconds: browserLifetimeMs / 1000,
    });
  }

  async function verify(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    locked: Delivery,
  ): Promise<void> {
    const browser = cookieOf(request, 'browser');
    if (browser === undefined) return;
    const entered = { written: person.form.get('code') ?? '', browser };
    const session = await secondFactor.verify(person.actor, locked, entered);
    if (session === undefined) return;
    setPageCookie(reply, hasher, placeOf(request), {
      ...{ kind: 'session', secret: session.secret },
      maxAgeSeconds: Math.floor((session.expiresAt - clock.now()) / 1000),
    });
  }

  /** A form of the page that asks for a code; the page itself says what came of it. */
  function form(act: typeof verify): PersonHandler {
    return async (person, request, reply) => {
      const { locked } = await find(person, request);
      if (locked !== undefined) await act(person, request, reply, locked);
      return frame.redirect(request, reply, placeOf(request).path);
    };
  }

  return {
    /**
     * Calls the handler with the item, or asks for a code in its place. `lockedStatus`: of the page that
     * asks; anything but a page is refused with it.
     */
    open(handler: ItemHandler, lockedStatus = 200): PersonHandler {
      return async (person, request, reply) => {
        const { item, locked } = await find(person, request);
        if (locked === undefined) return await handler(person, request, reply, item);
        if (lockedStatus !== 200 && !namesHtml(request)) throw codeNeeded();
        const { source } = person.actor;
        const browser = cookieOf(request, 'browser');
        const page = lockedPage({
          ...(await secondFactor.describe(locked, { source, browser })),
          ...{ reader: frame.readerOf(person), csrfToken: person.csrfToken, item },
          lacksCookie: false,
        });
        return await frame.sendToPerson(person, request, reply, { ...page, status: lockedStatus });
      };
    },

    /** The items of which a list shows the sender only. */
    listClosed: (person: Person, request: FastifyRequest, items: readonly InboxItem[]) =>
      inboxLock.listClosed(person, items, ({ token }) => cookieOf(request, 'session', token)),

    /** Whether an item that was open is so still. */
    async isOpen(person: Person, request: FastifyRequest, item: InboxItem): Promise<boolean> {
      const session = cookieOf(request, 'session');
      return (await inboxLock.findLocked(person, item, session)) === undefined;
    },

    routes: (): Route[] => [
      personRoute({
        path: '/app/inbox/:token/code',
        methods: {
          POST: { body: 'form', schema: requestChecks.item_code_wanted, handle: form(ask) },
        },
      }),
      personRoute({
        path: '/app/inbox/:token/verify',
        methods: {
          POST: { body: 'form', schema: requestChecks.item_code_entered, handle: form(verify) },
        },
      }),
    ],
  };
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as ItemParams).token;
}
