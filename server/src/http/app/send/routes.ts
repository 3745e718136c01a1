import { parseWholeNumber } from '#protocol/whole-number.ts';
import { day } from '../../../domain/model/clock.ts';
import type { Draft, DraftContents } from '../../../domain/model/draft.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { atLeast, secondFactorModes } from '../../../domain/model/receiver-code.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { draftOwner } from '../../../domain/uploads/owners.ts';
import { operations } from '../../generated/operations.js';
import { html } from '../../html/html.ts';
import { route } from '../../routing/operation.ts';
import type { Route, Services } from '../../routing/route.ts';
import { tusRoutes } from '../../tus/routes.ts';
import { createPreparation } from '../../upload-page/send-uploads-route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageAnswer, PageContext, Pages } from '../frame/pages.ts';
import type { ComposeInput } from './compose-page.ts';
import { inputOf, renderComposePage, summaryOf } from './compose-page.ts';
import { applyToDraft, noticeOfDiscarded } from './discarding.ts';
import { problemsOf } from './draft-problems.ts';
import { chosenFilesIn, keysIn } from './missing-files.ts';
import type { DraftForm } from './read-draft-form.ts';
import { readContents, readDraftForm, seenIn } from './read-draft-form.ts';
import { renderSentOffPage } from './sent-off-page.ts';

export interface SendOptions {
  /** A connection without progress for this long is cut. */
  stallMs: number;
  /** The lifetimes of drops. */
  terms: { maxMs: number };
  /** The least second factor that receivers must show, whoever sends. */
  secondFactorFloor: SecondFactorMode;
}

/** How a page differs from that of a draft as it is. */
interface Shown {
  problems?: FieldProblem[];
  input?: ComposeInput;
  /** Whether the draft is not stored yet. */
  isNew?: boolean;
  /** Whether another page has changed the draft: what was typed on this one was not saved. */
  isOutdated?: boolean;
  /** The draft that was discarded on the page before. */
  discarded?: string | undefined;
}

interface Saved {
  saved: Draft;
  problems: FieldProblem[];
  input: ComposeInput;
  isOutdated: boolean;
}

const othersShown = 10;
const script = html`<script type="module" src="/assets/send-page.js"></script>`;

/** Where people prepare a drop and send it. Uploads go to a ticket, which needs no session. */
export function sendRoutes(services: Services, pages: Pages, options: SendOptions): Route[] {
  const { drafts, chosenFiles, resumableUploads, suggestions, clock } = services;
  const untilPrepared = createPreparation(resumableUploads, options.stallMs);
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
    const place = isNew ? 'send' : draft.id;
    const ticket = drafts.ticketOf(draft);
    const body = renderComposePage({
      reader,
      notice: await noticeOfDiscarded(services, context, discarded, place),
      seen: drafts.pageOf(draft),
      ticket: isNew ? ticket : undefined,
      isOutdated,
      place,
      texts: pages.frame.translations[reader.language].texts,
      csrfToken,
      draft,
      input,
      files: await resumableUploads.list(draftOwner(draft)),
      allowance: await resumableUploads.allowanceOf(draftOwner(draft)),
      endpoint: `/app/upload/${ticket}/tus`,
      people: await drafts.countReceivers(account, draft),
      until: findExpiry(draft, reader.timeZone),
      now: clock.now(),
      maxDays: Math.floor(options.terms.maxMs / day),
      secondFactors,
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
    return files.map(({ id, name, sizeBytes, receivedBytes, fingerprint }) => ({
      id,
      name,
      sizeBytes,
      receivedBytes,
      fingerprint,
    }));
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
    const body = renderSentOffPage({ reader: context.reader, dispatchId: draft.dispatchId });
    return { title: context.say('send.sent.title'), body };
  }

  /** Nothing that was chosen is left out unless the person said so, of as many files as there are. */
  async function askAboutMissing(
    { say }: PageReader,
    draft: Draft,
    fields: DraftForm['fields'],
  ): Promise<FieldProblem[]> {
    const { length: count } = await chosenFiles.findMissing(draft);
    const without = parseWholeNumber(fields.get('without') ?? '') ?? 0;
    const allowed = fields.get('act') === 'send-without' ? without : 0;
    return count <= allowed ? [] : [{ field: 'missing', text: say('send.missing', { count }) }];
  }

  /** What a script shows after it saved the draft. */
  async function summarise(
    { account, reader }: PageContext,
    draft: Draft,
    problems: readonly FieldProblem[],
  ) {
    const people = await drafts.countReceivers(account, draft);
    const until = findExpiry(draft, reader.timeZone);
    const files = await resumableUploads.list(draftOwner(draft));
    return {
      saved: reader.say('send.savedAt', { time: reader.formats.dateTime(draft.changedAt) }),
      summary: summaryOf(reader, files, { people, until }),
      problems,
      // Those that the page holds are among them: only a refused Send tells.
      missing: problems.length > 0 ? await chosenFiles.findMissing(draft) : [],
    };
  }

  /** Saves the fields of the form, and renames and removes the files that it names. */
  async function save(
    { account, actor, reader }: PageContext,
    draft: Draft,
    { fields, refused }: DraftForm,
  ): Promise<Saved> {
    const groups = await suggestions.listGroups(account);
    const read = readContents(fields, draft, groups);
    const errors: ValiseError[] = [];
    const input = {
      ...inputOf(read.contents),
      receivers: fields.get('receivers') ?? '',
      downloadLimit: fields.get('downloadLimit') ?? '',
      date: fields.get('date') ?? '',
    };
    let saved = draft;
    try {
      saved = await drafts.change(account, draft.id, read.contents, seenIn(fields));
    } catch (error) {
      if (!(error instanceof ValiseError)) throw error;
      if (error.code === 'state_conflict') {
        const now = await drafts.get(account, draft.id);
        return { saved: now, problems: [], input, isOutdated: true };
      }
      if (error.code !== 'invalid') throw error;
      errors.push(error);
    }
    const act = fields.get('act');
    const isSending = act === 'send' || act === 'send-without';
    if (isSending || act === 'check') {
      const chosen = { ...saved, ...read.contents };
      const needs = { needsFiles: isSending };
      errors.push(...(await drafts.findFaults(account, chosen, reader.timeZone, needs)));
    }
    const problems = problemsOf(reader, { ...read, refused, errors });
    if (isSending) problems.push(...(await askAboutMissing(reader, draft, fields)));
    const removed = fields.get('remove');
    if (removed !== undefined) await removeFile(removed);
    try {
      await drafts.renameFiles(account, draft.id, namesIn(fields));
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'invalid') throw error;
      problems.push({ field: 'files-field', text: reader.say('send.refusals.badName') });
    }
    return { saved, problems, input, isOutdated: false };

    /** Another tab may have removed it before. */
    async function removeFile(file: string): Promise<void> {
      await drafts.removeFile(actor, account, draft.id, file).catch((error: unknown) => {
        if (!(error instanceof ValiseError) || error.code !== 'not_found') throw error;
      });
    }
  }

  async function apply(context: PageContext, id: string): Promise<PageAnswer> {
    const { account, actor, reader } = context;
    const getDraft = async (fields: DraftForm['fields']): Promise<Draft> => {
      const ticket = fields.get('ticket');
      return ticket === undefined
        ? await drafts.get(account, id)
        : await drafts.begin(account, id, ticket);
    };
    const form = await readDraftForm(services, context, getDraft);
    const next = await applyToDraft(services, context, id, form.fields);
    if (next !== undefined) return { redirect: next };
    const draft = await getDraft(form.fields);
    const here = { redirect: `/app/send/${id}` };
    // A second press of Send finds the drop of the first.
    if (draft.dispatchId !== undefined) return here;
    const act = form.fields.get('act');
    if (act === 'remember') {
      const chosen = chosenFilesIn(form.fields.get('chosen') ?? '');
      await chosenFiles.remember(account, draft.id, chosen);
      return { json: null };
    }
    if (act === 'forget') {
      await chosenFiles.forget(account, draft.id, keysIn(form.fields.get('keys') ?? ''));
      return { json: null };
    }
    const { saved, problems, input, isOutdated } = await save(context, draft, form);
    if (isOutdated) {
      // Nothing of the form was saved. The script keeps its page, and the person decides.
      if (!context.wantsJson) return await compose(context, saved, { input, isOutdated });
      return { json: { error: 'state_conflict', version: saved.version }, status: 409 };
    }
    const isSending = act === 'send' || act === 'send-without';
    if (context.wantsJson && (!isSending || problems.length > 0)) {
      const status = problems.length > 0 ? 422 : 200;
      return { json: await summarise(context, saved, problems), status };
    }
    if (problems.length > 0) return await compose(context, saved, { problems, input });
    if (!isSending || form.fields.has('remove')) return here;
    try {
      const files = await resumableUploads.list(draftOwner(saved));
      await untilPrepared(
        draftOwner(saved),
        files.map((file) => file.id),
      );
      await drafts.send(actor, account, id, reader.timeZone);
    } catch (error) {
      const found = error instanceof ValiseError ? problemsOf(reader, { errors: [error] }) : [];
      // The script asks again by itself while large files are checked.
      if (found.length === 0 || context.wantsJson) throw error;
      return await compose(context, saved, { problems: found, input });
    }
    return here;
  }

  /** Another press of Send may send the draft at any moment while this one is read and saved. */
  async function change(context: PageContext, id: string): Promise<PageAnswer> {
    try {
      return await apply(context, id);
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'not_found') throw error;
      const draft = await drafts.get(context.account, id);
      if (draft.dispatchId === undefined) throw error;
      return { redirect: `/app/send/${draft.id}` };
    }
  }

  const { page } = pages;
  return [
    page(operations.send.newDraft, async (context, { query: { discarded } }) => {
      const draft = await drafts.propose(context.account);
      return await compose(context, draft, { isNew: true, discarded });
    }),
    route(operations.send.lookAtNew, (_person, _input, { reply }) => reply.code(204).send()),
    route(operations.send.suggest, async ({ account }, { query: { q = '' } }) => ({
      suggestions: await suggestions.suggest(account, q),
    })),
    page(operations.send.show, (context, { params, query }) =>
      show(context, params.draft, query.discarded),
    ),
    page(operations.send.change, (context, { params }) => change(context, params.draft)),
    ...tusRoutes(services, operations.drafts),
  ];
}

const nameField = 'name-';

/** The names that files are to have, by the ids of the files. */
function namesIn(fields: ReadonlyMap<string, string>): Map<string, string> {
  const names = [...fields].filter(([field]) => field.startsWith(nameField));
  return new Map(names.map(([field, name]) => [field.slice(nameField.length), name]));
}
