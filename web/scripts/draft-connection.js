/* global fetch, FormData, history, HTMLInputElement, location */
// The draft of a page at the server. The page proposes it, and it is stored once there is something to keep: until then
// its form has a ticket for it.

import { findElement, getElement } from './elements.js';

/** @typedef {ReturnType<typeof createDraftConnection>} DraftConnection */

/** @param {HTMLFormElement} form */
export function createDraftConnection(form) {
  const path = new URL(form.action).pathname;
  const ticket = findElement(form, 'input[name=ticket]', HTMLInputElement);
  let isBegun = ticket === undefined;
  /** @type {Promise<'begun' | 'lost' | 'refused'> | undefined} */
  let beginning;

  /** @param {FormData} body */
  function post(body) {
    return fetch(path, { method: 'POST', headers: { accept: 'application/json' }, body });
  }

  /**
   * The fields that each request has, and its act.
   * @param {string} act
   */
  function bodyOf(act) {
    const body = new FormData();
    body.set('csrf', getElement(form, 'input[name=csrf]', HTMLInputElement).value);
    body.set('act', act);
    return body;
  }

  async function store() {
    const body = bodyOf('remember');
    body.set('ticket', ticket?.value ?? '');
    body.set('chosen', '[]');
    const answer = await post(body).catch(() => undefined);
    if (answer?.ok !== true) {
      const isLost = answer === undefined || [429, 503].includes(answer.status);
      return isLost ? 'lost' : 'refused';
    }
    isBegun = true;
    ticket?.remove();
    // A reload opens the draft.
    history.replaceState(null, '', path);
    return 'begun';
  }

  return {
    post,

    isBegun: () => isBegun,

    /**
     * Stores the draft, once.
     * @returns {Promise<'begun' | 'lost' | 'refused'>}
     */
    async begin() {
      if (isBegun) return 'begun';
      beginning ??= store();
      const outcome = await beginning;
      beginning = undefined;
      return outcome;
    },

    /**
     * Tells about files. What is lost is told by a later page.
     * @param {'remember' | 'forget'} act
     * @param {'chosen' | 'keys'} field
     * @param {string} list
     */
    async tell(act, field, list) {
      const body = bodyOf(act);
      body.set(field, list);
      await post(body).catch(() => undefined);
    },

    /**
     * What the server has; undefined when it cannot be reached, or does not answer.
     * @returns {Promise<unknown>}
     */
    async ask() {
      const answer = await fetch(path, { headers: { accept: 'application/json' } }).catch(
        () => undefined,
      );
      // The page leads to sign-in, and back.
      if (answer?.status === 401) location.reload();
      if (answer?.ok !== true) return undefined;
      /** @type {unknown} */
      const content = await answer.json().catch(() => undefined);
      return content;
    },
  };
}
