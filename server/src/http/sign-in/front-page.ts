import type { AppPage, PageReader } from '../app/frame/frame.ts';
import type { Pages } from '../app/frame/pages.ts';
import { operations } from '../generated/operations.js';
import { html } from '../html/html.ts';
import type { Route } from '../routing/route.ts';
import type { Entering } from './entering.ts';
import { besideClaim } from './entry-claim.ts';

// The customer's document names these for every answer; the page has no form that needs others.
const headers = { 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' };

/** The page at the service's address: where people sign in, and how those without an account go on. */
export function frontPageRoute({ visit, frame }: Pages, { findLive }: Entering): Route {
  return visit(
    operations.signIn.frontPage,
    async (context) =>
      (await findLive(context))?.session.state === 'full'
        ? { redirect: '/app/' }
        : frontPage(frame.brand().serviceName, context.reader),
    { headers },
  );
}

function frontPage(service: string, { say, language }: PageReader): AppPage {
  const entry = html`<div class="stack stack-xs">
      <h1 class="display">${say('welcome.title')}</h1>
      <p class="quiet">${say('welcome.about', { service })}</p>
    </div>
    <div class="stack stack-xs">
      <h2>${say('welcome.accountTitle')}</h2>
      <a class="button primary big wide" href="/sign-in?lang=${language}">${say('signIn.title')}</a>
    </div>
    <div class="stack stack-s entry-more">
      <div class="stack stack-xs">
        <h2>${say('welcome.linkTitle')}</h2>
        <p class="quiet">${say('welcome.link')}</p>
      </div>
      <div class="stack stack-xs">
        <h2>${say('welcome.noAccountTitle')}</h2>
        <p class="quiet">${say('welcome.noAccount')}</p>
        <p class="small quiet">${say('welcome.account')} <code>/anna.berg@clinic.example/</code></p>
      </div>
    </div>`;
  return { title: say('welcome.name'), body: besideClaim(entry, say) };
}
