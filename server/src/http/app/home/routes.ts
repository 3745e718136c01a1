import { operations } from '../../generated/operations.js';
import { route } from '../../routing/operation.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { Pages } from '../frame/pages.ts';
import { noticeOfDiscarded } from '../send/discarding.ts';
import { homePage } from './home-page.ts';

const draftsShown = 5;

/** The first page of a signed-in person. */
export function homeRoutes(services: Services, pages: Pages): Route[] {
  const { sent, drafts, clock } = services;
  return [
    route(operations.home.withoutSlash, (_visitor, _input, { reply }) =>
      reply.redirect('/app/', 308),
    ),
    pages.page(operations.home.page, async (context, { query: { discarded } }) => {
      const { account, reader, csrfToken } = context;
      return homePage({
        ...(await sent.readNews(account)),
        reader,
        name: account.displayName === '' ? account.email : account.displayName,
        drafts: (await drafts.list(account)).slice(0, draftsShown),
        csrfToken,
        notice: await noticeOfDiscarded(services, context, discarded, 'home'),
        now: clock.now(),
      });
    }),
  ];
}
