// People by their initials, as `server/src/http/html/people.ts` draws them.

import { makeElement, makeIcon } from './elements.js';

/** As many soft hues as the style sheet has, the first without a class. */
const hues = 6;

/**
 * As in `AB` for Anna Berg, and for `anna.berg@example.org`.
 * @param {string} name
 */
export function initialsOf(name) {
  const [local = ''] = name.split('@', 1);
  const words = local.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : ''];
  return [first, last]
    .map((word) => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}

/**
 * The class of the hue of an address; the first hue has none.
 * @param {string} email
 */
export function hueOf(email) {
  let sum = 0;
  for (const character of email) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const hue = sum % hues;
  return hue === 0 ? '' : ` h${hue}`;
}

/**
 * A small mark: initials of a person, or a picture for a group.
 * @param {{ receiver: string, nick: string, members?: number }} described
 */
export function makeMark({ receiver, nick, members }) {
  const isGroup = members !== undefined;
  const mark = makeElement('span', `person person-s${isGroup ? '' : hueOf(receiver)}`);
  mark.setAttribute('aria-hidden', 'true');
  mark.append(isGroup ? makeIcon('people') : initialsOf(nick || receiver));
  return mark;
}
