// The folder that a file was chosen in. A file has a name of its own; where it was beside others is kept with it, for
// as long as the page is open.

/** As deep, and as long in UTF-8, as the server takes: of a path that is longer, the inner folders are kept. */
const mostDeep = 32;
const mostBytes = 768;

/** Scripts that are linked apart from each other pass files on: a file brings its folder along. */
const key = Symbol.for('valise.folder');

/**
 * @param {File} file
 * @param {readonly string[]} names the outermost first
 */
export function putInFolder(file, names) {
  const kept = names.map(usable).slice(-mostDeep);
  while (new TextEncoder().encode(kept.join('/')).length > mostBytes) kept.shift();
  Object.assign(file, { [key]: kept.join('/') });
}

/** A name may hold what begins or divides a path on other systems. @param {string} name */
function usable(name) {
  return name
    .normalize('NFC')
    .replaceAll('\\', '_')
    .replace(/^([a-z]):/i, '$1_');
}

/**
 * The names of the folders, with `/` between them; empty for a file in none.
 * @param {File} file
 */
export function folderOf(file) {
  /** @type {unknown} */
  const folder = Reflect.get(file, key);
  return typeof folder === 'string' ? folder : '';
}

/**
 * A file that is sent in place of another, where that was.
 * @param {File} file
 * @param {File} other
 */
export function keepFolder(file, other) {
  return Object.assign(file, { [key]: folderOf(other) });
}

/**
 * What tells a file from those of the same name in other folders, and what a page calls it.
 * @param {File} file
 */
export function pathOf(file) {
  return joinPath(folderOf(file), file.name);
}

/**
 * @param {string} folder
 * @param {string} name
 */
export function joinPath(folder, name) {
  return folder === '' ? name : `${folder}/${name}`;
}
