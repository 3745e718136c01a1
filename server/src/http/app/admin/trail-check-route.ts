import { sendWhole } from '../../connection/response-headers.ts';
import { html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { Frame } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { checkText } from './trail-pages.ts';

/** How far the verification of the trail is: the part of its page that changes. */
export function trailCheckRoute({ administration }: Services, frame: Frame): Route {
  return personRoute({
    path: '/app/admin/audit/check',
    role: 'admin',
    methods: {
      GET: {
        schema: 'none',
        async handle(person, request, reply) {
          const text = checkText(frame.readerOf(person), await administration.trailChecks.find());
          reply.type('text/html; charset=utf-8');
          return sendWhole(request, reply, html`${text}`.toString());
        },
      },
    },
  });
}
