import { refusalScopes } from '../../domain/notices/mail-choice.ts';
import { sourceOf } from '../routing/access.ts';
import { createLinkMisses } from '../routing/link-misses.ts';
import { html } from '../html/html.ts';
import { readForm } from '../connection/read-form.ts';
import type { Route } from '../routing/route.ts';
import { refuseForeignPage } from '../routing/same-origin.ts';
import type { Services } from '../routing/services.ts';
import { optOutRoute } from './opt-out-route.ts';
import type { ReceiveOptions } from './routes.ts';

/** Where a mail leads those who want no more of its kind, from its sender or from anybody. */
export function noMailRoute(services: Services, options: ReceiveOptions): Route {
  const { mailChoice } = services;
  return optOutRoute(options, {
    path: '/no-mail/:receiver/:token',
    misses: createLinkMisses(services, 'no mail'),
    find: (receiver, token) => mailChoice.find(receiver, token),
    textsOf(say, { sender }, { receiver, token }) {
      const fromSender = say('download.noMail.fromSender');
      const fromAll = say('download.noMail.fromAll');
      return {
        title: say('download.noMail.title'),
        question: html`<p>${say('download.noMail.text')}</p>
          ${sender.visibility.email && html`<p>${sender.email}</p>`}
          <form method="post" action="/no-mail/${receiver}/${token}">
            <button class="button button-main" name="from" value="sender">${fromSender}</button>
            <button class="button" name="from" value="all">${fromAll}</button>
          </form>`,
        done: say('download.noMail.done'),
      };
    },
    async optOut(request, delivery) {
      refuseForeignPage(request, options.publicUrl);
      const written = (await readForm(request.raw)).get('from');
      const scope = refusalScopes.find((each) => each === written);
      if (scope === undefined) return false;
      const name = delivery.receiver.email;
      const actor = { name, source: sourceOf(request), requestId: request.id };
      await mailChoice.refuse(actor, delivery, scope);
      return true;
    },
    requiredBody: 'form',
  });
}
