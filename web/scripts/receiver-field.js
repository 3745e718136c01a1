/* global clearTimeout, document, fetch, HTMLElement, HTMLTextAreaElement, setTimeout */
// Receivers one by one: what is typed or pasted becomes a chip for each, and contacts are suggested. The text area
// below stays the field that is sent.

import { countText } from './count-text.js';
import { dataOf, getElement, makeElement, makeIcon } from './elements.js';
import { makeMark } from './person-mark.js';
import { afterPress } from './pressing.js';
import { mergeReceivers, namesIn, splitReceivers } from './receivers.js';

/**
 * A person or a group: see `domain/drafts/suggestions.ts`.
 * @typedef {{ receiver: string, nick: string, members?: number }} Suggestion
 */
/** @import { PluralForms } from './count-text.js' */
/**
 * @typedef {{ remove: string, receivers: string, suggestions: string, notAnAddress: string, members: PluralForms }} ReceiverTexts
 */

const suggestUrl = '/app/send/suggest';
const suggestAfterMs = 120;

/**
 * @param {HTMLElement} field
 * @param {() => void} [onChange]
 */
export function takeOverReceivers(field, onChange) {
  const texts = /** @type {ReceiverTexts} */ (dataOf(field, 'texts'));
  const area = getElement(field, 'textarea', HTMLTextAreaElement);
  const chips = makeElement('ul', 'chips');
  chips.setAttribute('aria-label', texts.receivers);
  const input = makeElement('input', 'chip-input');
  const list = makeElement('ul', 'suggestions');
  const problem = makeElement('p', 'problem');
  problem.setAttribute('role', 'alert');
  // Labels and lists of problems lead to it.
  input.id = area.id;
  area.removeAttribute('id');
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.placeholder = field.dataset.placeholder ?? '';
  input.setAttribute('role', 'combobox');
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-controls', 'receiver-suggestions');
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-describedby', area.getAttribute('aria-describedby') ?? '');
  list.id = 'receiver-suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', texts.suggestions);
  list.hidden = true;
  area.hidden = true;
  // The field itself says what can be typed.
  field.querySelector('.hint')?.classList.add('hidden-text');
  const box = makeElement('div', 'chipbox');
  box.append(chips, input, list);
  area.before(problem, box);
  // A click beside the chips means the field.
  box.addEventListener('pointerdown', (event) => {
    if (event.target !== box && event.target !== chips) return;
    event.preventDefault();
    input.focus();
  });

  /**
   * What is known of receivers: their names, and how many are in a group.
   * @type {Map<string, Suggestion>}
   */
  const known = new Map();
  for (const each of /** @type {Suggestion[]} */ (dataOf(field, 'known')))
    known.set(each.receiver, each);
  const given = splitReceivers(area.value, groupNames());
  let { receivers } = given;
  input.value = given.unreadable.join(', ');
  /** @type {Suggestion[]} */
  let suggested = [];
  let active = -1;
  let asked = 0;
  /** Which chip the Tab key reaches: the others are reached from it by arrows. */
  let reachable = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  show();

  function groupNames() {
    return [...known.values()].flatMap(({ receiver, members }) =>
      members === undefined ? [] : [receiver],
    );
  }

  function show() {
    reachable = Math.max(0, Math.min(reachable, receivers.length - 1));
    chips.replaceChildren(...receivers.map(makeChip));
    chips.hidden = receivers.length === 0;
    area.value = receivers.join('\n');
  }

  /**
   * @param {string} receiver
   * @param {number} at
   */
  function makeChip(receiver, at) {
    const described = known.get(receiver) ?? { receiver, nick: '' };
    const chip = makeElement('li', 'chip');
    chip.title = receiver;
    const words = makeElement('span', 'chip-words');
    words.append(makeElement('bdi', '', described.nick || receiver));
    const { members } = described;
    if (members !== undefined) {
      const count = makeElement('span', 'quiet', ` · ${members.toLocaleString()}`);
      count.setAttribute('aria-hidden', 'true');
      const said = makeElement('span', 'hidden-text', `, ${countText(texts.members, members)}`);
      words.append(count, said);
    }
    const button = makeElement('button', 'chip-close');
    button.type = 'button';
    button.tabIndex = at === reachable ? 0 : -1;
    button.append(makeIcon('close'));
    const named = described.nick === '' ? receiver : `${described.nick}, ${receiver}`;
    button.setAttribute('aria-label', `${texts.remove}: ${named}`);
    button.addEventListener('click', () => {
      remove(at);
      input.focus();
    });
    button.addEventListener('keydown', (event) => {
      moveFrom(event, at);
    });
    chip.append(makeMark(described), words, button);
    return chip;
  }

  /** @param {number} at */
  function remove(at) {
    receivers = receivers.filter((_, other) => other !== at);
    changed();
  }

  /** @param {number} at */
  function focusChip(at) {
    const buttons = chips.querySelectorAll('button');
    const button = buttons[at];
    if (button === undefined) {
      input.focus();
      return;
    }
    for (const other of buttons) other.tabIndex = other === button ? 0 : -1;
    reachable = at;
    button.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} at
   */
  function moveFrom(event, at) {
    const isRightToLeft = document.dir === 'rtl';
    const { key } = event;
    if (key === 'Delete' || key === 'Backspace') {
      remove(at);
      focusChip(Math.min(at, receivers.length - 1));
    } else if (key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) focusChip(Math.max(0, at - 1));
    else if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) focusChip(at + 1);
    else if (key === 'Home') focusChip(0);
    else if (key === 'End') input.focus();
    else return;
    event.preventDefault();
  }

  function changed() {
    show();
    onChange?.();
  }

  /** Takes what was typed; what is no address stays in the input and is named. */
  function take() {
    const { receivers: added, unreadable } = splitReceivers(input.value, groupNames());
    for (const [receiver, nick] of namesIn(input.value)) {
      if (!known.has(receiver)) known.set(receiver, { receiver, nick });
    }
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
  function choose(suggestion) {
    known.set(suggestion.receiver, suggestion);
    receivers = mergeReceivers(receivers, [suggestion.receiver]);
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
        const { receiver, nick, members } = suggestion;
        const words = makeElement('span', 'row-words');
        words.append(makeElement('bdi', 'strong', nick || receiver));
        const more = members === undefined ? receiver : countText(texts.members, members);
        if (nick !== '' || members !== undefined)
          words.append(makeElement('bdi', 'small quiet', more));
        option.append(makeMark(suggestion), words);
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

  /** What Enter means: a suggestion that was gone to, what was typed, or else the first that it may mean. */
  function enter() {
    const isOpen = !list.hidden;
    const { receivers: readable } = splitReceivers(input.value, groupNames());
    const suggestion = suggested[active] ?? (readable.length === 0 ? suggested[0] : undefined);
    if (isOpen && suggestion !== undefined) choose(suggestion);
    else take();
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
    else afterPress(take);
  });
  input.addEventListener('keydown', (event) => {
    const { key } = event;
    const isOpen = !list.hidden;
    const isAtStart = input.selectionStart === 0 && input.selectionEnd === 0;
    if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      active = Math.max(active, step === 1 ? -1 : 0);
      active = (active + step + suggested.length) % suggested.length;
      showSuggestions();
    } else if (key === 'Escape' && isOpen) hideSuggestions();
    else if (key === 'Enter') {
      event.preventDefault();
      enter();
    } else if (isAtStart && receivers.length > 0) {
      const isBack = key === (document.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft');
      if (key === 'Backspace' && input.value === '') remove(receivers.length - 1);
      else if (isBack) focusChip(receivers.length - 1);
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
    /**
     * What the server knows of the receivers that were saved.
     * @param {readonly Suggestion[]} described
     */
    describe(described) {
      const isNew = described.some(
        ({ receiver, nick, members }) =>
          known.get(receiver)?.nick !== nick || known.get(receiver)?.members !== members,
      );
      if (!isNew) return;
      for (const each of described) known.set(each.receiver, each);
      // The chips are made anew, and the focus stays where it is.
      const focused = [...chips.querySelectorAll('button')].findIndex(
        (button) => button === document.activeElement,
      );
      show();
      if (focused >= 0) focusChip(focused);
    },
  };
}
