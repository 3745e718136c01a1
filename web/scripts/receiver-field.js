/* global clearTimeout, fetch, HTMLElement, HTMLTextAreaElement, setTimeout */
// Receivers one by one: what is typed or pasted becomes a list with a button for each, and contacts are
// suggested. The text area below stays the field that is sent.

import { dataOf, getElement, makeElement } from './elements.js';
import { mergeReceivers, splitReceivers } from './receivers.js';

/**
 * A person or a group: see `domain/drafts/suggestions.ts`.
 * @typedef {{ receiver: string, nick: string, members?: number }} Suggestion
 */
/** @typedef {{ remove: string, receivers: string, suggestions: string, notAnAddress: string }} ReceiverTexts */

const suggestAfterMs = 120;

/**
 * @param {HTMLElement} field
 * @param {object} options
 * @param {ReceiverTexts} options.texts
 * @param {string} options.suggestUrl
 * @param {() => void} options.onChange
 */
export function takeOverReceivers(field, { texts, suggestUrl, onChange }) {
  const area = getElement(field, 'textarea', HTMLTextAreaElement);
  const label = getElement(field, 'label', HTMLElement);
  const chips = makeElement('ul', 'chips');
  chips.setAttribute('aria-label', texts.receivers);
  const input = makeElement('input', 'chip-input');
  const list = makeElement('ul', 'suggestions');
  const problem = makeElement('p', 'problem');
  problem.setAttribute('role', 'alert');
  input.id = 'receivers-input';
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-controls', 'receiver-suggestions');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-describedby', 'receivers-hint');
  list.id = 'receiver-suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', texts.suggestions);
  list.hidden = true;
  label.setAttribute('for', input.id);
  area.hidden = true;
  const box = makeElement('div', 'chipbox');
  box.append(chips, input, list);
  area.before(problem, box);

  /**
   * Names that stand for groups.
   * @type {string[]}
   */
  const groups = /** @type {string[]} */ (dataOf(field, 'groups'));
  let receivers = splitReceivers(area.value, groups).receivers;
  /** @type {Suggestion[]} */
  let suggested = [];
  let active = -1;
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  show();

  function show() {
    chips.replaceChildren(
      ...receivers.map((receiver) => {
        const chip = makeElement('li', 'chip');
        const button = makeElement('button', 'chip-close', '×');
        button.type = 'button';
        button.setAttribute('aria-label', `${texts.remove}: ${receiver}`);
        button.addEventListener('click', () => {
          receivers = receivers.filter((other) => other !== receiver);
          changed();
          input.focus();
        });
        chip.append(makeElement('bdi', '', receiver), button);
        return chip;
      }),
    );
    chips.hidden = receivers.length === 0;
    area.value = receivers.join('\n');
  }

  function changed() {
    show();
    onChange();
  }

  /** Takes what was typed; what is no address stays in the input and is named. */
  function take() {
    const { receivers: added, unreadable } = splitReceivers(input.value, groups);
    receivers = mergeReceivers(receivers, added);
    input.value = unreadable.join(', ');
    problem.textContent =
      unreadable.length === 0 ? '' : `${texts.notAnAddress} ${unreadable.join(', ')}`;
    hideSuggestions();
    if (added.length > 0) changed();
  }

  function hideSuggestions() {
    list.hidden = true;
    active = -1;
    asked += 1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  /** @param {Suggestion} suggestion */
  function choose({ receiver, members }) {
    if (members !== undefined) groups.push(receiver);
    receivers = mergeReceivers(receivers, [receiver]);
    input.value = '';
    problem.textContent = '';
    hideSuggestions();
    changed();
    input.focus();
  }

  function showSuggestions() {
    list.replaceChildren(
      ...suggested.map((suggestion, at) => {
        const option = makeElement('li', 'suggestion');
        option.id = `suggestion-${at}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', String(at === active));
        if (suggestion.nick !== '') option.append(makeElement('bdi', '', suggestion.nick), ' ');
        const { receiver, members } = suggestion;
        option.append(makeElement('bdi', 'quiet', receiver));
        if (members !== undefined) option.append(` (${String(members)})`);
        // Before the input loses its focus.
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          choose(suggestion);
        });
        return option;
      }),
    );
    list.hidden = suggested.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    if (active >= 0) input.setAttribute('aria-activedescendant', `suggestion-${active}`);
    else input.removeAttribute('aria-activedescendant');
  }

  async function suggest() {
    const typed = input.value.trim();
    asked += 1;
    const mine = asked;
    if (typed === '') {
      hideSuggestions();
      return;
    }
    const answer = await fetch(`${suggestUrl}?q=${encodeURIComponent(typed)}`, {
      headers: { accept: 'application/json' },
    }).catch(() => undefined);
    if (answer?.ok !== true || mine !== asked) return;
    /** @type {unknown} */
    const body = await answer.json();
    const { suggestions } = /** @type {{ suggestions: Suggestion[] }} */ (body);
    suggested = suggestions.filter(({ receiver }) => !receivers.includes(receiver));
    active = -1;
    showSuggestions();
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    if (/[,;\n]/.test(input.value)) take();
    else timer = setTimeout(() => void suggest(), suggestAfterMs);
  });
  input.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!/[,;\n]/.test(text.trim())) return;
    event.preventDefault();
    input.value = `${input.value} ${text}`.trim();
    take();
  });
  input.addEventListener('blur', () => {
    clearTimeout(timer);
    if (input.value.trim() === '') hideSuggestions();
    else take();
  });
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    const isOpen = !list.hidden;
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      active = (active + step + suggested.length) % suggested.length;
      showSuggestions();
    } else if (key === 'Escape' && isOpen) hideSuggestions();
    else if (key === 'Enter') {
      event.preventDefault();
      const suggestion = suggested[active];
      if (isOpen && suggestion !== undefined) choose(suggestion);
      else take();
    } else if (key === 'Backspace' && input.value === '' && receivers.length > 0) {
      receivers = receivers.slice(0, -1);
      changed();
    }
  });

  return {
    /** Takes what is still in the input; returns whether nothing unreadable is left. */
    settle() {
      if (input.value.trim() !== '') take();
      return input.value.trim() === '';
    },
    focus() {
      input.focus();
    },
  };
}
