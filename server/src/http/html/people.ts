import { replaceOverrides } from '#protocol/untrusted-text.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';

/** As many soft hues as the style sheet has, the first without a class. */
const hues = 6;

/** The initials of a person in a round field, whose hue is chosen from the address, without meaning. */
export function personMark(name: string, email: string, size: '' | 's' | 'l' = ''): Html {
  let sum = 0;
  for (const character of email) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const hue = sum % hues;
  const classes = [
    'person',
    ...(size === '' ? [] : [`person-${size}`]),
    ...(hue === 0 ? [] : [`h${hue}`]),
  ];
  return html`<span class="${classes.join(' ')}" aria-hidden="true"
    >${initialsOf(name || email)}</span
  >`;
}

/** As in `AB` for Anna Berg, and for `anna.berg@example.org`. */
export function initialsOf(name: string): string {
  const [local = ''] = replaceOverrides(name, '').split('@', 1);
  const words = local.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : ''];
  return [first, last]
    .map((word) => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toUpperCase();
}
