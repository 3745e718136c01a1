import { parseDateTime } from '#protocol/date-time.ts';
import { readContactFields } from '../../domain/contacts/contact-fields.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { second } from '../../domain/model/clock.ts';
import { endReasonOf } from '../../domain/model/dispatch.ts';
import type { DispatchId, FileId, ReceiverId } from '../../domain/model/ids.ts';
import type { SentDrop } from '../../domain/model/sent.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import type { Exchange } from '../routing/operation.ts';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { dropJson, fileJson, listedDropJson, receiverJson, sentDropJson } from './drop-json.ts';
import { namedByPlace, readReceivers, receiverProblems } from './given-receivers.ts';
import { createListCursors } from './list-cursor.ts';
import { madeBetween, usualLimit } from './list-query.ts';
import { createOnce } from './once.ts';

/** Where programs follow and change what their account sent. */
export function dropRoutes(
  {
    sent,
    sentReports,
    senderControl,
    clock,
    hasher,
    repeats,
  }: Pick<Services, 'sent' | 'sentReports' | 'senderControl' | 'clock' | 'hasher' | 'repeats'>,
  publicUrl: string | undefined,
): Route[] {
  const drops = operations.apiDrops;
  const cursors = createListCursors(hasher);
  const { once } = createOnce({ repeats });
  const verbsOf = ({ account }: Principal) => senderControl.of(account, 'drop');

  async function showDrop({ account }: Principal, id: string) {
    return dropJson(await sentReports.get(account, id), clock.now());
  }

  async function showReceiver({ account }: Principal, id: string, receiverId: string) {
    const { drop, receiver } = await sent.getReceiver(account, id, receiverId);
    return receiverJson(drop, receiver, clock.now());
  }

  /** The links of new receivers whom no mail brings theirs, if the key is told links; of a repeat, those that live. */
  async function linksOfNew(
    { account, actor, scopes }: Principal,
    { dispatch, endedAt }: Pick<SentDrop, 'dispatch' | 'endedAt'>,
    receivers: readonly ReceiverId[],
    exchange: Exchange,
  ): Promise<ReadonlyMap<ReceiverId, string>> {
    const isTold = senderControl.showsLinks && scopes.includes('links');
    const isLive = endReasonOf({ dispatch, endedAt }, clock.now()) === undefined;
    if (dispatch.notify !== 'none' || !isTold || !isLive) return new Map();
    const control = senderControl.of(account, 'drop');
    const secrets = await control.revealLinks(actor, dispatch.id, receivers);
    const origin = exchange.linkOrigin(publicUrl);
    return new Map([...secrets].map(([id, secret]) => [id, `${origin}/d/${secret}`]));
  }

  return [
    route(drops.list, async ({ account }, { query }) => {
      const { limit = usualLimit, state, reference } = query;
      const after = cursors.readPlace<DispatchId>('drops', account.id, query.after);
      const wanted = { state, reference, after, limit, ...madeBetween(query) };
      const { items, next } = await sentReports.list(account, wanted);
      const now = clock.now();
      return {
        items: items.map((drop) => listedDropJson(drop, now)),
        next: next === undefined ? null : cursors.writePlace('drops', account.id, next),
      };
    }),
    route(drops.show, (who, { params }) => showDrop(who, params.id)),
    route(drops.files, async ({ account }, { params, query }) => {
      const drop = await sent.get(account, params.id);
      const { id, createdAt } = drop.dispatch;
      const after = cursors.readPlace<FileId>('files', id, query.after)?.id;
      const { limit = usualLimit } = query;
      const { items, next } = await sentReports.listFiles(drop, { after, limit });
      return {
        items: items.map(fileJson),
        next: next === undefined ? null : cursors.writePlace('files', id, { id: next, createdAt }),
      };
    }),
    route(drops.receivers, async ({ account }, { params, query }) => {
      const drop = await sent.get(account, params.id);
      const { id, createdAt } = drop.dispatch;
      const after = cursors.readPlace('receivers', id, query.after)?.position;
      const { limit = usualLimit } = query;
      const { items, next } = await sentReports.listReceivers(drop, { after, limit });
      const now = clock.now();
      return {
        items: items.map((receiver) => receiverJson(drop, receiver, now)),
        next:
          next === undefined
            ? null
            : cursors.writePlace('receivers', id, { id, createdAt, position: next }),
      };
    }),
    route(drops.revoke, async (who, { params: { id } }, exchange) => {
      await once(exchange, (claim) => verbsOf(who).revoke(who.actor, id, claim));
      return await showDrop(who, id);
    }),
    route(drops.extend, async (who, { params: { id }, json }, exchange) => {
      const { field, at } = readEnd(json, clock.now());
      try {
        await once(exchange, (claim) => verbsOf(who).extend(who.actor, id, at, claim));
      } catch (error) {
        throw renamed(error, 'expiry', field);
      }
      return await showDrop(who, id);
    }),
    route(drops.addReceivers, async (who, { params: { id }, json }, exchange) => {
      const receivers = readReceivers(json.receivers);
      const { addReceivers } = verbsOf(who);
      const added = await once(exchange, (claim) =>
        addReceivers(who.actor, id, receivers, claim),
      ).catch((error: unknown) => {
        throw namedByPlace(error);
      });
      const drop = await sentReports.get(who.account, id);
      const links = await linksOfNew(who, drop, added.receivers, exchange);
      return sentDropJson(drop, clock.now(), (receiver) => links.get(receiver));
    }),
    route(drops.resend, async (who, { params: { id, receiver } }, exchange) => {
      await once(exchange, (claim) => verbsOf(who).resend(who.actor, id, receiver, claim));
      return await showReceiver(who, id, receiver);
    }),
    route(drops.revokeReceiver, async (who, { params: { id, receiver } }, exchange) => {
      await once(exchange, (claim) => verbsOf(who).revokeReceiver(who.actor, id, receiver, claim));
      return await showReceiver(who, id, receiver);
    }),
    route(drops.correct, async (who, { params: { id, receiver }, json }, exchange) => {
      const { fields, faults } = readContactFields({ email: json.email });
      if (faults.length > 0) throw invalid([{ field: 'email', problem: receiverProblems.email }]);
      const { email } = fields;
      const { receivers } = await once(exchange, (claim) =>
        verbsOf(who).correctAddress(who.actor, id, receiver, email, claim),
      );
      const [corrected = ''] = receivers;
      const shown = await sent.getReceiver(who.account, id, corrected);
      const links = await linksOfNew(who, shown.drop, receivers, exchange);
      const link = links.get(shown.receiver.id);
      const reached = receiverJson(shown.drop, shown.receiver, clock.now());
      return link === undefined ? reached : { ...reached, link };
    }),
  ];
}

interface GivenEnd {
  expires_in?: number;
  expires_at?: string;
}

/** The end that is wanted, and the field that says it. Throws `invalid` unless it is one of the two. */
export function readEnd(
  { expires_in: seconds, expires_at: text }: GivenEnd,
  now: Instant,
): { field: keyof GivenEnd; at: Instant } {
  if ((seconds === undefined) === (text === undefined)) {
    throw invalid([{ field: 'body', problem: 'must have either expires_in or expires_at.' }]);
  }
  if (seconds !== undefined) return { field: 'expires_in', at: now + seconds * second };
  const at = parseDateTime(text ?? '');
  if (at !== undefined) return { field: 'expires_at', at };
  throw invalid([{ field: 'expires_at', problem: 'must be a time that there is.' }]);
}

/** The same error, with the name that a field has in the request. */
export function renamed(error: unknown, from: string, field: string): unknown {
  if (!(error instanceof ValiseError) || error.details?.[0]?.field !== from) return error;
  return invalid(error.details.map((each) => ({ ...each, field })));
}
