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

/** How long an item is leased where the client does not say, in seconds. */
const usualSeconds = 300;

/** Where programs read what came to their account, and share the work on it. */
export function programInboxRoutes(services: Services): Route[] {
  const { keyedInbox, inboxLeases, transfers, hasher } = services;
  const inbox = operations.apiInbox;
  const cursors = createListCursors(hasher);
  const leaseOrWait = createLeaseWaiting(services);

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
      const waitMs = wait * second;
      const leased = await leaseOrWait(who, { max, seconds, waitMs }, exchange);
      return { items: leased.map(leasedItemJson) };
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
    route(inbox.acknowledge, async (who, { params, json }) =>
      itemJson(await inboxLeases.acknowledge(who, params.id, json.lease)),
    ),
    route(inbox.renew, async (who, { params, json: { lease: token, seconds } }) =>
      leasedItemJson(await inboxLeases.renew(who, params.id, { token, seconds })),
    ),
    route(inbox.release, async (who, { params, json }) =>
      itemJson(await inboxLeases.release(who, params.id, json.lease)),
    ),
    route(inbox.unpark, async (who, { params }) =>
      itemJson(await inboxLeases.unpark(who, params.id)),
    ),
  ];
}
