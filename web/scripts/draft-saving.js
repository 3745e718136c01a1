/* global clearTimeout, FormData, HTMLElement, setTimeout */
// Saves a draft as its fields are filled in, one save after another, and goes on after a line that was lost.

import { conflictIn } from './outdated-draft.js';
import { waitOrOnline } from './waiting.js';

/** @import { createDraftConnection } from './draft-connection.js' */
/** @import { MissingFile } from './missing-files.js' */
/** @import { createOutdatedDraft } from './outdated-draft.js' */
/** @import { Suggestion } from './receiver-field.js' */
/** @import { createShownProblems, Problem } from './shown-problems.js' */

/**
 * `facts`: what the page says of the draft, by the names of its elements. `known`: of the recipients.
 * @typedef {{ saved: string, facts: Record<string, string>, known: Suggestion[], problems: Problem[], missing: MissingFile[] }} Saved
 */
/**
 * `describe` shows what is known of the recipients. `warn` says that a file waits for the line.
 * @typedef {object} SavingParts
 * @property {ReturnType<typeof createDraftConnection>} draft
 * @property {HTMLElement} status
 * @property {Record<'saving' | 'notSaved' | 'waiting', string>} texts
 * @property {ReturnType<typeof createOutdatedDraft>} outdated
 * @property {ReturnType<typeof createShownProblems>} shownProblems
 * @property {(known: Suggestion[]) => void} describe
 * @property {(text: string) => void} warn
 */

const saveAfterMs = 600;
/** After a save that did not reach the server, or that it had no time for. */
const saveAgainAfterMs = 3000;

/**
 * @param {HTMLFormElement} form
 * @param {SavingParts} parts
 */
export function createDraftSaving(form, parts) {
  const { draft, status, texts, outdated, shownProblems } = parts;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<void>} */
  let saving = Promise.resolve();
  /** Whether the last save was lost. */
  let isUnsaved = false;

  /** @param {number} [afterMs] */
  function soon(afterMs = saveAfterMs) {
    clearTimeout(timer);
    timer = setTimeout(now, afterMs);
  }

  function now() {
    saving = saving.then(save);
  }

  async function save() {
    if (outdated.isShown()) return;
    const begun = await draft.begin();
    if (begun !== 'begun') {
      status.textContent = texts.notSaved;
      isUnsaved = begun === 'lost';
    } else isUnsaved = (await post(fieldsOf())) === 'lost';
    if (isUnsaved) soon(saveAgainAfterMs);
  }

  /**
   * What is saved: all fields but the password, which is sent and checked, and never saved.
   * @param {'save' | 'check' | 'send' | 'send-without'} [act]
   */
  function fieldsOf(act = 'save') {
    const body = new FormData(form);
    body.set('act', act);
    if (act === 'save') body.delete('password');
    return body;
  }

  /**
   * `lost`: the connection, or a server that is busy; another time it may be saved. `refused`: it will not be. What is
   * wrong with fields is said beside the buttons while the person types, and at the fields once Send was pressed.
   * @param {FormData} body
   * @returns {Promise<'saved' | 'wrong' | 'lost' | 'refused'>}
   */
  async function post(body) {
    status.textContent = texts.saving;
    const answer = await draft.post(body).catch(() => undefined);
    /** @type {unknown} */
    const content = await answer?.json().catch(() => undefined);
    const conflict = conflictIn(answer?.status ?? 0, content);
    if (conflict !== undefined) {
      status.textContent = '';
      outdated.show(conflict);
      return 'refused';
    }
    if (answer === undefined || content === undefined || !(answer.ok || answer.status === 422)) {
      status.textContent = texts.notSaved;
      const isLost = answer === undefined || answer.ok || [429, 503].includes(answer.status);
      return isLost ? 'lost' : 'refused';
    }
    const { saved, facts, known, problems } = /** @type {Saved} */ (content);
    for (const element of form.querySelectorAll('[data-fact]')) {
      const fact = element instanceof HTMLElement ? facts[element.dataset.fact ?? ''] : undefined;
      if (fact !== undefined) element.textContent = fact;
    }
    parts.describe(known);
    const isCheck = body.get('act') === 'check';
    if (isCheck) shownProblems.show(problems);
    status.textContent = isCheck ? '' : (problems[0]?.text ?? saved);
    return problems.length === 0 ? 'saved' : 'wrong';
  }

  return {
    soon,
    now,
    post,
    fieldsOf,
    /** Does not save what was typed last: it is sent with the draft. */
    cancel() {
      clearTimeout(timer);
    },
    /** Resolves when no save runs. */
    settled: () => saving,
    /** Saves at once what could not be saved. */
    again() {
      if (isUnsaved) soon(0);
    },

    /** Stores the draft before its first file is uploaded, as soon as the server can be reached. */
    async untilBegun() {
      for (;;) {
        const outcome = await draft.begin();
        if (outcome === 'begun') return true;
        if (outcome === 'refused') {
          status.textContent = texts.notSaved;
          return false;
        }
        parts.warn(texts.waiting);
        await waitOrOnline(saveAgainAfterMs);
      }
    },
  };
}
