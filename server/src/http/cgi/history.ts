import type { Route } from '../route.ts';
import type { Services } from '../services.ts';
import { historyOnWire, inboxOnWire } from './wire.ts';

/** Operation 10: everything the account sent, and what waits for it. */
export function historyRoutes({ inbox }: Services): Route[] {
  return [
    {
      path: '/:user/cgi/get_history.cgi',
      access: 'account+token',
      methods: {
        GET: {
          async handle({ account }) {
            const { history, liveDrops, inbox: received } = await inbox.readHistory(account);
            return {
              history: history.map((entry) => historyOnWire(entry, account)),
              live_drops: String(liveDrops),
              inbox: received.map(inboxOnWire),
            };
          },
        },
      },
    },
  ];
}
