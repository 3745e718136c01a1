/* global document, HTMLTemplateElement */
// Finds and creates elements, with their types.

/**
 * The first element that the selector names; throws when there is none of this kind.
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function getElement(parent, selector, kind) {
  const found = findElement(parent, selector, kind);
  if (found === undefined) throw new Error(`The page has no ${selector}`);
  return found;
}

/**
 * @template {Element} Kind
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind | undefined}
 */
export function findElement(parent, selector, kind) {
  const found = parent.querySelector(selector);
  return found instanceof kind ? found : undefined;
}

/**
 * The JSON in a data attribute. The server wrote it for this script.
 * @param {HTMLElement} element
 * @param {string} name
 * @returns {unknown}
 */
export function dataOf(element, name) {
  return JSON.parse(element.dataset[name] ?? 'null');
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} text
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function makeElement(tag, className = '', text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** The picture before the name of a file, which the page has as a template. */
export function makeTile() {
  const template = getElement(document, 'template[data-tile]', HTMLTemplateElement);
  return template.content.cloneNode(true);
}

/**
 * A picture of the page: each that a script draws is in its template of icons.
 * @param {string} name
 * @param {string} [kind]
 */
export function makeIcon(name, kind = '') {
  const space = 'http://www.w3.org/2000/svg';
  const drawn = document.createElementNS(space, 'svg');
  drawn.setAttribute('class', `icon ${kind}`.trim());
  drawn.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(space, 'use');
  use.setAttribute('href', `#i-${name}`);
  drawn.append(use);
  return drawn;
}
