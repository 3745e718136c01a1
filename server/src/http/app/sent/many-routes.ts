import type { InputOf } from '#protocol/operations/operation.ts';
import type { sentOperations } from '#protocol/operations/sent.ts';
import { day } from '../../../domain/model/clock.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { PageAnswer, PageContext, Pages } from '../frame/pages.ts';
import { actOnMany } from './many-acts.ts';
import { askForManyPage, manyDonePage, usualDays } from './many-pages.ts';

/** The days from now that are offered. */
const offeredDays = [1, 3, 7, 14, 30, 60, 90, 180, 365];

type Wanted = InputOf<typeof sentOperations.askForMany.input>['query'];

/** Where people act on several drops at once: a page that asks, and one that tells what became of each. */
export function manyRoutes(
  { sent, senderControl, clock }: Pick<Services, 'sent' | 'senderControl' | 'clock'>,
  pages: Pages,
): Route[] {
  async function ask(context: PageContext, { act, id }: Wanted): Promise<PageAnswer> {
    const { account, reader, csrfToken } = context;
    const drops = await sent.listThese(account, id);
    if (act === undefined || drops.length === 0) return { redirect: '/app/sent' };
    const { maxLifetimeMs } = senderControl;
    const days = offeredDays.filter((count) => count * day <= maxLifetimeMs);
    return askForManyPage({ reader, csrfToken, act, drops, days, now: clock.now() });
  }

  return [
    pages.page(operations.sent.askForMany, (context, { query }) => ask(context, query)),
    pages.page(operations.sent.actOnMany, async (context, { form }) => {
      const { act, id, days = usualDays } = form;
      const { account, actor, reader } = context;
      const drops = await sent.listThese(account, id);
      if (act === undefined || drops.length === 0) return { redirect: '/app/sent' };
      const { maxLifetimeMs } = senderControl;
      const wanted = { act, actor, days, maxLifetimeMs, now: clock.now() };
      const acted = await actOnMany(senderControl.of(account, 'drop'), drops, wanted);
      return manyDonePage(acted, reader);
    }),
  ];
}
