/* global HTMLElement, document, location, window */
// Keys of a list: J and K go from row to row, Enter follows the link that has the focus, C begins to send, / searches.
// A page loads this only where the person has not switched the keys off.

/** @param {EventTarget | null} target */
function isTyping(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"]), textarea, select, [role="textbox"]'))
  );
}

/** @param {1 | -1} step */
function move(step) {
  const rows = [...document.querySelectorAll('main .row-link')];
  const here = rows.findIndex((row) => row === document.activeElement);
  const next = rows[here === -1 ? (step === 1 ? 0 : rows.length - 1) : here + step];
  if (next instanceof HTMLElement) next.focus();
}

/** @type {Partial<Record<string, () => void>>} */
const acts = {
  j: () => {
    move(1);
  },
  k: () => {
    move(-1);
  },
  c: () => {
    location.assign('/app/send');
  },
  '/': () => {
    const field = document.querySelector('main input[type="search"]');
    if (field instanceof HTMLElement) field.focus();
  },
};

window.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, altKey, metaKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented || isTyping(target)) return;
  const act = acts[key.toLowerCase()];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

for (const hint of document.querySelectorAll('[data-keys]')) {
  if (hint instanceof HTMLElement) hint.hidden = false;
}
