import { languages } from '../language.ts';
import { movedTexts } from './moved-texts.ts';
import notes from './notes.json' with { type: 'json' };
import type { Texts } from './texts.ts';
import { countNames, ourTexts } from './texts.ts';
import { placeholdersOf, valueNamesOf } from './translation.ts';

const codeList = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const intro = `<!-- Made from server/src/i18n/texts by \`npm run docs\`. Change them there. -->

# Texts of pages and mails

The setting \`textsDir\` names a folder with one file for each language whose texts are to be others: ${codeList(languages.map((language) => `${language}.json`))}.
A file holds only what it changes:

\`\`\`json
{
  "download": { "promise": "Run by the clinic's IT. Files are deleted when they expire." },
  "mail": {
    "downloadSubject": { "one": "{sender} shares a file with you", "other": "{sender} shares {files} files with you" }
  }
}
\`\`\`

A text is one line of at most 2000 characters. \`{name}\` stands for a value, and each text knows those that the tables name; one that has
a number (${codeList(countNames)}) may be an object of plural forms, as the language has them (\`one\`, \`few\`, \`many\`, \`other\`), of which
\`other\` must be there. Where a value is not known, such as a sender who stays unnamed, the text below it that does without the value is
used. Values are shown as they are: what people typed is never read as a template or as markup, nor is a text.

The files are read at the start. A value that a text does not know, or a file for another language, stops the start and is named;
\`valise config\` and \`valise doctor\` find it before. A text that is not there, because it went with an upgrade or comes with a later version,
is a warning in the log at the start, in \`valise config\` and in \`valise doctor\`. A text that has another key now may have the earlier one:

| earlier | now |
|---|---|
${Object.entries(movedTexts)
  .map(([earlier, key]) => `| \`${earlier}\` | \`${key}\` |`)
  .join('\n')}
`;

const titles: Record<keyof Texts, string> = {
  download: 'The download page, and what all pages share',
  upload: 'The upload page',
  code: 'The page that asks for a code',
  password: 'The page that asks for the password of a drop',
  mail: 'Mails',
  welcome: 'The start page',
  errors: 'Error pages',
  account: 'The page of an account that a program uses',
  app: 'What the pages of a person who signed in share',
  home: 'The first page of a person who signed in',
  signIn: 'Sign-in, invitation and reset',
  security: 'Password, second factor, passkeys and sessions',
  passkeys: 'Passkeys and identity providers',
  keys: 'API keys of people',
  devices: 'Devices and programs that people let act for them',
  send: 'Sending files',
  sent: 'What was sent, and who fetched it',
  anyone: 'Links for anyone',
  requests: 'Asking for files',
  inbox: 'The inbox',
  pictures: 'Small pictures of files, and the window that shows them larger',
  templates: 'Templates',
  contacts: 'Contacts',
  settings: 'Settings',
  admin: 'Administration',
};

/** Every text that an operator can replace, with its values and its English version. */
export function textsAsMarkdown(): string {
  const sections = Object.entries(titles).map(([group, title]) => {
    const rows = rowsOf(ourTexts.en[group as keyof Texts], [group]);
    return `## \`${group}\`: ${title}\n\n| text | values | in English |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return [intro, ...sections].join('\n');
}

function rowsOf(texts: object, path: readonly string[]): string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, string | object]) => {
    const here = [...path, name];
    const known = valueNamesOf(here.join('.'));
    const note = noteOf(here);
    if (typeof text === 'object' && known.length === 0) {
      const rows = rowsOf(text, here);
      return note === '' ? rows : [`| \`${here.slice(1).join('.')}\` | | ${note} |`, ...rows];
    }
    const english = typeof text === 'string' ? text : formsOf(text);
    const values = known.length === 0 ? placeholdersOf(english) : known;
    const cell = [english.replaceAll('|', '\\|'), note].filter((each) => each !== '').join('<br>');
    return `| \`${here.slice(1).join('.')}\` | ${codeList(values)} | ${cell} |`;
  });
}

/** What translators have to know of a text or group, where the English words do not say it. */
function noteOf(path: readonly string[]): string {
  const note = (notes as Partial<Record<string, string>>)[path.join('.')];
  return note === undefined ? '' : `*${note}*`;
}

function formsOf(forms: object): string {
  return Object.entries(forms)
    .map(([form, text]) => `\`${form}\`: ${text}`)
    .join('<br>');
}
