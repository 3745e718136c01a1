import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextKey } from '../server/src/i18n/texts/texts.ts';

const file = 'server/src/i18n/texts/en.json';

/**
 * Values that a text has beside those that the English one shows: they select its form, or another language shows them.
 */
const unshown: Readonly<Partial<Record<TextKey, readonly string[]>>> = {
  'download.endsSoon': ['count'],
  'code.title': ['service'],
  'mail.downloadAction': ['files'],
  'mail.reminderIntro': ['files'],
  'mail.receivedIntro': ['files'],
  'mail.receivedInInbox': ['files'],
};

/** The values of each text, which the compiler cannot take from JSON: there, every text is any string. */
export function textValuesAsSource(): string {
  const english = JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8')) as object;
  const rows = rowsOf(english, []);
  return `// Written by \`npm run generate\` from ${file}.

/** The values of each text, by its key. Operators may use them in any language and form. */
export const valueNames = {
${rows.join('\n')}
} as const;
`;
}

function rowsOf(texts: object, path: readonly string[]): string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, string | object]) => {
    const here = [...path, name];
    // A script fills in the values of its texts itself.
    if (name === 'script') return [];
    if (typeof text === 'object' && !('other' in text)) return rowsOf(text, here);
    const key = here.join('.') as TextKey;
    const shown = JSON.stringify(text).matchAll(/\{([a-z]+)\}/gi);
    const names = new Set([...shown].map(([, value]) => value).concat(unshown[key] ?? []));
    if (names.size > 0) return `  '${key}': ['${[...names].join("', '")}'],`;
    if (typeof text === 'string') return [];
    throw new Error(
      `${key} has plural forms that show no number: say in unshown which one selects them.`,
    );
  });
}
