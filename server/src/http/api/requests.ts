import { readContactFields } from '../../domain/contacts/contact-fields.ts';
import type { RequestOrder } from '../../domain/grants/request-order.ts';
import type { DispatchId, InboxToken } from '../../domain/model/ids.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import type { Exchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import { badQuery } from '../routing/read-input.ts';
import type { Route, Services } from '../routing/route.ts';
import { readEnd, renamed } from './drops.ts';
import { namedByPlace, readReceivers, receiverProblems } from './given-receivers.ts';
import { createListCursors } from './list-cursor.ts';
import { madeBetween, usualLimit } from './list-query.ts';
import type { Claim } from './once.ts';
import { createOnce } from './once.ts';
import type { LinkTo } from './request-json.ts';
import { linksHidden, readOrder, refusedOrder } from './request-order.ts';
import { askedJson, itemJson, listedRequestJson, requestJson } from './request-json.ts';

type Used = 'fileRequests' | 'requestReports' | 'senderControl' | 'clock' | 'hasher' | 'repeats';

/** Where programs ask for files, and follow what they asked for. */
export function apiRequestRoutes(
  { fileRequests, requestReports, senderControl, clock, hasher, repeats }: Pick<Services, Used>,
  publicUrl: string | undefined,
): Route[] {
  const requests = operations.apiRequests;
  const cursors = createListCursors(hasher);
  const { once } = createOnce({ repeats });
  const verbsOf = ({ account }: Principal) => senderControl.of(account, 'grant');

  function seesLinks({ scopes }: Principal): boolean {
    return senderControl.showsLinks && scopes.includes('links');
  }

  function linksFor(who: Principal, exchange: Exchange): LinkTo {
    const isShown = seesLinks(who);
    return (secret) => (isShown ? `${exchange.linkOrigin(publicUrl)}/u/${secret}` : null);
  }

  async function ask(
    who: Principal,
    order: RequestOrder,
    end: 'expires_in' | 'expires_at',
    claim: Claim,
  ) {
    try {
      const asked = await fileRequests.ask(who.actor, who.account, order, undefined, claim);
      if (asked.isReplay) throw new Error('A request without a key is no replay');
      return { request: asked.id };
    } catch (error) {
      throw refusedOrder(error, end);
    }
  }

  async function showRequest(who: Principal, id: string, exchange: Exchange) {
    const request = await requestReports.get(who.account, id);
    const all = { after: undefined, limit: request.receivers };
    const { items } = await requestReports.listReceivers(request, all);
    return requestJson(request, items, clock.now(), linksFor(who, exchange));
  }

  async function showAsked(who: Principal, id: string, receiverId: string, exchange: Exchange) {
    const request = await requestReports.get(who.account, id);
    const receiver = await requestReports.getReceiver(request, receiverId);
    return askedJson(receiver, linksFor(who, exchange));
  }

  return [
    route(requests.list, async ({ account }, { query }) => {
      const { limit = usualLimit, state, reference } = query;
      const after = cursors.readPlace<DispatchId>('requests', account.id, query.after);
      if (state !== undefined && reference !== undefined) {
        throw badQuery({ name: 'state' }, 'must be left out where a reference is given.');
      }
      const wanted = { state, reference, after, limit, ...madeBetween(query) };
      const { items, next } = await requestReports.list(account, wanted);
      const now = clock.now();
      return {
        items: items.map((request) => listedRequestJson(request, now)),
        next: next === undefined ? null : cursors.writePlace('requests', account.id, next),
      };
    }),
    route(requests.create, async (who, { json }, exchange) => {
      const { field, at } = readEnd(json, clock.now());
      const order = readOrder(json, at - clock.now());
      const isHandedOut = 'links' in order.asked || order.notify === 'none';
      if (isHandedOut && !seesLinks(who)) throw linksHidden(order);
      const { request: id } = await once(exchange, (claim) => ask(who, order, field, claim));
      exchange.setHeader('location', `${requests.create.path}/${id}`);
      return await showRequest(who, id, exchange);
    }),
    route(requests.show, (who, { params }, exchange) => showRequest(who, params.id, exchange)),
    route(requests.items, async ({ account }, { params, query }) => {
      const request = await requestReports.get(account, params.id);
      const { id } = request.dispatch;
      const { limit = usualLimit } = query;
      const place = cursors.readPlace<InboxToken>('items', id, query.after);
      const after = place && { token: place.id, at: place.createdAt };
      const { items, next } = await requestReports.listItems(request, { after, limit });
      return {
        items: items.map(itemJson),
        next:
          next === undefined
            ? null
            : cursors.writePlace('items', id, { id: next.token, createdAt: next.at }),
      };
    }),
    route(requests.receivers, async (who, { params, query }, exchange) => {
      const request = await requestReports.get(who.account, params.id);
      const { id, createdAt } = request.dispatch;
      const after = cursors.readPlace('asked', id, query.after)?.position;
      const { limit = usualLimit } = query;
      const { items, next } = await requestReports.listReceivers(request, { after, limit });
      const linkTo = linksFor(who, exchange);
      return {
        items: items.map((receiver) => askedJson(receiver, linkTo)),
        next:
          next === undefined
            ? null
            : cursors.writePlace('asked', id, { id, createdAt, position: next }),
      };
    }),
    route(requests.close, async (who, { params: { id } }, exchange) => {
      await once(exchange, (claim) => fileRequests.close(who.actor, who.account, id, claim));
      return await showRequest(who, id, exchange);
    }),
    route(requests.extend, async (who, { params: { id }, json }, exchange) => {
      const { field, at } = readEnd(json, clock.now());
      try {
        await once(exchange, (claim) => fileRequests.extend(who.actor, who.account, id, at, claim));
      } catch (error) {
        throw renamed(error, 'expiry', field);
      }
      return await showRequest(who, id, exchange);
    }),
    route(requests.remind, async (who, { params: { id } }, exchange) => {
      const { receivers } = await once(exchange, (claim) =>
        fileRequests.remind(who.actor, who.account, id, claim),
      );
      return { reminded: receivers.length };
    }),
    route(requests.addReceivers, async (who, { params: { id }, json }, exchange) => {
      const receivers = readReceivers(json.receivers);
      const { addReceivers } = verbsOf(who);
      try {
        await once(exchange, (claim) => addReceivers(who.actor, id, receivers, claim));
      } catch (error) {
        throw namedByPlace(error);
      }
      return await showRequest(who, id, exchange);
    }),
    route(requests.resend, async (who, { params: { id, receiver } }, exchange) => {
      await once(exchange, (claim) => verbsOf(who).resend(who.actor, id, receiver, claim));
      return await showAsked(who, id, receiver, exchange);
    }),
    route(requests.revokeReceiver, async (who, { params: { id, receiver } }, exchange) => {
      await once(exchange, (claim) =>
        fileRequests.closeLink(who.actor, who.account, id, receiver, claim),
      );
      return await showAsked(who, id, receiver, exchange);
    }),
    route(requests.correct, async (who, { params: { id, receiver }, json }, exchange) => {
      const { fields, faults } = readContactFields({ email: json.email });
      if (faults.length > 0) throw invalid([{ field: 'email', problem: receiverProblems.email }]);
      const { email } = fields;
      const { receivers } = await once(exchange, (claim) =>
        verbsOf(who).correctAddress(who.actor, id, receiver, email, claim),
      );
      return await showAsked(who, id, receivers[0] ?? '', exchange);
    }),
  ];
}
