import { operations } from '../../generated/operations.js';
import { usesKeys } from '../../routing/person-cookies.ts';
import type { Route, Services } from '../../routing/route.ts';
import { sendPicture } from '../../sending/send-picture.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import { offeredEnds } from '../frame/offered-ends.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal } from '../frame/refusals.ts';
import { problemWith } from '../frame/refusals.ts';
import type { DropView } from './drop-page.ts';
import { dropPage, renderLive, revokePage } from './drop-page.ts';
import { anyoneLinkRoutes } from './anyone-routes.ts';
import { manyRoutes } from './many-routes.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { receiverRoutes } from './receiver-routes.ts';
import { doneText, readEmail, refusals } from './refusals.ts';
import { sendDocument } from './send-document.ts';
import { writeSentCsv } from './sent-csv.ts';
import { sentListPage } from './sent-list.ts';

/** Where people follow what they sent. */
export function sentRoutes(services: Services, pages: Pages): Route[] {
  const { sent, senderControl, drafts, dropPasswords, pictures, clock } = services;

  async function showDrop(
    { account, reader, csrfToken }: PageContext,
    id: string,
    shown: Pick<DropView, 'notice' | 'problems' | 'email'>,
    { after, files }: { after?: string; files?: string } = {},
  ): Promise<AppPage> {
    const followed = await sent.follow(account, id, after);
    const listed = await sent.listFiles(followed.drop, files);
    return dropPage({
      ...followed,
      ...shown,
      reader,
      now: clock.now(),
      csrfToken,
      files: listed,
      pictures: await pictures.listSizes(followed.drop.dispatch, listed.files),
      ends: offeredEnds(followed.drop.dispatch, clock.now(), senderControl.maxLifetimeMs),
      after,
      showsLinks: senderControl.showsLinks,
      allowsAnyone: senderControl.allowsAnyone(followed.drop.dispatch.secondFactor),
    });
  }

  const verbsOf = ({ account }: PageContext) => senderControl.of(account, 'drop');

  /** An act on a drop shows its page again where it is refused. */
  const onDrop = {
    refusals,
    again: (context: PageContext, { params }: { params: { id: string } }, refusal: Refusal) =>
      showDrop(context, params.id, refusal),
  };

  return [
    pages.page(operations.sent.list, async ({ account, reader, exchange }, { query }) => {
      const { filter = 'all', order = 'newest', q: text = '', after } = query;
      const page = await sent.list(account, { filter, order, text, after });
      const counts = text === '' ? await sent.countFiltered(account) : undefined;
      const isFirst = after === undefined;
      const hasKeys = usesKeys(exchange.request);
      const view = { reader, filter, order, text, page, counts, isFirst, hasKeys };
      return sentListPage({ ...view, now: clock.now() });
    }),
    pages.file(operations.sent.csv, ({ account, reader }) =>
      sendDocument(services, {
        name: 'sent.csv',
        type: 'text/csv; charset=utf-8',
        parts: writeSentCsv(sent.exportAll(account), clock.now(), reader),
      }),
    ),
    pages.page(operations.sent.show, (context, { params, query }) => {
      const notice = doneNotice(query.done, (done) => context.say(doneText(done)));
      return showDrop(context, params.id, { notice }, query);
    }),
    pages.file(operations.pictures.ofDrop, async ({ account }, { params: { id, fileId } }) => {
      const drop = await sent.get(account, id);
      const picture = await pictures.open(drop.dispatch, fileId);
      return { send: ({ reply }) => sendPicture(reply, picture) };
    }),
    pages.page(operations.sent.live, async ({ account, reader }, { params, query }) => {
      const followed = await sent.follow(account, params.id, query.after);
      const { showsLinks } = senderControl;
      return { part: renderLive({ ...followed, reader, showsLinks, now: clock.now() }) };
    }),
    pages.act(operations.sent.extend, {
      ...onDrop,
      async run(context, { params, form: { until = 0 } }) {
        const { dispatch } = await sent.get(context.account, params.id);
        // The page may be some minutes old: the last end that it offers stays the same.
        if (until <= clock.now()) return problemWith('until', context.say('sent.problems.until'));
        await verbsOf(context).extend(context.actor, dispatch.id, until);
        return `/app/sent/${dispatch.id}?done=extended`;
      },
    }),
    pages.act(operations.sent.setPassword, {
      ...onDrop,
      async run({ actor, account }, { params: { id }, form: { password = '' } }) {
        await dropPasswords.change(actor, account, id, password);
        return `/app/sent/${id}?done=password`;
      },
    }),
    pages.act(operations.sent.again, {
      ...onDrop,
      async run({ actor, account }, { params }) {
        const draft = await drafts.beginAgain(actor, account, params.id);
        return `/app/send/${draft.id}`;
      },
    }),
    pages.page(operations.sent.askToRevoke, async (context, { params }) => {
      const drop = await sent.get(context.account, params.id);
      return revokePage(drop, context);
    }),
    pages.act(operations.sent.revoke, {
      ...onDrop,
      async run(context, { params: { id } }) {
        await verbsOf(context).revoke(context.actor, id);
        return `/app/sent/${id}?done=revoked`;
      },
    }),
    pages.act(operations.sent.addReceiver, {
      async run(context, { params: { id }, form }) {
        await verbsOf(context).addReceiver(context.actor, id, readEmail(form));
        return `/app/sent/${id}?done=added`;
      },
      refusals,
      again: (context, { params, form }, refusal) =>
        showDrop(context, params.id, { ...refusal, ...form }),
    }),
    ...anyoneLinkRoutes(services, pages, onDrop),
    ...manyRoutes(services, pages),
    ...receiptRoutes(services, pages),
    ...receiverRoutes(services, pages),
  ];
}
