import { createLinkMisses } from '../routing/link-misses.ts';
import { html } from '../html/html.ts';
import type { Route } from '../routing/route.ts';
import type { Services } from '../routing/services.ts';
import { optOutRoute } from './opt-out-route.ts';
import type { ReceiveOptions } from './routes.ts';

/**
 * Where the List-Unsubscribe header of a download mail leads. A mail program posts to it (RFC 8058);
 * a person who opens it is asked first, since looking must change nothing.
 */
export function noReminderRoute(services: Services, options: ReceiveOptions): Route {
  const { reminderChoice } = services;
  return optOutRoute(options, {
    path: '/no-reminder/:receiver/:token',
    misses: createLinkMisses(services, 'reminder'),
    find: (receiver, token) => reminderChoice.find(receiver, token),
    textsOf(say, _delivery, { receiver, token }) {
      return {
        title: say('download.noReminder.title'),
        question: html`<p>${say('download.noReminder.text')}</p>
          <form method="post" action="/no-reminder/${receiver}/${token}">
            <button class="button button-main">${say('download.noReminder.action')}</button>
          </form>`,
        done: say('download.noReminder.done'),
      };
    },
    async optOut(_request, delivery) {
      await reminderChoice.decline(delivery);
      return true;
    },
  });
}
