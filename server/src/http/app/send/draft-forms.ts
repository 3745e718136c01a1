import { parseWholeNumber } from '#protocol/whole-number.ts';
import type { DraftEdit } from '../../../domain/drafts/draft-edit.ts';
import { usableNames } from '../../../domain/drafts/draft-edit.ts';
import { faultsOf, refuseBadContents } from '../../../domain/drafts/draft-input.ts';
import type { Draft, DraftContents } from '../../../domain/model/draft.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { draftOwner } from '../../../domain/uploads/owners.ts';
import type { Services } from '../../routing/route.ts';
import { createPreparation } from '../../upload-page/send-uploads-route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageAnswer, PageContext } from '../frame/pages.ts';
import type { ComposeInput } from './compose-page.ts';
import { inputOf } from './compose-page.ts';
import { draftFacts } from './compose-slip.ts';
import { applyToDraft, happens } from './discarding.ts';
import { problemsOf } from './draft-problems.ts';
import { chosenFilesIn, keysIn } from './missing-files.ts';
import { templatePlaces } from '../templates/template-pages.ts';
import { endingBy } from './sources.ts';
import type { DraftForm } from './read-draft-form.ts';
import { passwordIn, readContents, readDraftForm, seenIn } from './read-draft-form.ts';

/** How a page differs from that of a draft as it is. */
export interface Shown {
  problems?: FieldProblem[];
  input?: ComposeInput;
  /** Whether the draft is not stored yet. */
  isNew?: boolean;
  /** Whether another page has changed the draft: what was typed on this one was not saved. */
  isOutdated?: boolean;
  /** The draft that was discarded on the page before. */
  discarded?: string | undefined;
}

/** How the page of a draft is shown. */
interface Showing {
  compose: (context: PageContext, draft: Draft, shown: Shown) => Promise<AppPage>;
  findExpiry: (contents: DraftContents, timeZone: string) => number | undefined;
}

/** What a form asks for. */
interface Asked {
  isSending: boolean;
  /** As much as can be saved. */
  edit: DraftEdit;
  /** What keeps the rest from being saved, or the draft from being sent. */
  problems: FieldProblem[];
  /** The fields as they were filled in. */
  input: ComposeInput;
}

/** Carries out the forms of the page of a draft. */
export function createDraftForms(
  services: Services,
  { stallMs }: { stallMs: number },
  { compose, findExpiry }: Showing,
) {
  const { drafts, chosenFiles, resumableUploads, suggestions } = services;
  const untilPrepared = createPreparation(resumableUploads, stallMs);

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
    const notAfter = await drafts.endOfSources(draft);
    const until = endingBy(findExpiry(draft, reader.timeZone), notAfter);
    const files = await resumableUploads.list(draftOwner(draft));
    return {
      saved: reader.say('send.savedAt', { time: reader.formats.time(draft.changedAt) }),
      facts: draftFacts(reader, { ...draft, files, people, until }),
      known: await suggestions.describe(account, draft.receivers),
      problems,
      // Those that the page holds are among them: only a refused Send tells.
      missing: problems.length > 0 ? await chosenFiles.findMissing(draft) : [],
    };
  }

  async function readAsked(
    { account, reader }: PageContext,
    draft: Draft,
    { fields, refused }: DraftForm,
  ): Promise<Asked> {
    const act = fields.get('act');
    const isSending = (act === 'send' || act === 'send-without') && !fields.has('remove');
    const read = readContents(fields, draft, await suggestions.listGroups(account));
    const password = passwordIn(fields);
    const names = namesIn(fields);
    const badContents = await faultsOf(() => {
      refuseBadContents(read.contents);
    });
    const badNames = await faultsOf(() => usableNames({ names }));
    const faults =
      isSending || act === 'check'
        ? await drafts.findFaults(account, { ...draft, ...read.contents }, reader.timeZone, {
            needsFiles: isSending,
            password,
          })
        : [];
    const errors = [...badContents, ...faults, ...badNames];
    const problems = problemsOf(reader, { ...read, refused, errors });
    if (isSending) problems.push(...(await askAboutMissing(reader, draft, fields)));
    return {
      isSending,
      edit: {
        contents: badContents.length > 0 ? undefined : read.contents,
        names: badNames.length > 0 ? undefined : names,
        password,
        seen: seenIn(fields),
      },
      problems,
      input: {
        ...inputOf(read.contents),
        receivers: fields.get('receivers') ?? '',
        downloadLimit: fields.get('downloadLimit') ?? '',
        date: fields.get('date') ?? '',
      },
    };
  }

  /** Sends the draft as the form leaves it. */
  async function send(context: PageContext, draft: Draft, edit: DraftEdit): Promise<void> {
    await untilPrepared(draftOwner(draft));
    await drafts.send(context.actor, context.account, draft.id, context.reader.timeZone, edit);
  }

  /** Saves what the form changes, and removes the file that it names. Undefined: another page has changed the draft. */
  async function save(
    { account, actor }: PageContext,
    draft: Draft,
    { contents, ...edit }: DraftEdit,
    removed: string | undefined,
  ): Promise<Draft | undefined> {
    try {
      const saved = await drafts.change(account, draft.id, contents, edit);
      // Another tab may have removed it before.
      if (removed !== undefined)
        await happens(drafts.removeFile(actor, account, draft.id, removed));
      return saved;
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'state_conflict') throw error;
      return undefined;
    }
  }

  async function apply(context: PageContext, id: string): Promise<PageAnswer> {
    const { account } = context;
    const getDraft = async (fields: DraftForm['fields']): Promise<Draft> => {
      const ticket = fields.get('ticket');
      return ticket === undefined
        ? await drafts.get(account, id)
        : await drafts.begin(account, id, ticket);
    };
    const form = await readDraftForm(services, context, getDraft);
    const { fields } = form;
    const next = await applyToDraft(services, context, id, fields);
    if (next !== undefined) return { redirect: next };
    const draft = await getDraft(fields);
    const here = { redirect: `/app/send/${id}` };
    // A second press of Send finds the drop of the first.
    if (draft.dispatchId !== undefined) return here;
    const act = fields.get('act');
    if (act === 'remember') {
      await chosenFiles.remember(account, draft.id, chosenFilesIn(fields.get('chosen') ?? ''));
      return { json: null };
    }
    if (act === 'forget') {
      await chosenFiles.forget(account, draft.id, keysIn(fields.get('keys') ?? ''));
      return { json: null };
    }
    const { isSending, edit, problems, input } = await readAsked(context, draft, form);
    const isTried = isSending && problems.length === 0;
    const [refusal] = isTried ? await faultsOf(() => send(context, draft, edit)) : [];
    if (isTried && refusal === undefined) return here;
    // What was not sent is saved, whatever is wrong with it.
    const saved = await save(context, draft, edit, fields.get('remove'));
    if (saved === undefined) return await tellOutdated(context, draft, input);
    if (refusal !== undefined) {
      problems.push(...problemsOf(context.reader, { errors: [refusal] }));
      // The script asks again by itself while large files are checked.
      if (problems.length === 0 || context.wantsJson) throw refusal;
    }
    if (context.wantsJson) {
      const status = problems.length > 0 ? 422 : 200;
      return { json: await summarise(context, saved, problems), status };
    }
    if (problems.length > 0) return await compose(context, saved, { problems, input });
    if (act === 'preview') return { redirect: `/app/send/${id}/preview` };
    const place = templatePlaces[act ?? ''];
    return place === undefined ? here : { redirect: `${place}?draft=${id}` };
  }

  /** Nothing of the form was saved. The script keeps its page, and the person decides. */
  async function tellOutdated(
    context: PageContext,
    { id }: Draft,
    input: ComposeInput,
  ): Promise<PageAnswer> {
    const draft = await drafts.get(context.account, id);
    if (!context.wantsJson) return await compose(context, draft, { input, isOutdated: true });
    return { json: { error: 'state_conflict', version: draft.version }, status: 409 };
  }

  /** Another press of Send may send the draft at any moment while this one is read and saved. */
  return async (context: PageContext, id: string): Promise<PageAnswer> => {
    try {
      return await apply(context, id);
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'not_found') throw error;
      const draft = await drafts.get(context.account, id);
      if (draft.dispatchId === undefined) throw error;
      return { redirect: `/app/send/${draft.id}` };
    }
  };
}

const nameField = 'name-';

/** The names that files are to have, by the ids of the files. */
function namesIn(fields: ReadonlyMap<string, string>): Map<string, string> {
  const names = [...fields].filter(([field]) => field.startsWith(nameField));
  return new Map(names.map(([field, name]) => [field.slice(nameField.length), name]));
}
