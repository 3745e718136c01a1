/* global queueMicrotask */
// A list that shows the first of its entries and says how many more there are: with thousands of rows, each change
// would lay out the page for a tenth of a second.

/** How many rows there are at most. Those with a problem come first. */
export const mostRows = 100;

/**
 * `listEntries` returns the entries in their order, those with a problem apart; `render` the row of an entry, the same
 * one until it has to look different. `tellMore` gets how many are not shown.
 * @template {object} Entry
 * @param {object} options
 * @param {HTMLElement} options.list
 * @param {() => { problems: Iterable<Entry>, others: Iterable<Entry>, count: number }} options.listEntries
 * @param {(entry: Entry) => HTMLElement} options.render
 * @param {(count: number) => void} options.tellMore
 */
export function createBoundedList({ list, listEntries, render, tellMore }) {
  let isDue = false;

  function draw() {
    isDue = false;
    const { problems, others, count } = listEntries();
    /** @type {HTMLElement[]} */
    const rows = [];
    for (const entries of [problems, others]) {
      for (const entry of entries) {
        if (rows.length === mostRows) break;
        rows.push(render(entry));
      }
    }
    /** @type {Set<Element>} */
    const kept = new Set(rows);
    for (const row of Array.from(list.children)) if (!kept.has(row)) row.remove();
    let next = list.firstElementChild;
    for (const row of rows) {
      if (row === next) next = next.nextElementSibling;
      else list.insertBefore(row, next);
    }
    tellMore(count - rows.length);
  }

  return {
    /** Once for all changes of a task. */
    drawSoon() {
      if (isDue) return;
      isDue = true;
      queueMicrotask(draw);
    },
  };
}
