// Reads lists of addresses, as people paste them. The server decides (domain/drafts/draft-input.ts); this is done here
// too, so that the person is told at once.

const addressPattern = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/**
 * Each address once, in lower case, and what is none, as it was written.
 * @param {string} text
 * @param {readonly string[]} [groups] names that stand for groups
 * @returns {{ receivers: string[], unreadable: string[] }}
 */
export function splitReceivers(text, groups = []) {
  /** @type {Set<string>} */
  const receivers = new Set();
  /** @type {string[]} */
  const unreadable = [];
  for (const piece of text.match(/(?:"[^"\n]*"|[^,;\n"]|"(?![^"\n]*"))+/g) ?? []) {
    const written = piece.trim();
    if (written === '') continue;
    const group = groups.find((name) => name.toLowerCase() === written.toLowerCase());
    const bracketed = /<([^<>]*)>\s*$/.exec(written)?.[1];
    const words = bracketed === undefined ? written.split(/\s+/) : [bracketed.trim()];
    const found = words.map((word) => word.replace(/^mailto:/i, ''));
    if (group !== undefined) receivers.add(group);
    else if (found.every((word) => addressPattern.test(word))) {
      for (const word of found) receivers.add(word.toLowerCase());
    } else unreadable.push(written);
  }
  return { receivers: [...receivers], unreadable };
}

/**
 * @param {readonly string[]} before
 * @param {readonly string[]} added
 */
export function mergeReceivers(before, added) {
  return [...new Set([...before, ...added])];
}

/**
 * The names that stand before addresses, as in `Anna Berg <anna@example.org>`, by address.
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function namesIn(text) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const piece of text.split(/[,;\n]/)) {
    const [name = '', address = ''] = piece.split(/[<>]/);
    const shown = name.replaceAll('"', '').trim();
    const email = address.trim().replace(/^mailto:/i, '');
    if (shown !== '' && email !== '') names.set(email.toLowerCase(), shown);
  }
  return names;
}
