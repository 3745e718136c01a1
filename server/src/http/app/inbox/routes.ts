import type { InputOf } from '#protocol/operations/operation.ts';
import type { inboxOperations } from '#protocol/operations/inbox.ts';
import type { DownloadEnd } from '../../../domain/dispatches/inbox.ts';
import type { FilePart } from '../../../domain/downloads/count-transfer.ts';
import { usedUp } from '../../../domain/downloads/count-transfer.ts';
import type { Span } from '../../../domain/model/download.ts';
import type { StoredFile } from '../../../domain/model/file.ts';
import type { FileId } from '../../../domain/model/ids.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Pictured } from '../../../domain/pictures/pictures.ts';
import { archiveNameOf, sendArchive } from '../../download-page/send-archive.ts';
import { findView } from '../../download-page/view-file.ts';
import { operations } from '../../generated/operations.js';
import { html } from '../../html/html.ts';
import { codeNeeded } from '../../link-pages/link-guards.ts';
import { isPrefetch } from '../../link-pages/link-page.ts';
import { readCookie, sessionCookie } from '../../routing/person-cookies.ts';
import type { Route, Services } from '../../routing/route.ts';
import { sendFile } from '../../sending/send-file.ts';
import { sendPicture } from '../../sending/send-picture.ts';
import { renderUnopened } from '../frame/navigation.ts';
import type { FileAnswer, PageContext, Pages } from '../frame/pages.ts';
import type { AppPage } from '../frame/frame.ts';
import type { ListView } from './inbox-list.ts';
import { renderEmptyInbox, renderInboxList } from './inbox-list.ts';
import { inboxPage, itemPage, shownFilesOf } from './inbox-pages.ts';
import { createItemGate } from './item-gate.ts';

const itemsPerPage = 25;
/** The most that a search shows, and that are chosen at once. */
const mostFound = 50;

/** Pages on which a person reads what was sent to them. */
export function inboxRoutes(services: Services, pages: Pages): Route[] {
  const { drafts, inboxItems, pictures, transfers, sessions } = services;
  const gate = createItemGate(services, pages);

  async function readList(
    context: PageContext,
    { after, q: text = '' }: { after?: string | undefined; q?: string | undefined } = {},
  ): Promise<ListView> {
    const { account, reader } = context;
    const items =
      text === ''
        ? await inboxItems.list(account, itemsPerPage + 1, after)
        : await inboxItems.search(account, text, mostFound);
    const shown = text === '' ? items.slice(0, itemsPerPage) : items;
    return {
      reader,
      email: account.email,
      items: shown,
      closed: await gate.listClosed(context, shown),
      hasMore: items.length > shown.length,
      isFirst: after === undefined || text !== '',
      text,
    };
  }

  /** The items that were chosen, each once; `isOpen`: whether nothing keeps it closed. */
  async function findChosen(context: PageContext, tokens: readonly string[]) {
    const chosen = [];
    for (const token of new Set(tokens.slice(0, mostFound))) {
      const item = await inboxItems.get(context.account, token);
      chosen.push({ item, isOpen: await gate.isOpen(context, item) });
    }
    return chosen;
  }

  async function askToChoose(context: PageContext): Promise<AppPage> {
    const { csrfToken } = context;
    const list = await readList(context);
    return inboxPage({ ...list, csrfToken, done: undefined, lacksChoice: true });
  }

  /**
   * Whether the person may still read: the item, the account or the session may have ended since. A running
   * download counts as a use of the session.
   */
  async function mayRead(context: PageContext, item: InboxItem): Promise<boolean> {
    if (!(await inboxItems.mayRead(context.account, item))) return false;
    const cookie = readCookie(context.exchange.request, sessionCookie);
    if ((await sessions.find(cookie)) === undefined) return false;
    return await gate.isOpen(context, item);
  }

  async function sendOne(
    context: PageContext,
    item: InboxItem,
    { params: { fileId, name }, query }: InputOf<typeof inboxOperations.file.input>,
  ): Promise<FileAnswer> {
    const { account, actor } = context;
    const file = await inboxItems.getFile(item, fileId);
    // Another name would misrepresent the content.
    if (file.name !== name.normalize('NFC')) {
      throw new ValiseError('not_found', 'There is no such file.');
    }
    return {
      send: ({ request, reply }) =>
        transfers.follow(
          () => mayRead(context, item),
          async (watch) => {
            const opened = await inboxItems.open(file, item);
            const view = query.view ? await findView(opened) : undefined;
            const onEnd = ({ outcome, bytesAfterEnd }: DownloadEnd, span: Span) =>
              inboxItems.recordDownload(actor, account, item, file, {
                outcome,
                span,
                bytesAfterEnd,
              });
            return await sendFile(request, reply, opened, watch, onEnd, view);
          },
        ),
    };
  }

  /** The files of one item or of several as one archive; those that may not be downloaded any more are left out. */
  async function sendAll(context: PageContext, items: readonly InboxItem[]): Promise<FileAnswer> {
    const { account, actor } = context;
    const files: StoredFile[] = [];
    const itemOf = new Map<FileId, InboxItem>();
    let isAnyLeftOut = false;
    for (const item of items) {
      for (const file of await inboxItems.listFiles(item)) {
        if (file.isLimitReached) {
          isAnyLeftOut = true;
          continue;
        }
        files.push(file);
        itemOf.set(file.id, item);
      }
    }
    if (files.length === 0 && isAnyLeftOut) throw usedUp();
    const getItem = ({ id }: Pick<StoredFile, 'id'>): InboxItem => {
      const item = itemOf.get(id);
      if (item === undefined) throw new Error('A file of an archive is of no item');
      return item;
    };
    const newest = Math.max(...items.map(({ createdAt }) => createdAt));
    const archive = {
      name: archiveNameOf(pages.frame.brand().serviceName, newest),
      files,
      // Keys are unwrapped one by one: those of thousands would block other requests.
      async *readPart(file: StoredFile, { start, end }: Span) {
        yield* (await inboxItems.open(file)).read(start, end);
      },
      onPart: (file: StoredFile, { outcome, bytes, bytesAfterEnd }: DownloadEnd, start: number) =>
        inboxItems.recordDownload(actor, account, getItem(file), file, {
          outcome,
          span: { start, end: start + bytes },
          bytesAfterEnd,
          isInArchive: true,
        }),
      async admit(parts: readonly FilePart[]) {
        const releases: (() => void)[] = [];
        const releaseAll = () => {
          for (const release of releases) release();
        };
        try {
          for (const item of items) {
            const own = parts.filter(({ file }) => itemOf.get(file.id) === item);
            releases.push(await inboxItems.admit(item, own));
          }
        } catch (error) {
          releaseAll();
          throw error;
        }
        return releaseAll;
      },
      async onSentAll() {
        for (const item of items) {
          const own = files.filter(({ id }) => itemOf.get(id) === item);
          await inboxItems.recordArchive(actor, account, item, own);
        }
      },
    };
    const mayReadAll = async () => {
      for (const item of items) if (!(await mayRead(context, item))) return false;
      return true;
    };
    return {
      send: ({ request, reply }) =>
        transfers.follow(mayReadAll, (watch) => sendArchive(request, reply, { ...archive, watch })),
    };
  }

  return [
    pages.page(operations.inbox.list, async (context, { query: { done, ...query } }) => {
      const { csrfToken } = context;
      return inboxPage({ ...(await readList(context, query)), csrfToken, done });
    }),
    pages.page(operations.inbox.live, async (context) => {
      const list = await readList(context);
      return { part: list.items.length > 0 ? renderInboxList(list) : renderEmptyInbox(list) };
    }),
    pages.page(operations.inbox.count, async ({ account, reader }) => ({
      part: html`${renderUnopened(await inboxItems.countNew(account), reader)}`,
    })),
    pages.page(
      operations.inbox.item,
      gate.open(async (context, item, { query: { page = 1, q } }) => {
        const { reader, csrfToken, exchange } = context;
        const { method, headers } = exchange.request;
        const files = await inboxItems.listFiles(item);
        const hasSentOn = await inboxItems.hasSentOn(item);
        if (method === 'GET' && !isPrefetch(headers)) await inboxItems.markSeen(item);
        const list = { ...(await readList(context, { q })), here: item.token };
        const shown = shownFilesOf(files, page);
        const sizes = await pictures.listSizes(picturedBy(item), shown.files);
        const view = { reader, csrfToken, item, files, shown, pictures: sizes };
        return itemPage({ ...view, list, hasSentOn });
      }),
    ),
    pages.page(
      operations.inbox.sendOn,
      gate.open(async ({ actor, account }, item, { form: { file } }) => {
        const draft = await drafts.sendOn(actor, account, item, file);
        return { redirect: `/app/send/${draft.id}` };
      }, 403),
    ),
    pages.page(
      operations.inbox.answer,
      gate.open(async ({ account }, { senderEmail }) => {
        // Whoever has no address can be answered by asking only.
        if (senderEmail === '') return { redirect: '/app/requests/new' };
        const draft = await drafts.beginWith(account, { receivers: [{ email: senderEmail }] });
        return { redirect: `/app/send/${draft.id}` };
      }, 403),
    ),
    pages.page(operations.inbox.removeSeveral, async (context, { form: { item: tokens } }) => {
      const { actor, account } = context;
      const chosen = await findChosen(context, tokens);
      if (chosen.length === 0) return await askToChoose(context);
      for (const { item, isOpen } of chosen) {
        if (isOpen) await inboxItems.remove(actor, account, item.token);
      }
      const done = chosen.every(({ isOpen }) => isOpen) ? 'deleted' : 'some-deleted';
      return { redirect: `/app/inbox?done=${done}` };
    }),
    pages.file(operations.inbox.archiveSeveral, async (context, { form: { item: tokens } }) => {
      const chosen = await findChosen(context, tokens);
      if (chosen.length === 0) return await askToChoose(context);
      // An archive that lacks what was chosen would go unnoticed.
      if (chosen.some(({ isOpen }) => !isOpen)) throw codeNeeded('any');
      return await sendAll(
        context,
        chosen.map(({ item }) => item),
      );
    }),
    pages.page(
      operations.inbox.remove,
      gate.open(async ({ actor, account }, { token }) => {
        await inboxItems.remove(actor, account, token);
        return { redirect: '/app/inbox?done=deleted' };
      }, 403),
    ),
    pages.file(operations.inbox.file, refusePrefetch(gate.open(sendOne, 403))),
    pages.file(
      operations.inbox.archive,
      refusePrefetch(gate.open((context, item) => sendAll(context, [item]), 403)),
    ),
    pages.file(
      operations.pictures.ofItem,
      gate.open(async (_context, item, { params: { fileId } }) => {
        const picture = await pictures.open(picturedBy(item), fileId);
        return { send: ({ reply }) => sendPicture(reply, picture) };
      }, 403),
    ),
    ...gate.routes,
  ];
}

/** Whose files have the pictures. */
function picturedBy({ dispatchId: id, downloadLimit, expiresAt }: InboxItem): Pictured {
  return { id, expiresAt, ...(downloadLimit !== undefined && { downloadLimit }) };
}

type FileHandler<Given> = (context: PageContext, input: Given) => Promise<FileAnswer>;

/** A prefetch is a transfer that nobody asked for. */
function refusePrefetch<Given>(handle: FileHandler<Given>): FileHandler<Given> {
  return async (context, input) =>
    isPrefetch(context.exchange.request.headers)
      ? { send: ({ reply }) => reply.code(503).send() }
      : await handle(context, input);
}
