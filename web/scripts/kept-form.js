/* global location, sessionStorage */
// What a reload must not lose, stored for this tab: the typed message, and which files were left out of
// what was just sent.

/**
 * A file that was left out, and why.
 * @typedef {{ name: string, reason: string }} LeftOut
 */

/** @typedef {ReturnType<typeof createKeptForm>} KeptForm */

/** `storage` may refuse: a browser can be configured to store nothing. */
export function createKeptForm(storage = storageOfTab(), key = location.pathname) {
  /**
   * @param {string} name
   * @param {string} value
   */
  function keep(name, value) {
    try {
      storage?.setItem(`${key} ${name}`, value);
    } catch {
      // The storage is full or forbidden; the page works without it.
    }
  }

  /** @param {string} name */
  function find(name) {
    return storage?.getItem(`${key} ${name}`) ?? '';
  }

  return {
    message: () => find('message'),
    /** @param {string} text */
    keepMessage(text) {
      keep('message', text);
    },
    /**
     * The names of the files that were left out, once: the next visit asks in vain.
     * @returns {LeftOut[]}
     */
    takeLeftOut() {
      const names = find('left out');
      keep('left out', '');
      return names === '' ? [] : /** @type {LeftOut[]} */ (JSON.parse(names));
    },
    /**
     * The files are sent: the message has gone with them.
     * @param {readonly LeftOut[]} leftOut
     */
    sent(leftOut) {
      keep('message', '');
      keep('left out', leftOut.length === 0 ? '' : JSON.stringify(leftOut));
    },
  };
}

function storageOfTab() {
  try {
    return sessionStorage;
  } catch {
    return undefined; // Even access to it can be forbidden.
  }
}
