/* global HTMLButtonElement, HTMLFormElement, HTMLInputElement, PublicKeyCredential, document, navigator */
// Forms that a passkey fills in. Without this script they stay hidden, and pages offer other ways.

import { dataOf, getElement } from './elements.js';

/**
 * Browsers that can turn options and answers from and to JSON by themselves.
 * @returns {boolean}
 */
function isSupported() {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    typeof PublicKeyCredential.prototype.toJSON === 'function'
  );
}

/** Ends the request that waits for a choice in a field: a browser has one at a time. */
let waiting = new AbortController();

/**
 * @param {HTMLFormElement} form
 * @param {Credential | null} credential
 */
function send(form, credential) {
  if (!(credential instanceof PublicKeyCredential)) return;
  const response = getElement(form, 'input[data-response]', HTMLInputElement);
  response.value = JSON.stringify(credential.toJSON());
  form.submit();
}

/**
 * @param {HTMLFormElement} form
 * @param {CredentialMediationRequirement} [mediation]
 * @returns {Promise<Credential | null>}
 */
async function ask(form, mediation) {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  if (form.dataset.passkey === 'create') {
    const json = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (dataOf(form, 'options'));
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
    return await navigator.credentials.create({ publicKey, signal });
  }
  const json = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (dataOf(form, 'options'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return await navigator.credentials.get({
    publicKey,
    signal,
    ...(mediation === undefined ? {} : { mediation }),
  });
}

/**
 * Whoever closes the browser's window stays where they are.
 * @param {unknown} error
 */
function ignoreCancelled(error) {
  const isCancelled =
    error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name);
  if (!isCancelled) throw error;
}

/**
 * Takes values from fields of another form.
 * @param {HTMLFormElement} form
 * @returns {boolean} Whether each has one.
 */
function copyFields(form) {
  const copies = [...form.querySelectorAll('input[data-copy]')];
  return copies.every((copy) => {
    if (!(copy instanceof HTMLInputElement)) return true;
    const source = document.getElementById(copy.dataset.copy ?? '');
    copy.value = source instanceof HTMLInputElement ? source.value.trim() : '';
    return copy.value !== '';
  });
}

/** @param {HTMLFormElement} form */
function take(form) {
  const button = getElement(form, 'button', HTMLButtonElement);
  form.hidden = false;
  for (const hint of document.querySelectorAll('[data-without-passkeys]')) hint.remove();
  for (const part of document.querySelectorAll('[data-with-passkeys]')) {
    part.removeAttribute('hidden');
  }
  form.addEventListener('submit', (event) => {
    // Without what it needs, the form is sent as it is: the page says what is missing before a passkey is made.
    if (!copyFields(form)) return;
    event.preventDefault();
    button.disabled = true;
    ask(form)
      .then((credential) => {
        send(form, credential);
      })
      .catch(ignoreCancelled)
      .finally(() => {
        button.disabled = false;
      });
  });
}

/**
 * Offers passkeys among the suggestions for the field of the address.
 * @param {HTMLFormElement} form
 */
async function offerInField(form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return;
  try {
    send(form, await ask(form, 'conditional'));
  } catch (error) {
    ignoreCancelled(error);
  }
}

if (isSupported()) {
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    if (!(form instanceof HTMLFormElement)) continue;
    take(form);
    if (form.dataset.passkey === 'sign-in') void offerInField(form);
  }
}
