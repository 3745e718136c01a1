import { languages } from '../i18n/language.ts';
import { ourTexts, valueNames } from '../brand/load-brand.ts';

const intro = `<!-- Made from the texts under server/src by \`npm run docs\`. Change them there. -->

# Texts of pages and mails

The setting \`textsDir\` names a folder with one file for each language whose texts are to be others: ${languages.map((language) => `\`${language}.json\``).join(', ')}.
A file holds only what it changes:

\`\`\`json
{
  "download": { "promise": "Run by the clinic's IT. Files are erased when their time is over." },
  "mail": {
    "downloadSubject": { "one": "{sender} shares a file with you", "other": "{sender} shares {files} files with you" }
  }
}
\`\`\`

A text is one line of at most 2000 characters. \`{name}\` stands for a value, and each text knows those that the tables name; one that has
\`count\` or \`files\` may be an object of plural forms, as the language has them (\`one\`, \`few\`, \`many\`, \`other\`), of which \`other\` must be there. Where
a value is not known, such as a sender who stays unnamed, our own text is used. Values are shown as they are: what people
typed is never read as a template or as markup, nor is a text.

The files are read at the start. A text that is not there, a value that it does not know, or a file for another language stops
the start and is named; \`valise config\` and \`valise doctor\` find it before.
`;

const titles = {
  download: 'The download page, and what all pages share',
  upload: 'The upload page',
  mail: 'Mails',
} as const;

/** Every text that an operator can replace, with its values and what it says in English. */
export function textsAsMarkdown(): string {
  const sections = (Object.keys(titles) as (keyof typeof titles)[]).map((group) => {
    const rows = rowsOf(ourTexts('en')[group], valueNames[group], []);
    return `## \`${group}\`: ${titles[group]}\n\n| text | values | in English |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return [intro, ...sections].join('\n');
}

function rowsOf(
  texts: object,
  names: Readonly<Record<string, readonly string[]>>,
  path: readonly string[],
): string[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const here = [...path, key];
    if (typeof text === 'object' && text !== null) return rowsOf(text, names, here);
    const values = names[here.join('.')] ?? [];
    return `| \`${here.join('.')}\` | ${values.map((name) => `\`${name}\``).join(', ')} | ${cell(exampleOf(text, values))} |`;
  });
}

function exampleOf(text: unknown, names: readonly string[]): string {
  if (typeof text === 'string') return text;
  const values = names.map((name) => (name === 'count' || name === 'files' ? 2 : `{${name}}`));
  const say = text as (...values: unknown[]) => string;
  const byName = Object.fromEntries(names.map((name, at) => [name, values[at]]));
  // Some texts take their values by name and some in order; the wrong way shows no value.
  return [say(...values), say(byName)].find((said) => !/undefined|\[object/.test(said)) ?? '';
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
