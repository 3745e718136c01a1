// Files in their folders, in the order in which people sort names: 2 before 10.

/**
 * A file of a tree. `identity` stays the same while it is uploaded and after it has arrived.
 * @typedef {object} TreeFile
 * @property {File | string} identity
 * @property {string} folder
 * @property {string} name
 * @property {number} sizeBytes
 * @property {number} sentBytes how much of it has arrived
 * @property {boolean} isProblem whether a person has to do something about it
 * @property {() => HTMLElement} row
 */

/**
 * `path` names it among all, `name` among those beside it; the sums are of all that is in it.
 * @typedef {{ path: string, name: string, folders: Map<string, TreeFolder>, files: TreeFile[], count: number, sizeBytes: number, sentBytes: number }} TreeFolder
 */

/**
 * @param {string} path
 * @param {string} name
 * @returns {TreeFolder}
 */
function emptyFolder(path, name) {
  return { path, name, folders: new Map(), files: [], count: 0, sizeBytes: 0, sentBytes: 0 };
}

/**
 * The files keep their order within a folder.
 * @param {Iterable<TreeFile>} files
 */
export function treeOf(files) {
  const root = emptyFolder('', '');
  for (const file of files) {
    let folder = root;
    count(folder, file);
    for (const name of file.folder === '' ? [] : file.folder.split('/')) {
      let next = folder.folders.get(name);
      if (next === undefined) {
        next = emptyFolder(folder.path === '' ? name : `${folder.path}/${name}`, name);
        folder.folders.set(name, next);
      }
      folder = next;
      count(folder, file);
    }
    folder.files.push(file);
  }
  return root;
}

/**
 * @param {TreeFolder} folder
 * @param {TreeFile} file
 */
function count(folder, { sizeBytes, sentBytes }) {
  folder.count += 1;
  folder.sizeBytes += sizeBytes;
  folder.sentBytes += sentBytes;
}

/**
 * Sorts as people do. To compare names takes long, so that the order of the last time is used where nothing else came.
 * @param {string} locale
 */
export function createSorter(locale) {
  const collator = new Intl.Collator(locale, { numeric: true });
  /** @type {Map<File | string, { rank: number, path: string }>} */
  let known = new Map();

  /** @param {TreeFile} file */
  const rankOf = (file) => known.get(file.identity)?.rank ?? 0;

  /** @param {TreeFile[]} files */
  return (files) => {
    const isKnown = files.every(
      ({ identity, folder, name }) => known.get(identity)?.path === `${folder}/${name}`,
    );
    if (isKnown) return files.sort((one, other) => rankOf(one) - rankOf(other));
    files.sort(
      (one, other) =>
        collator.compare(one.folder, other.folder) || collator.compare(one.name, other.name),
    );
    known = new Map(
      files.map(({ identity, folder, name }, rank) => [
        identity,
        { rank, path: `${folder}/${name}` },
      ]),
    );
    return files;
  };
}
