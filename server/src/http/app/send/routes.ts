import { parseEmailAddress } from '#protocol/email-address.ts';
import { day } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { Draft, DraftContents } from '../../../domain/model/draft.ts';
import type { DispatchId } from '../../../domain/model/ids.ts';
import { countedBytes } from '../../../domain/model/incoming-upload.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { atLeast, secondFactorModes } from '../../../domain/model/receiver-code.ts';
import { ValiseError, nothingHere } from '../../../domain/model/valise-error.ts';
import { draftOwner } from '../../../domain/uploads/owners.ts';
import { operations } from '../../generated/operations.js';
import { html } from '../../html/html.ts';
import { route } from '../../routing/operation.ts';
import type { Route, Services } from '../../routing/route.ts';
import { keepPictureRoute } from '../../tus/keep-picture.ts';
import { tusRoutes } from '../../tus/routes.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import { refusedBecause } from '../frame/refusals.ts';
import { inputOf, renderComposePage } from './compose-page.ts';
import { draftFacts } from './compose-slip.ts';
import { noticeOfDiscarded } from './discarding.ts';
import type { Shown } from './draft-forms.ts';
import { endingBy, noteOfSources } from './sources.ts';
import { createDraftForms } from './draft-forms.ts';
import { previewRoutes } from './preview.ts';
import type { SentOffView } from './sent-off-page.ts';
import { sentOffPage } from './sent-off-page.ts';

export interface SendOptions {
  /** A connection without progress for this long is cut. */
  stallMs: number;
  /** The lifetimes of drops. */
  terms: { maxMs: number };
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
}

const othersShown = 10;
const script = html`<script type="module" src="/assets/send-page.js"></script>`;

/** Where people prepare a drop and send it. Uploads go to a ticket, which needs no session. */
export function sendRoutes(services: Services, pages: Pages, options: SendOptions): Route[] {
  const { drafts, chosenFiles, resumableUploads, suggestions, clock } = services;
  const secondFactors = secondFactorModes.filter(
    (mode) => atLeast(options.secondFactorFloor, mode) === mode,
  );

  async function compose(
    context: PageContext,
    draft: Draft,
    {
      problems = [],
      input = inputOf(draft),
      isNew = false,
      isOutdated = false,
      discarded,
    }: Shown = {},
  ): Promise<AppPage> {
    const { reader, account, csrfToken } = context;
    const notAfter = await drafts.endOfSources(draft);
    const place = isNew ? 'send' : draft.id;
    const ticket = drafts.ticketOf(draft);
    const files = await resumableUploads.list(draftOwner(draft));
    const body = renderComposePage({
      reader,
      notice: html`${await noticeOfDiscarded(services, context, discarded, place)}
      ${noteOfSources(reader, notAfter)}`,
      seen: drafts.pageOf(draft),
      ticket: isNew ? ticket : undefined,
      isOutdated,
      place,
      texts: pages.frame.translations[reader.language].texts,
      csrfToken,
      draft,
      input,
      files,
      allowance: await resumableUploads.allowanceOf(draftOwner(draft)),
      endpoint: `/app/upload/${ticket}/tus`,
      facts: draftFacts(reader, {
        files,
        people: await drafts.countReceivers(account, draft),
        until: endingBy(findExpiry(draft, reader.timeZone), notAfter),
        ...{ secondFactor: draft.secondFactor, wantsPassword: draft.wantsPassword },
        anyone: draft.anyone,
      }),
      known: await suggestions.describe(account, draft.receivers),
      now: clock.now(),
      maxDays: Math.floor(options.terms.maxMs / day),
      secondFactors,
      allowsAnyone: drafts.allowsAnyone(account),
      problems,
      missing: await chosenFiles.findMissing(draft),
      others: (await drafts.list(account))
        .filter(({ id }) => id !== draft.id)
        .slice(0, othersShown),
    });
    const status = problems.length > 0 ? 422 : isOutdated ? 409 : 200;
    const title = reader.say('send.title');
    return { title, body, status, script };
  }

  function findExpiry(draft: DraftContents, timeZone: string): number | undefined {
    try {
      return drafts.expiryOf(draft, timeZone);
    } catch (error) {
      if (error instanceof ValiseError) return undefined;
      throw error;
    }
  }

  async function listFiles(draft: Draft) {
    const files = await resumableUploads.list(draftOwner(draft));
    return files.map((file) => {
      const { id, name, folder, receivedBytes, fingerprint } = file;
      return { id, name, folder, sizeBytes: countedBytes(file), receivedBytes, fingerprint };
    });
  }

  async function show(context: PageContext, id: string, discarded: string | undefined) {
    const draft = await drafts.get(context.account, id);
    const isSent = draft.dispatchId !== undefined;
    // The script asks for files that the page does not list, and whether the draft was sent when an answer was lost.
    if (context.wantsJson) {
      const files = isSent ? [] : await listFiles(draft);
      const missing = isSent ? [] : await chosenFiles.findMissing(draft);
      return { json: { isSent, files, missing } };
    }
    if (draft.dispatchId === undefined) return await compose(context, draft, { discarded });
    return await showSentOff(context, draft.id, draft.dispatchId);
  }

  async function showSentOff(
    { account, actor, reader, csrfToken, origin }: PageContext,
    draftId: string,
    dispatchId: DispatchId,
    { shown, notice }: Partial<Pick<SentOffView, 'shown' | 'notice'>> = {},
  ): Promise<AppPage> {
    const { drop, receivers } = await services.sent.follow(account, dispatchId, undefined);
    const isLive = endReasonOf(drop, clock.now()) === undefined;
    const mayShare = services.senderControl.showsLinks && isLive;
    const secrets =
      drop.anyoneLinks.length > 0
        ? await services.senderControl.of(account, 'drop').revealAnyoneLinks(actor, dispatchId)
        : new Map<string, string>();
    return sentOffPage({
      ...{ reader, csrfToken, draftId, drop, shown, notice },
      open: Array.from(secrets.values(), (secret) => `${origin}/d/${secret}`),
      receipts: drop.dispatch.receipts ?? (account.notices.receipts ? 'each' : 'none'),
      sharing: mayShare ? receivers.filter(({ hasLink }) => hasLink) : [],
    });
  }

  /** Throws `not_found` unless the draft was sent. */
  async function dropOf({ account }: PageContext, id: string): Promise<DispatchId> {
    const { dispatchId } = await drafts.get(account, id);
    if (dispatchId === undefined) throw nothingHere();
    return dispatchId;
  }

  const applyForm = createDraftForms(services, options, { compose, findExpiry });
  const { page } = pages;
  return [
    page(operations.send.newDraft, async (context, { query: { discarded, to = '' } }) => {
      const draft = await drafts.propose(context.account);
      const email = parseEmailAddress(to);
      const receivers = email === undefined ? [] : [{ email }];
      return await compose(context, { ...draft, receivers }, { isNew: true, discarded });
    }),
    route(operations.send.lookAtNew, (_person, _input, { reply }) => reply.code(204).send()),
    route(operations.send.suggest, async ({ account }, { query: { q = '' } }) => ({
      suggestions: await suggestions.suggest(account, q),
    })),
    page(operations.send.show, (context, { params, query }) =>
      show(context, params.draft, query.discarded),
    ),
    pages.act(operations.send.showLink, {
      async run(context, { params, form: { receiver: id = '' } }) {
        const drop = await dropOf(context, params.draft);
        const { receiver } = await services.sent.getReceiver(context.account, drop, id);
        const verbs = services.senderControl.of(context.account, 'drop');
        const secret = await verbs.revealLink(context.actor, drop, receiver.id);
        const shown = { receiver, link: `${context.origin}/d/${secret}` };
        return await showSentOff(context, params.draft, drop, { shown });
      },
      refusals: { dispatch_ended: ({ say }) => refusedBecause(say('sent.problems.ended')) },
      again: async (context, { params }, { notice }) =>
        await showSentOff(context, params.draft, await dropOf(context, params.draft), { notice }),
    }),
    page(operations.send.change, (context, { params }) => applyForm(context, params.draft)),
    ...previewRoutes(services, pages),
    ...tusRoutes(services, operations.drafts),
    keepPictureRoute(services, operations.pictures.keepForDraft),
  ];
}
