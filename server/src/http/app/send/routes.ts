import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DiscardedQuery, DraftParams, SuggestQuery } from '#protocol/schemas/pages.ts';
import { day } from '../../../domain/model/clock.ts';
import type { Draft, DraftContents } from '../../../domain/model/draft.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import { atLeast, secondFactorModes } from '../../../domain/model/receiver-code.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { pageChecks } from '../../generated/checks.js';
import { operations } from '../../generated/operations.js';
import { html } from '../../html/html.ts';
import { wantsJson } from '../../link-pages/link-page.ts';
import type { Person, PersonHandler, Route, Services } from '../../routing/route.ts';
import { tusRoutes } from '../../tus/routes.ts';
import { createPreparation } from '../../upload-page/send-uploads-route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
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
export function sendRoutes(services: Services, frame: Frame, options: SendOptions): Route[] {
  const { drafts, chosenFiles, resumableUploads, suggestions, clock } = services;
  const untilPrepared = createPreparation(resumableUploads, options.stallMs);
  const secondFactors = secondFactorModes.filter(
    (mode) => atLeast(options.secondFactorFloor, mode) === mode,
  );

  async function sendPage(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    draft: Draft,
    { problems = [], input = inputOf(draft), isNew = false, isOutdated = false }: Shown = {},
  ): Promise<FastifyReply> {
    const reader = frame.readerOf(person);
    const place = isNew ? 'send' : draft.id;
    const ticket = drafts.ticketOf(draft);
    const body = renderComposePage({
      reader,
      notice: await noticeOfDiscarded(services, { ...person, reader }, discardedIn(request), place),
      seen: drafts.pageOf(draft),
      ticket: isNew ? ticket : undefined,
      isOutdated,
      place,
      texts: frame.translations[reader.language].texts,
      csrfToken: person.csrfToken,
      draft,
      input,
      files: await resumableUploads.list({ draft }),
      allowance: await resumableUploads.allowanceOf({ draft }),
      endpoint: `/app/upload/${ticket}/tus`,
      people: await drafts.countReceivers(person.account, draft),
      until: findExpiry(draft, reader.timeZone),
      now: clock.now(),
      maxDays: Math.floor(options.terms.maxMs / day),
      secondFactors,
      problems,
      missing: await chosenFiles.findMissing(draft),
      others: (await drafts.list(person.account))
        .filter(({ id }) => id !== draft.id)
        .slice(0, othersShown),
    });
    const status = problems.length > 0 ? 422 : isOutdated ? 409 : 200;
    const title = reader.say('send.title');
    return frame.sendToPerson(person, request, reply, { title, body, status, script });
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
    const files = await resumableUploads.list({ draft });
    return files.map(({ id, name, sizeBytes, receivedBytes, fingerprint }) => ({
      id,
      name,
      sizeBytes,
      receivedBytes,
      fingerprint,
    }));
  }

  const show: PersonHandler = async (person, request, reply) => {
    const draft = await drafts.get(person.account, draftIdOf(request));
    // The script asks for files that the page does not list, and whether the draft was sent when an answer was lost.
    if (wantsJson(request)) {
      const isSent = draft.dispatchId !== undefined;
      return await reply.send({
        isSent,
        files: isSent ? [] : await listFiles(draft),
        missing: isSent ? [] : await chosenFiles.findMissing(draft),
      });
    }
    if (draft.dispatchId === undefined) return await sendPage(person, request, reply, draft);
    const reader = frame.readerOf(person);
    const body = renderSentOffPage({ reader, dispatchId: draft.dispatchId });
    return frame.sendToPerson(person, request, reply, {
      title: reader.say('send.sent.title'),
      body,
    });
  };

  /** Nothing that was chosen is left out unless the person said so, of as many files as there are. */
  async function askAboutMissing(
    { say }: PageReader,
    draft: Draft,
    fields: DraftForm['fields'],
  ): Promise<FieldProblem[]> {
    const { length: count } = await chosenFiles.findMissing(draft);
    const allowed = fields.get('act') === 'send-without' ? Number(fields.get('without')) : 0;
    return count <= allowed ? [] : [{ field: 'missing', text: say('send.missing', { count }) }];
  }

  /** What a script shows after it saved the draft. */
  async function summarise(person: Person, draft: Draft, problems: readonly FieldProblem[]) {
    const reader = frame.readerOf(person);
    const people = await drafts.countReceivers(person.account, draft);
    const until = findExpiry(draft, reader.timeZone);
    const files = await resumableUploads.list({ draft });
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
    person: Person,
    draft: Draft,
    { fields, refused }: DraftForm,
  ): Promise<Saved> {
    const { account, actor } = person;
    const reader = frame.readerOf(person);
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
    if (removed !== undefined) await removeFile(person, draft, removed);
    try {
      await drafts.renameFiles(account, draft.id, namesIn(fields));
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'invalid') throw error;
      problems.push({ field: 'files-field', text: reader.say('send.refusals.badName') });
    }
    return { saved, problems, input, isOutdated: false };

    /** Another tab may have removed it before. */
    async function removeFile({ account: owner }: Person, { id }: Draft, file: string) {
      await drafts.removeFile(actor, owner, id, file).catch((error: unknown) => {
        if (!(error instanceof ValiseError) || error.code !== 'not_found') throw error;
      });
    }
  }

  const apply: PersonHandler = async (person, request, reply) => {
    const { account, actor } = person;
    const id = draftIdOf(request);
    const getDraft = async (fields: DraftForm['fields']): Promise<Draft> => {
      const ticket = fields.get('ticket');
      return ticket === undefined
        ? await drafts.get(account, id)
        : await drafts.begin(account, id, ticket);
    };
    const form = await readDraftForm(services, person, request, getDraft);
    const next = await applyToDraft(services, person, id, form.fields);
    if (next !== undefined) return frame.redirect(request, reply, next);
    const draft = await getDraft(form.fields);
    // A second press of Send finds the drop of the first.
    if (draft.dispatchId !== undefined) return frame.redirect(request, reply, `/app/send/${id}`);
    const act = form.fields.get('act');
    if (act === 'remember') {
      const chosen = chosenFilesIn(form.fields.get('chosen') ?? '');
      await chosenFiles.remember(account, draft.id, chosen);
      return await reply.code(204).send();
    }
    if (act === 'forget') {
      await chosenFiles.forget(account, draft.id, keysIn(form.fields.get('keys') ?? ''));
      return await reply.code(204).send();
    }
    const reader = frame.readerOf(person);
    const { saved, problems, input, isOutdated } = await save(person, draft, form);
    if (isOutdated) {
      // Nothing of the form was saved. The script keeps its page, and the person decides.
      if (!wantsJson(request)) {
        return await sendPage(person, request, reply, saved, { input, isOutdated });
      }
      return await reply.code(409).send({ error: 'state_conflict', version: saved.version });
    }
    const isSending = act === 'send' || act === 'send-without';
    if (wantsJson(request) && (!isSending || problems.length > 0)) {
      const status = problems.length > 0 ? 422 : 200;
      return await reply.code(status).send(await summarise(person, saved, problems));
    }
    if (problems.length > 0)
      return await sendPage(person, request, reply, saved, { problems, input });
    if (!isSending || form.fields.has('remove')) {
      return frame.redirect(request, reply, `/app/send/${id}`);
    }
    try {
      const files = await resumableUploads.list({ draft: saved });
      await untilPrepared(
        { draft: saved },
        files.map((file) => file.id),
      );
      await drafts.send(actor, account, id, reader.timeZone);
    } catch (error) {
      const found = error instanceof ValiseError ? problemsOf(reader, { errors: [error] }) : [];
      // The script asks again by itself while large files are checked.
      if (found.length === 0 || wantsJson(request)) throw error;
      return await sendPage(person, request, reply, saved, { problems: found, input });
    }
    return frame.redirect(request, reply, `/app/send/${id}`);
  };

  /** Another press of Send may send the draft at any moment while this one is read and saved. */
  const change: PersonHandler = async (person, request, reply) => {
    try {
      return await apply(person, request, reply);
    } catch (error) {
      if (!(error instanceof ValiseError) || error.code !== 'not_found') throw error;
      const draft = await drafts.get(person.account, draftIdOf(request));
      if (draft.dispatchId === undefined) throw error;
      return frame.redirect(request, reply, `/app/send/${draft.id}`);
    }
  };

  /** Stores nothing: the first form or the script does, once there is something to keep. */
  const propose: PersonHandler = async (person, request, reply) => {
    const draft = await drafts.propose(person.account);
    return await sendPage(person, request, reply, draft, { isNew: true });
  };

  const suggest: PersonHandler = async ({ account }, request, reply) => {
    const { q } = request.query as SuggestQuery;
    const typed = typeof q === 'string' ? q.slice(0, 255) : '';
    return await reply.send({ suggestions: await suggestions.suggest(account, typed) });
  };

  return [
    personRoute({
      path: '/app/send',
      methods: {
        GET: { schema: pageChecks.new_draft, handle: propose },
        HEAD: { schema: 'none', handle: (_person, _request, reply) => reply.code(204).send() },
      },
    }),
    personRoute({
      path: '/app/send/suggest',
      methods: { GET: { schema: pageChecks.suggest_receivers, handle: suggest } },
    }),
    personRoute({
      path: '/app/send/:draft',
      methods: {
        GET: { schema: pageChecks.show_draft, handle: show },
        POST: {
          body: 'multipart',
          cost: 'transfer',
          schema: pageChecks.change_draft,
          handle: change,
        },
      },
    }),
    ...tusRoutes(services, operations.drafts),
  ];
}

function draftIdOf(request: FastifyRequest): string {
  return (request.params as DraftParams).draft;
}

function discardedIn({ query }: FastifyRequest): string | undefined {
  const { discarded } = query as DiscardedQuery;
  return typeof discarded === 'string' ? discarded : undefined;
}

const nameField = 'name-';

/** The names that files are to have, by the ids of the files. */
function namesIn(fields: ReadonlyMap<string, string>): Map<string, string> {
  const names = [...fields].filter(([field]) => field.startsWith(nameField));
  return new Map(names.map(([field, name]) => [field.slice(nameField.length), name]));
}
