const begin = '<!-- figures -->';
const end = '<!-- /figures -->';

/** The document with `block` where its figures are. Throws when it has no such place, or several. */
export function replaceFigures(document: string, block: string): string {
  const [before, rest, ...more] = document.split(begin);
  const [old, after, ...others] = (rest ?? '').split(end);
  if (before === undefined || old === undefined || after === undefined) {
    throw new Error(`The document has no place for figures, between ${begin} and ${end}`);
  }
  if (more.length > 0 || others.length > 0) throw new Error('The document has several figures');
  return `${before}${begin}\n\n${block.trim()}\n\n${end}${after}`;
}
