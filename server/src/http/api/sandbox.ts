import { parseDateTime } from '#protocol/date-time.ts';
import { laneOf } from '../../domain/model/outbox.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import type { CapturedMessage } from '../../domain/sandbox/captured-messages.ts';
import type { PlannedFault } from '../../domain/sandbox/planned-faults.ts';
import type { Sandbox } from '../../domain/sandbox/sandbox.ts';
import type { ClockMove } from '../../domain/sandbox/sandbox-clock.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { createListCursors } from './list-cursor.ts';
import { usualLimit } from './list-query.ts';
import { createOnce } from './once.ts';

/** What only a sandbox serves: nowhere else are there these routes. */
export function sandboxRoutes(
  services: Pick<Services, 'hasher' | 'repeats'>,
  { messages, clock, receivers, faults }: Sandbox,
): Route[] {
  const { once } = createOnce(services);
  const cursors = createListCursors(services.hasher);
  const served = operations.apiSandbox;

  function clockJson() {
    const { now, aheadMs } = clock.read();
    return { now: new Date(now).toISOString(), ahead_seconds: Math.round(aheadMs / 1000) };
  }

  return [
    route(served.listMails, async ({ account }, { query: { after: text, limit = usualLimit } }) => {
      const after = cursors.read('sandbox mails', account.id, text);
      const found = await messages.list(account, { after, limit });
      const last = found.messages.at(-1);
      return {
        items: found.messages.map(mailJson),
        next:
          last === undefined || !found.hasMore
            ? null
            : cursors.write('sandbox mails', account.id, last.entry.id),
      };
    }),
    route(served.showMail, async ({ account }, { params }) =>
      mailJson(await messages.get(account, params.id)),
    ),
    route(served.clock, () => clockJson()),
    route(served.moveClock, async (_who, { json }, exchange) => {
      const move = readMove(json);
      await once(exchange, async (claim) => {
        await clock.move(move, claim);
        return {};
      });
      return clockJson();
    }),
    route(served.fetchAsReceiver, async ({ account, actor }, { params }, exchange) => {
      const { files, bytes } = await once(exchange, (claim) =>
        receivers.fetch(account, actor, params.id, claim),
      );
      return { files: Number(files), bytes: Number(bytes) };
    }),
    route(served.listFaults, ({ account }) => ({
      items: faults.list(account.id).map(faultJson),
    })),
    route(served.planFault, async ({ account }, { json }, exchange) => {
      const { status, count = 1, path } = json;
      const fault: PlannedFault = { kind: status, left: count, path };
      await once(exchange, async (claim) => {
        await faults.add(account.id, fault, claim);
        return {};
      });
      return faultJson(fault);
    }),
    route(served.clearFaults, async ({ account }, _input, { reply }) => {
      faults.clear(account.id);
      return await reply.code(204).send();
    }),
  ];
}

/** Throws `invalid` unless it is one of both, and a time. */
function readMove(json: { advance_seconds?: number; now?: string }): ClockMove {
  const { advance_seconds: seconds, now } = json;
  if (now === undefined && seconds !== undefined) return { advanceSeconds: seconds };
  const problem = 'is needed, or advance_seconds, and not both.';
  if (now === undefined || seconds !== undefined) throw invalid([{ field: 'now', problem }]);
  const to = parseDateTime(now);
  if (to === undefined) throw invalid([{ field: 'now', problem: 'must be a time that there is.' }]);
  return { to };
}

function mailJson({ entry, content, code }: CapturedMessage) {
  const channel = laneOf(entry);
  return {
    ...{ id: entry.id, to: [entry.to], channel, kind: entry.kind, state: entry.state },
    created_at: new Date(entry.createdAt).toISOString(),
    subject: channel === 'sms' ? null : (content?.subject ?? null),
    text: content?.text ?? null,
    links: [...(content?.links ?? [])],
    codes: code === undefined ? [] : [code],
  };
}

function faultJson({ kind, left, path }: PlannedFault) {
  return { status: kind, count: left, path: path ?? null };
}
