import { readCursor, writeCursor } from '../../domain/events/feed-cursor.ts';
import { isPlainText } from '../../domain/model/message.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import type { KnownWebhook, WebhookAttempt } from '../../domain/model/webhook.ts';
import type { Backlog, MadeWebhook, NewWebhook } from '../../domain/webhooks/webhooks.ts';
import { earlierEndOf, placeOf } from '../../domain/webhooks/webhooks.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { createListCursors } from './list-cursor.ts';
import { usualLimit } from './list-query.ts';
import { createOnce } from './once.ts';

/** Where programs have their events sent to. */
export function webhookRoutes(
  services: Pick<Services, 'webhooks' | 'clock' | 'hasher' | 'repeats'>,
): Route[] {
  const { webhooks, clock, hasher } = services;
  const { once } = createOnce(services);
  const served = operations.apiWebhooks;
  const cursors = createListCursors(hasher);

  async function show(webhook: KnownWebhook) {
    return webhookJson(webhook, await webhooks.measure(webhook), clock.now());
  }

  async function showMade({ webhook, shown }: MadeWebhook) {
    const isSecret = webhook.signature === 'hmac';
    return {
      ...(await show(webhook)),
      secret: isSecret ? shown : null,
      public_key: isSecret ? null : shown,
    };
  }

  return [
    route(served.list, async ({ account }, { query }) => {
      const { limit = usualLimit } = query;
      const after = cursors.read('webhooks', account.id, query.after);
      const all = await webhooks.list(account);
      const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const some = all.slice(start, start + limit);
      const last = some.at(-1);
      const isEnd = last === undefined || start + some.length >= all.length;
      return {
        items: await Promise.all(some.map(show)),
        next: isEnd ? null : cursors.write('webhooks', account.id, last.id),
      };
    }),
    route(served.create, async ({ account, actor }, { json }, exchange) => {
      const wanted: NewWebhook = {
        url: json.url,
        kinds: json.types && [...new Set(json.types)],
        hasDetails: json.details ?? false,
        signature: json.signature ?? 'hmac',
        name: readName(json.name),
      };
      const { webhook: id } = await once(exchange, async (claim) =>
        outcomeOf((await webhooks.make(actor, account, wanted, claim)).webhook),
      );
      exchange.setHeader('location', `${served.create.path}/${id}`);
      return await showMade(await webhooks.reveal(account, id));
    }),
    route(served.show, async ({ account }, { params }) =>
      show(await webhooks.get(account, params.id)),
    ),
    route(served.remove, async ({ account, actor }, { params }, exchange) => {
      await webhooks.remove(actor, account, params.id);
      return await exchange.reply.code(204).send();
    }),
    route(served.rotate, async ({ account, actor }, { params }, exchange) => {
      await once(exchange, async (claim) =>
        outcomeOf((await webhooks.rotate(actor, account, params.id, claim)).webhook),
      );
      return await showMade(await webhooks.reveal(account, params.id));
    }),
    route(served.test, async ({ account }, { params }, exchange) => {
      const gone = new AbortController();
      exchange.whenGone(() => {
        gone.abort();
      });
      return attemptJson(await webhooks.test(account, params.id, gone.signal));
    }),
    route(served.replay, async ({ account, actor }, { params, json }, exchange) => {
      const { id } = await webhooks.get(account, params.id);
      const from = readPlace({ account }, json.after);
      await once(exchange, async (claim) =>
        outcomeOf(await webhooks.replay(actor, account, id, from, claim)),
      );
      return await show(await webhooks.get(account, id));
    }),
    route(served.resume, async ({ account, actor }, { params: { id } }, exchange) => {
      await once(exchange, async (claim) =>
        outcomeOf(await webhooks.resume(actor, account, id, claim)),
      );
      return await show(await webhooks.get(account, id));
    }),
    route(served.attempts, async ({ account }, { params, query }) => {
      const { limit = usualLimit } = query;
      const before = cursors.read('attempts', params.id, query.after);
      const found = await webhooks.listAttempts(account, params.id, {
        before: before === undefined ? undefined : Number(before),
        limit: limit + 1,
      });
      const some = found.slice(0, limit);
      const last = some.at(-1);
      return {
        items: some.map(attemptJson),
        next:
          last === undefined || found.length <= limit
            ? null
            : cursors.write('attempts', params.id, String(last.sequence)),
      };
    }),
  ];
}

/** What a repeat of an act on a webhook is answered from. */
function outcomeOf({ id }: KnownWebhook) {
  return { webhook: id };
}

/** Throws `invalid` for what is no text on one line. */
function readName(name: string | undefined): string | undefined {
  if (name === undefined || isPlainText(name)) return name;
  throw invalid([{ field: 'name', problem: 'must be a text on one line.' }]);
}

/** Throws `invalid` for what is no cursor of the feed of the account. */
function readPlace({ account }: Pick<Principal, 'account'>, text: string) {
  const place = readCursor(account.id, text);
  if (place !== undefined) return place;
  const problem = 'must be a cursor of the events of this account.';
  throw invalid([{ field: 'after', problem }]);
}

function webhookJson(webhook: KnownWebhook, backlog: Backlog, now: number) {
  const { id, accountId, name, url, kinds, hasDetails, signature, state } = webhook;
  return {
    ...{ id, name: name ?? null, url, types: kinds === undefined ? null : [...kinds] },
    ...{ details: hasDetails, signature, state },
    created_at: timeJson(webhook.createdAt),
    cursor: writeCursor(accountId, placeOf(webhook)),
    ...backlog,
    paused_until: timeOrNull(webhook.waitUntil > now ? webhook.waitUntil : undefined),
    last_success_at: timeOrNull(webhook.lastSuccessAt),
    last_failure_at: timeOrNull(webhook.lastFailureAt),
    last_error: webhook.lastError ?? null,
    old_secret_until: timeOrNull(earlierEndOf(webhook, now)),
  };
}

function attemptJson({ at, eventId, kind, status, ms, error }: WebhookAttempt) {
  return {
    ...{ at: timeJson(at), event: eventId, type: kind },
    ...{ delivered: error === undefined, status: status ?? null, ms, error: error ?? null },
  };
}

function timeJson(at: number): string {
  return new Date(at).toISOString();
}

function timeOrNull(at: number | undefined): string | null {
  return at === undefined ? null : timeJson(at);
}
