import { pageChecks } from '../../generated/checks.js';
import type { Route, Services } from '../../routing/route.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute, visitorRoute } from '../frame/person-route.ts';
import { noticeOfDiscarded } from '../send/discarding.ts';
import { renderHomePage } from './home-page.ts';

const draftsShown = 5;

/** The first page of a signed-in person. */
export function homeRoutes(services: Services, frame: Frame): Route[] {
  const { sent, drafts, clock } = services;
  return [
    visitorRoute({
      path: '/app',
      methods: {
        GET: { schema: 'none', handle: (_request, reply) => reply.redirect('/app/', 308) },
      },
    }),
    personRoute({
      path: '/app/',
      methods: {
        GET: {
          schema: pageChecks.home_page,
          async handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const { say } = reader;
            const { displayName, email } = person.account;
            const title = say('app.welcome', { name: displayName === '' ? email : displayName });
            const news = await sent.readNews(person.account);
            const unsent = (await drafts.list(person.account)).slice(0, draftsShown);
            const { csrfToken } = person;
            const notice = await noticeOfDiscarded(services, person, reader, request, 'home');
            const view = { ...news, title, now: clock.now(), drafts: unsent, csrfToken, notice };
            const body = renderHomePage(view, reader);
            return frame.sendToPerson(person, request, reply, { title, body });
          },
        },
      },
    }),
  ];
}
