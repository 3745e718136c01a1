import type { AppPage, Frame, PageReader } from '../app/frame/frame.ts';
import { visitorRoute } from '../app/frame/person-route.ts';
import { peopleChecks } from '../generated/checks.js';
import { html } from '../html/html.ts';
import { readCookie, sessionCookie } from '../routing/person-cookies.ts';
import type { Route, Services } from '../routing/route.ts';

/** The page at the service's address: where people sign in, and how those without an account go on. */
export function frontPageRoute({ sessions }: Services, frame: Frame): Route {
  return visitorRoute({
    path: '/',
    // The customer's document names these for every answer; it has no form that needs others.
    headers: { 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' },
    methods: {
      GET: {
        schema: peopleChecks.front_page,
        async handle(request, reply) {
          const live = await sessions.find(readCookie(request, sessionCookie));
          if (live?.session.state === 'full') return frame.redirect(request, reply, '/app/');
          const reader = frame.visitorOf(request);
          return frame.sendToVisitor(request, reply, frontPage(frame.serviceName, reader), reader);
        },
      },
    },
  });
}

function frontPage(service: string, { say, language }: PageReader): AppPage {
  const body = html`<section class="notice">
    <h1>${say('welcome.title')}</h1>
    <p>${say('welcome.about', { service })}</p>
    <h2>${say('welcome.accountTitle')}</h2>
    <p><a class="button button-main" href="/sign-in?lang=${language}">${say('signIn.title')}</a></p>
    <h2>${say('welcome.linkTitle')}</h2>
    <p>${say('welcome.link')}</p>
    <h2>${say('welcome.noAccountTitle')}</h2>
    <p>${say('welcome.noAccount')}</p>
    <p class="aside">${say('welcome.account')} <code>/anna.berg@clinic.example/</code></p>
  </section>`;
  return { title: say('welcome.name'), body };
}
