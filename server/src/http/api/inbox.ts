import type { QueuePlace } from '../../domain/model/inbox-queue.ts';
import type { InboxToken } from '../../domain/model/ids.ts';
import { second } from '../../domain/model/clock.ts';
import { filePolicy } from '../connection/response-headers.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { sendFile } from '../sending/send-file.ts';
import { itemJson, leasedItemJson } from './inbox-json.ts';
import { createLeaseWaiting } from './lease-waiting.ts';
import { createListCursors } from './list-cursor.ts';
import { madeBetween, usualLimit } from './list-query.ts';
import { createOnce } from './once.ts';

/** How long an item is leased where the client does not say, in seconds. */
const usualSeconds = 300;

/** Where programs read what came to their account, and share the work on it. */
export function programInboxRoutes(services: Services): Route[] {
  const { keyedInbox, inboxLeases, transfers, hasher } = services;
  const inbox = operations.apiInbox;
  const cursors = createListCursors(hasher);
  const leaseOrWait = createLeaseWaiting(services);
  const { once } = createOnce(services);

  return [
    route(inbox.list, async (who, { query }) => {
      const { limit = usualLimit, order = 'oldest', state, request: requestId } = query;
      const { id } = who.account;
      const name = `inbox ${order}`;
      const after: QueuePlace | undefined = cursors.readPlace<InboxToken>(name, id, query.after);
      const wanted = { order, state, requestId, limit, after, ...madeBetween(query) };
      const { items, next } = await keyedInbox.list(who, wanted);
      return {
        items: items.map(itemJson),
        next: next === undefined ? null : cursors.writePlace(name, id, next),
      };
    }),
    route(inbox.lease, async (who, { json }, exchange) => {
      const { max = 1, seconds = usualSeconds, wait = 0 } = json;
      const wanted = { max, seconds, waitMs: wait * second };
      const taken = await once(exchange, (claim) => leaseOrWait(who, wanted, exchange, claim));
      return { items: (await inboxLeases.show(who, taken)).map(leasedItemJson) };
    }),
    route(inbox.show, async (who, { params }) => itemJson(await keyedInbox.get(who, params.id))),
    route(inbox.remove, async (who, { params }, { reply }) => {
      await keyedInbox.remove(who.actor, who, params.id);
      return await reply.code(204).send();
    }),
    route(inbox.file, async (who, { params }, { request, reply }) => {
      const found = await keyedInbox.openFile(who, params.id, params.file);
      const { item, opened } = found;
      return await transfers.follow(
        () => keyedInbox.mayRead(who, item),
        (watch) =>
          sendFile(
            request,
            reply,
            opened,
            watch,
            ({ outcome, bytesAfterEnd }, span) =>
              keyedInbox.recordDownload(who.actor, who, found, { outcome, span, bytesAfterEnd }),
            // As at the machine API: no browser comes here by itself.
            { type: opened.file.mediaType, policy: filePolicy, isInline: false, hasDigest: true },
          ),
      );
    }),
    route(inbox.acknowledge, async (who, { params: { id }, json }, exchange) => {
      const held = { id, token: json.lease };
      await once(exchange, (claim) => inboxLeases.acknowledge(who, held, claim));
      return itemJson(await keyedInbox.get(who, id));
    }),
    route(
      inbox.renew,
      async (who, { params: { id }, json: { lease: token, seconds } }, exchange) => {
        const held = { id, token };
        await once(exchange, (claim) => inboxLeases.renew(who, { ...held, seconds }, claim));
        return leasedItemJson(await inboxLeases.showHeld(who, held));
      },
    ),
    route(inbox.release, async (who, { params: { id }, json }, exchange) => {
      const held = { id, token: json.lease };
      await once(exchange, (claim) => inboxLeases.release(who, held, claim));
      return itemJson(await keyedInbox.get(who, id));
    }),
    route(inbox.unpark, async (who, { params: { id } }, exchange) => {
      await once(exchange, (claim) => inboxLeases.unpark(who, id, claim));
      return itemJson(await keyedInbox.get(who, id));
    }),
  ];
}
