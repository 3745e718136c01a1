import type { Route, Services } from '../../routing/route.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute, visitorRoute } from '../frame/person-route.ts';
import { renderHomePage } from './home-page.ts';

/** The first page of a signed-in person. */
export function homeRoutes({ sent, clock }: Services, frame: Frame): Route[] {
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
            const body = renderHomePage({ ...news, title, now: clock.now() }, reader);
            return frame.sendToPerson(person, request, reply, { title, body });
          },
        },
      },
    }),
  ];
}
