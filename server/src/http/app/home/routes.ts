import { operations } from '../../generated/operations.js';
import { route } from '../../routing/operation.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { noticeOfDiscarded } from '../send/discarding.ts';
import type { HomeView } from './home-page.ts';
import { homePage } from './home-page.ts';

/** As many are shown of each kind, however many there are. */
const shown = { drafts: 5, items: 5, requests: 3 };

/** The first page of a signed-in person. */
export function homeRoutes(services: Services, pages: Pages): Route[] {
  const { sent, drafts, inboxItems, fileRequests, resumableUploads } = services;

  async function readHome({ account }: PageContext) {
    return {
      ...(await sent.readNews(account)),
      drafts: (await drafts.list(account)).slice(0, shown.drafts),
      items: await inboxItems.list(account, shown.items),
      newItems: await inboxItems.countNew(account),
      requests: await fileRequests.listOpen(account, shown.requests),
      space: await resumableUploads.spaceOf(account),
    } satisfies Partial<HomeView>;
  }

  return [
    route(operations.home.withoutSlash, (_visitor, _input, { reply }) =>
      reply.redirect('/app/', 308),
    ),
    pages.page(operations.home.page, async (context, { query: { discarded } }) => {
      const { account, reader, csrfToken } = context;
      return homePage({
        ...(await readHome(context)),
        reader,
        name: account.displayName === '' ? account.email : account.displayName,
        email: account.email,
        csrfToken,
        notice: await noticeOfDiscarded(services, context, discarded, 'home'),
      });
    }),
  ];
}
