import type { Route, Services } from '../../routing/route.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute, visitorRoute } from '../frame/person-route.ts';
import { renderHomePage } from './home-page.ts';

const draftsShown = 5;

/** The first page of a signed-in person. */
export function homeRoutes({ sent, drafts, clock }: Services, frame: Frame): Route[] {
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
          schema: 'none',
          async handle(person, request, reply) {
            const reader = frame.readerOf(person);
            const { say } = reader;
            const { displayName, email } = person.account;
            const title = say('app.welcome', { name: displayName === '' ? email : displayName });
            const news = await sent.readNews(person.account);
            const unsent = (await drafts.list(person.account)).slice(0, draftsShown);
            const { csrfToken } = person;
            const view = { ...news, title, now: clock.now(), drafts: unsent, csrfToken };
            const body = renderHomePage(view, reader);
            return frame.sendToPerson(person, request, reply, { title, body });
          },
        },
      },
    }),
  ];
}
