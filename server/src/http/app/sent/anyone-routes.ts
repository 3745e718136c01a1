import type { sentOperations } from '#protocol/operations/sent.ts';
import type { ReceiverId } from '../../../domain/model/ids.ts';
import { dispatchEnded } from '../../../domain/dispatches/change-dispatch.ts';
import { nothingHere } from '../../../domain/model/valise-error.ts';
import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import type { Act, PageContext, Pages } from '../frame/pages.ts';
import { anyoneLinkPage } from './anyone-links.ts';

/** What all acts on a drop share: why they are refused, and the page that says so. */
export type DropAct = Pick<Act<typeof sentOperations.makeAnyoneLink>, 'refusals' | 'again'>;

/** Where people make, show and end links for anyone of what they sent. */
export function anyoneLinkRoutes(
  { sent, senderControl }: Pick<Services, 'sent' | 'senderControl'>,
  pages: Pages,
  onDrop: DropAct,
): Route[] {
  const verbsOf = ({ account }: PageContext) => senderControl.of(account, 'drop');
  return [
    pages.act(operations.sent.makeAnyoneLink, {
      ...onDrop,
      async run(context, { params: { id } }) {
        await verbsOf(context).makeLink(context.actor, id);
        return `/app/sent/${id}?done=linkMade`;
      },
    }),
    pages.act(operations.sent.revokeAnyoneLink, {
      ...onDrop,
      async run(context, { params: { id, link } }) {
        await verbsOf(context).revokeLink(context.actor, id, link);
        return `/app/sent/${id}?done=linkRevoked`;
      },
    }),
    pages.act(operations.sent.showAnyoneLink, {
      ...onDrop,
      async run(context, { params: { id, link } }) {
        const drop = await sent.get(context.account, id);
        if (!drop.anyoneLinks.some((each) => each.id === link)) throw nothingHere();
        const secrets = await verbsOf(context).revealAnyoneLinks(context.actor, id);
        const secret = secrets.get(link as ReceiverId);
        if (secret === undefined) throw dispatchEnded();
        return anyoneLinkPage(drop, `${context.origin}/d/${secret}`, context.reader);
      },
    }),
  ];
}
