/* global caches, document, CustomEvent, Event, File, history, HTMLTextAreaElement, location, window */
// What comes to the Send page from elsewhere: files that were dropped on another page, which has become this one, and
// what another application shares.

import { getElement, makeElement, makeIcon } from './elements.js';
import { namesShare, takeShare } from './share-store.js';

/** @import { Share } from './share-store.js' */
/** @typedef {Record<'shareAsk' | 'shareAdd' | 'shareLeave' | 'shareLost', string>} HandedOverTexts */

/**
 * @param {HTMLFormElement} form
 * @param {HandedOverTexts} texts
 * @param {{ take: (files: readonly File[]) => void, warn: (text: string) => void }} to
 */
export function takeHandedOver(form, texts, { take, warn }) {
  document.addEventListener('valise-files', (event) => {
    if (event instanceof CustomEvent) take(handedOver(event.detail));
  });
  const { hash, pathname } = location;
  if (!namesShare(hash)) return;
  // A reload does not ask for it again.
  history.replaceState(null, '', pathname);
  // What cannot be read is lost, too.
  const taken = takeShare(caches, hash, Date.now()).catch(() => undefined);
  void taken.then((share) => {
    if (share === undefined) warn(texts.shareLost);
    // Any site can send a form to a tab of the browser, and no site to the installed application.
    else if (window.matchMedia('(display-mode: browser)').matches) ask(share);
    else add(share);
  });

  /** @param {Share} share */
  function add({ files, text }) {
    take(files);
    const message = getElement(form, '#message', HTMLTextAreaElement);
    if (text === '') return;
    message.value = [message.value, text].filter((part) => part !== '').join('\n');
    message.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @param {Share} share */
  function ask(share) {
    const note = makeElement('div', 'note is-accent shared-note');
    const words = makeElement('div', 'stack stack-xs');
    words.append(
      makeElement('p', '', texts.shareAsk),
      makeElement('p', 'small clamp', nameOf(share)),
    );
    const yes = makeElement('button', 'button short', texts.shareAdd);
    const no = makeElement('button', 'button quiet-button short', texts.shareLeave);
    for (const button of [yes, no]) {
      button.type = 'button';
      button.addEventListener('click', () => {
        note.remove();
        if (button === yes) add(share);
      });
    }
    const acts = makeElement('p', 'acts');
    acts.append(yes, no);
    note.setAttribute('role', 'status');
    words.append(acts);
    note.append(makeIcon('upload'), words);
    form.before(note);
  }
}

const mostNamed = 3;

/** @param {Share} share */
function nameOf({ files, text }) {
  const names = files.slice(0, mostNamed).map(({ name }) => name);
  const more = files.length > mostNamed ? `+${files.length - mostNamed}` : '';
  return [...names, more, text].filter((part) => part !== '').join(' · ');
}

/**
 * The files of an event, whose page has other modules than this one.
 * @param {unknown} detail
 */
function handedOver(detail) {
  return Array.isArray(detail) ? detail.filter((each) => each instanceof File) : [];
}
