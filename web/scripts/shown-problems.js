/* global document, HTMLElement */
// What is wrong with a form, as its page shows it without scripts: a list on top with links to the fields, and a text
// at each field. Uploads go on meanwhile, which a new page would end.

import { makeElement } from './elements.js';

/** @typedef {{ field: string, text: string }} Problem */

/**
 * @param {HTMLFormElement} form
 * @param {string} title
 */
export function createShownProblems(form, title) {
  form.parentElement?.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest('.error-summary') === null) return;
    const field = target.getAttribute('href')?.slice(1);
    if (field === undefined) return;
    event.preventDefault();
    goTo(field);
  });

  /** @param {string} field */
  function goTo(field) {
    const found = document.getElementById(field);
    const control = found?.matches('fieldset') ? found.querySelector('input, button') : found;
    if (control instanceof HTMLElement) control.focus();
  }

  return {
    /** @param {readonly Problem[]} problems */
    show(problems) {
      this.clear();
      if (problems.length === 0) return;
      const list = makeElement('ul');
      for (const { field, text } of problems) {
        const link = makeElement('a', '', text);
        link.href = `#${field}`;
        const item = makeElement('li');
        item.append(link);
        list.append(item);
        showAt(field, text);
      }
      const summary = makeElement('div', 'note is-bad error-summary');
      summary.setAttribute('role', 'alert');
      summary.tabIndex = -1;
      summary.append(makeElement('h2', '', title), list);
      form.before(summary);
      summary.focus();
    },

    clear() {
      const shown = form.parentElement?.querySelectorAll('.error-summary, .problem[id]');
      for (const element of shown ?? []) element.remove();
    },
  };
}

/**
 * @param {string} field
 * @param {string} text
 */
function showAt(field, text) {
  const found = document.getElementById(field);
  const box = found?.closest('.field, fieldset');
  const label = box?.querySelector('.label');
  if (label === null || label === undefined) return;
  const problem = makeElement('p', 'problem', text);
  problem.id = `${field}-problem`;
  label.after(problem);
}
