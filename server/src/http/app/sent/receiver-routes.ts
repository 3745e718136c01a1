import { operations } from '../../generated/operations.js';
import type { Route, Services } from '../../routing/route.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal } from '../frame/refusals.ts';
import type { ReceiverView } from './receiver-page.ts';
import { linkPage, receiverPage } from './receiver-page.ts';
import { doneText, readEmail, refusals } from './refusals.ts';

interface Place {
  id: string;
  receiver: string;
}

/** Where people see how far a receiver of a drop is, and change what the receiver can do. */
export function receiverRoutes(
  { sent, senderControl, clock }: Pick<Services, 'sent' | 'senderControl' | 'clock'>,
  pages: Pages,
): Route[] {
  async function show(
    { account, reader, csrfToken }: PageContext,
    { id, receiver }: Place,
    shown: Pick<ReceiverView, 'notice' | 'problems' | 'email'>,
  ): Promise<AppPage> {
    const found = await sent.getReceiver(account, id, receiver);
    const { showsLinks } = senderControl;
    return receiverPage({ ...found, ...shown, reader, now: clock.now(), csrfToken, showsLinks });
  }

  const verbsOf = ({ account }: PageContext) => senderControl.of(account, 'drop');

  /** An act on a receiver shows their page again where it is refused. */
  const onReceiver = {
    refusals,
    again: (context: PageContext, { params }: { params: Place }, refusal: Refusal) =>
      show(context, params, refusal),
  };

  return [
    pages.page(operations.sent.showReceiver, (context, { params, query }) => {
      const notice = doneNotice(query.done, (done) => context.say(doneText(done)));
      return show(context, params, { notice });
    }),
    pages.act(operations.sent.resend, {
      ...onReceiver,
      async run(context, { params: { id, receiver } }) {
        await verbsOf(context).resend(context.actor, id, receiver);
        return `/app/sent/${id}/receivers/${receiver}?done=resent`;
      },
    }),
    pages.act(operations.sent.correctAddress, {
      async run(context, { params: { id, receiver }, form }) {
        await verbsOf(context).correctAddress(context.actor, id, receiver, readEmail(form));
        return `/app/sent/${id}?done=corrected`;
      },
      refusals,
      again: (context, { params, form }, refusal) => show(context, params, { ...refusal, ...form }),
    }),
    pages.act(operations.sent.revokeReceiver, {
      ...onReceiver,
      async run(context, { params: { id, receiver } }) {
        await verbsOf(context).revokeReceiver(context.actor, id, receiver);
        return `/app/sent/${id}/receivers/${receiver}?done=revoked`;
      },
    }),
    pages.act(operations.sent.revealLink, {
      ...onReceiver,
      async run(context, { params: { id, receiver } }) {
        const found = await sent.getReceiver(context.account, id, receiver);
        const secret = await verbsOf(context).revealLink(context.actor, id, receiver);
        return linkPage({ ...found, link: `${context.origin}/d/${secret}` }, context.reader);
      },
    }),
  ];
}
