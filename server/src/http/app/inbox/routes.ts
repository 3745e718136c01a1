import type { InputOf } from '#protocol/operations/operation.ts';
import type { inboxOperations } from '#protocol/operations/inbox.ts';
import type { DownloadEnd } from '../../../domain/dispatches/inbox.ts';
import type { FilePart } from '../../../domain/downloads/count-transfer.ts';
import { usedUp } from '../../../domain/downloads/count-transfer.ts';
import type { Span } from '../../../domain/model/download.ts';
import type { StoredFile } from '../../../domain/model/file.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { archiveNameOf, sendArchive } from '../../download-page/send-archive.ts';
import { operations } from '../../generated/operations.js';
import { html } from '../../html/html.ts';
import { isPrefetch } from '../../link-pages/link-page.ts';
import { readCookie, sessionCookie } from '../../routing/person-cookies.ts';
import type { Route, Services } from '../../routing/route.ts';
import { sendFile } from '../../sending/send-file.ts';
import { renderUnopened } from '../frame/navigation.ts';
import type { FileAnswer, PageContext, Pages } from '../frame/pages.ts';
import { inboxPage, itemPage, renderInboxList } from './inbox-pages.ts';
import { createItemGate } from './item-gate.ts';

const itemsPerPage = 25;

/** Pages on which a person reads what was sent to them. */
export function inboxRoutes(services: Services, pages: Pages): Route[] {
  const { inboxItems, transfers, sessions } = services;
  const gate = createItemGate(services, pages);

  async function readList(context: PageContext, after?: string) {
    const { account, reader } = context;
    const items = await inboxItems.list(account, itemsPerPage + 1, after);
    const shown = items.slice(0, itemsPerPage);
    return {
      reader,
      email: account.email,
      items: shown,
      closed: await gate.listClosed(context, shown),
      hasMore: items.length > itemsPerPage,
      isFirst: after === undefined,
    };
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
    { params: { fileId, name } }: InputOf<typeof inboxOperations.file.input>,
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
          async (watch) =>
            await sendFile(
              request,
              reply,
              await inboxItems.open(file, item),
              watch,
              ({ outcome, bytesAfterEnd }, span) => {
                const transfer = { outcome, span, bytesAfterEnd };
                return inboxItems.recordDownload(actor, account, item, file, transfer);
              },
            ),
        ),
    };
  }

  async function sendAll(context: PageContext, item: InboxItem): Promise<FileAnswer> {
    const { account, actor } = context;
    const all = await inboxItems.listFiles(item);
    const files = all.filter(({ isLimitReached }) => !isLimitReached);
    if (files.length === 0 && all.length > 0) throw usedUp();
    const archive = {
      name: archiveNameOf(pages.frame.serviceName, item.createdAt),
      files,
      // Keys are unwrapped one by one: those of thousands would block other requests.
      async *readPart(file: StoredFile, { start, end }: Span) {
        yield* (await inboxItems.open(file)).read(start, end);
      },
      onPart: (file: StoredFile, { outcome, bytes, bytesAfterEnd }: DownloadEnd, start: number) =>
        inboxItems.recordDownload(actor, account, item, file, {
          outcome,
          span: { start, end: start + bytes },
          bytesAfterEnd,
          isInArchive: true,
        }),
      admit: (parts: readonly FilePart[]) => inboxItems.admit(item, parts),
      onSentAll: () => inboxItems.recordArchive(actor, account, item, files),
    };
    return {
      send: ({ request, reply }) =>
        transfers.follow(
          () => mayRead(context, item),
          (watch) => sendArchive(request, reply, { ...archive, watch }),
        ),
    };
  }

  return [
    pages.page(operations.inbox.list, async (context, { query: { after, done } }) =>
      inboxPage({ ...(await readList(context, after)), done }),
    ),
    pages.page(operations.inbox.live, async (context) => ({
      part: renderInboxList(await readList(context)),
    })),
    pages.page(operations.inbox.count, async ({ account, reader }) => ({
      part: html`${renderUnopened(await inboxItems.countNew(account), reader)}`,
    })),
    pages.page(
      operations.inbox.item,
      gate.open(async ({ reader, csrfToken, exchange }, item, { query: { page = 1 } }) => {
        const { method, headers } = exchange.request;
        const files = await inboxItems.listFiles(item);
        if (method === 'GET' && !isPrefetch(headers)) await inboxItems.markSeen(item);
        return itemPage({ reader, csrfToken, item, files, page });
      }),
    ),
    pages.page(
      operations.inbox.remove,
      gate.open(async ({ actor, account }, { token }) => {
        await inboxItems.remove(actor, account, token);
        return { redirect: '/app/inbox?done=deleted' };
      }, 403),
    ),
    pages.file(operations.inbox.file, refusePrefetch(gate.open(sendOne, 403))),
    pages.file(operations.inbox.archive, refusePrefetch(gate.open(sendAll, 403))),
    ...gate.routes,
  ];
}

type FileHandler<Given> = (context: PageContext, input: Given) => Promise<FileAnswer>;

/** A prefetch is a transfer that nobody asked for. */
function refusePrefetch<Given>(handle: FileHandler<Given>): FileHandler<Given> {
  return async (context, input) =>
    isPrefetch(context.exchange.request.headers)
      ? { send: ({ reply }) => reply.code(503).send() }
      : await handle(context, input);
}
