import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import type { CodeChannel } from '../../../domain/model/receiver-code.ts';
import type { LockedItem } from '../../../domain/second-factor/inbox-lock.ts';
import type { Entry, ShownSessions } from '../../../domain/second-factor/receiver-sessions.ts';
import { browserLifetimeMs } from '../../../domain/second-factor/second-factor.ts';
import { namesHtml } from '../../error-pages/error-answer.ts';
import { operations } from '../../generated/operations.js';
import { codeNeeded } from '../../link-pages/link-guards.ts';
import { tooManyPasswords } from '../../link-pages/password-page.ts';
import type { CookieKind, CookiePlace } from '../../link-pages/page-cookies.ts';
import { readPageCookie, setPageCookie } from '../../link-pages/page-cookies.ts';
import { queryText } from '../../routing/read-input.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { lockedPage, passwordPage } from './inbox-pages.ts';

/** An item that is closed, and what is to be entered. */
interface Locked extends LockedItem {
  item: InboxItem;
}

/** Guards an item and everything in it: closed until its receiver has entered what its sender demands. */
export function createItemGate(services: Services, pages: Pages) {
  const { inboxItems, inboxLock, secondFactor, passwordEntry, hasher, clock } = services;

  /** The list of items shows which are open, and so needs the cookies of all. */
  function placeOf({ origin }: PageContext, { token }: InboxItem): CookiePlace {
    const isSecure = origin.startsWith('https:');
    return { path: `/app/inbox/${token}`, scope: '/app/inbox', isSecure };
  }

  function cookieOf(context: PageContext, item: InboxItem, kind: CookieKind): string | undefined {
    return readPageCookie(context.exchange.request, hasher, placeOf(context, item), kind);
  }

  function setCookie(
    context: PageContext,
    item: InboxItem,
    cookie: { kind: CookieKind; secret: string; lifetimeMs: number },
  ): void {
    const maxAgeSeconds = Math.floor(cookie.lifetimeMs / 1000);
    const place = placeOf(context, item);
    setPageCookie(context.exchange.reply, hasher, place, { ...cookie, maxAgeSeconds });
  }

  function sessionsOf(context: PageContext, item: InboxItem): ShownSessions {
    return {
      code: cookieOf(context, item, 'session'),
      password: cookieOf(context, item, 'password'),
    };
  }

  async function findLocked(context: PageContext, item: InboxItem): Promise<Locked | undefined> {
    const shown = sessionsOf(context, item);
    const locked = await inboxLock.findLocked(context.person, item, shown);
    return locked && { item, ...locked };
  }

  async function ask(
    context: PageContext,
    { item, delivery }: Locked,
    channel: CodeChannel | undefined,
  ): Promise<void> {
    if (channel === undefined) return;
    const secret = cookieOf(context, item, 'browser') ?? secondFactor.newBrowser();
    const wish = { channel, browser: secret };
    if (!(await secondFactor.ask(context.actor, delivery, wish))) return;
    setCookie(context, item, { kind: 'browser', secret, lifetimeMs: browserLifetimeMs });
  }

  async function verify(
    context: PageContext,
    { item, delivery }: Locked,
    written: string,
  ): Promise<void> {
    const browser = cookieOf(context, item, 'browser');
    if (browser === undefined) return;
    const session = await secondFactor.verify(context.actor, delivery, { written, browser });
    if (session === undefined) return;
    const { secret, expiresAt } = session;
    setCookie(context, item, { kind: 'session', secret, lifetimeMs: expiresAt - clock.now() });
  }

  /** Returns whether it was right. */
  async function enterPassword(
    context: PageContext,
    { item, delivery }: Locked,
    written: string,
  ): Promise<boolean> {
    const entered = await passwordEntry.enter(context.actor, delivery, written);
    if (entered.kind === 'blocked') throw tooManyPasswords(entered);
    if (entered.kind === 'wrong') return false;
    const { secret, expiresAt } = entered;
    setCookie(context, item, { kind: 'password', secret, lifetimeMs: expiresAt - clock.now() });
    return true;
  }

  /**
   * Carries out a form of the page that asks for a code or the password, where that is what is missing; the page itself
   * says what came of it.
   */
  async function unlock(
    context: PageContext,
    { token }: { token: string },
    takes: Entry,
    act: (locked: Locked) => Promise<unknown>,
  ): Promise<{ redirect: string }> {
    const locked = await findLocked(context, await inboxItems.get(context.account, token));
    const isRight = locked?.lacks === takes ? await act(locked) : undefined;
    return { redirect: `/app/inbox/${token}${isRight === false ? '?tried=1' : ''}` };
  }

  const routes: Route[] = [
    pages.page(operations.inbox.askForCode, (context, { params, form }) =>
      unlock(context, params, 'code', (locked) => ask(context, locked, form.channel)),
    ),
    pages.page(operations.inbox.enterCode, (context, { params, form: { code = '' } }) =>
      unlock(context, params, 'code', (locked) => verify(context, locked, code)),
    ),
    pages.page(operations.inbox.enterPassword, (context, { params, form: { password = '' } }) =>
      unlock(context, params, 'password', (locked) => enterPassword(context, locked, password)),
    ),
  ];

  return {
    /** Where codes are requested, and codes and passwords entered. */
    routes,

    /**
     * Calls the handler with the item, or asks for what is missing in its place. `lockedStatus`: of the page that
     * asks; anything but a page is refused with it.
     */
    open<Given extends { params: { token: string } }, Answer>(
      handle: (context: PageContext, item: InboxItem, input: Given) => Promise<Answer>,
      lockedStatus = 200,
    ): (context: PageContext, input: Given) => Promise<Answer | AppPage> {
      return async (context, input) => {
        const { account, actor, reader, csrfToken, exchange } = context;
        const item = await inboxItems.get(account, input.params.token);
        const locked = await findLocked(context, item);
        if (locked === undefined) return await handle(context, item, input);
        if (lockedStatus !== 200 && !namesHtml(exchange.request)) throw codeNeeded(locked.lacks);
        if (locked.lacks === 'password') {
          const isWrong = queryText(exchange.request, 'tried') !== undefined;
          const page = passwordPage({ reader, csrfToken, item, isWrong });
          return { ...page, status: lockedStatus };
        }
        const seen = { source: actor.source, browser: cookieOf(context, item, 'browser') };
        const forms = await secondFactor.describe(locked.delivery, seen);
        const page = lockedPage({ ...forms, reader, csrfToken, item, lacksCookie: false });
        return { ...page, status: lockedStatus };
      };
    },

    /** The items of which a list shows the sender only. */
    listClosed: (context: PageContext, items: readonly InboxItem[]) =>
      inboxLock.listClosed(context.person, items, (item) => sessionsOf(context, item)),

    /** Whether an item is open, or still is. */
    isOpen: async (context: PageContext, item: InboxItem): Promise<boolean> =>
      (await findLocked(context, item)) === undefined,
  };
}
