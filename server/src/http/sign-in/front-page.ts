import type { AppPage, PageReader } from '../app/frame/frame.ts';
import type { Pages } from '../app/frame/pages.ts';
import { operations } from '../generated/operations.js';
import { html } from '../html/html.ts';
import type { Route } from '../routing/route.ts';
import type { Entering } from './entering.ts';

// The customer's document names these for every answer; the page has no form that needs others.
const headers = { 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' };

/** The page at the service's address: where people sign in, and how those without an account go on. */
export function frontPageRoute({ visit, frame }: Pages, { findLive }: Entering): Route {
  return visit(
    operations.signIn.frontPage,
    async (context) =>
      (await findLive(context))?.session.state === 'full'
        ? { redirect: '/app/' }
        : frontPage(frame.serviceName, context.reader),
    { headers },
  );
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
