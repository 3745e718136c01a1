import { parseAllDocuments } from 'yaml';

/**
 * The documents of a YAML file. Scalars are the texts that are written there: numbers, booleans and nothing are not
 * told apart. Aliases and merge keys (`<<`) are resolved.
 */
export function parseYaml(text: string): unknown[] {
  const documents = parseAllDocuments(text, { schema: 'failsafe', merge: true });
  return documents.map((document) => {
    for (const problem of [...document.errors, ...document.warnings]) throw problem;
    return document.toJS() as unknown;
  });
}
