import { dataFlag, dataVariable } from './config-sources.ts';
import type { Setting, SettingsTable, Written } from './setting.ts';
import { settings } from './settings.ts';

const example = {
  publicUrl: 'https://files.example.com',
  trustedProxies: ['10.0.0.5', '10.1.0.0/24'],
  keyDir: '/etc/valise/keys',
  maxFileSize: '50GB',
  trayQuota: '200GB',
  desttimeDefault: '14d',
  desttimeMax: '90d',
  contactsOnly: true,
  serviceName: 'Example Exchange',
};

/** The whole of docs/configuration.md. */
export function settingsAsMarkdown(table: SettingsTable = settings): string {
  return `<!-- Made from server/src/config/settings.ts by \`npm run docs\`. Change it there. -->

# Configuration

Valise runs without any configuration. Each setting is taken from the first of these places that speaks of it:

1. a flag: \`valise serve --port 9000\`
2. the environment: \`VALISE_PORT=9000\`
3. the file \`valise.json\` in the data folder: \`{ "port": 9000 }\`
4. its default

A name that no setting has, or a value that a setting does not take, stops the start. All mistakes are named at once, each
with the place it stands in.

## The data folder

Everything that Valise keeps is in one folder: \`${dataFlag} DIR\`, else the environment's \`${dataVariable}\`, else \`data\` in the
folder of the program itself. It cannot be set in \`valise.json\`, because that file is inside it.

## How values are written

- **Durations** are numbers with a unit (\`30s\`, \`15m\`, \`12h\`, \`7d\`) or numbers of seconds.
- **Sizes** are numbers with a unit, in thousands (\`10GB\`) or in 1024s (\`512MiB\`), or numbers of bytes.
- **Lists** are arrays in \`valise.json\`, and parted by commas in flags and the environment: \`--trusted-proxies 10.0.0.5,10.1.0.0/24\`.
- **Yes or no** is \`true\` or \`false\`. A flag alone means \`true\`: \`--contacts-only\`. To say no, write \`--contacts-only=false\`.
- **Paths** in \`valise.json\` and in defaults start from the data folder; in flags and the environment, from the folder where the
  command is run.
- A setting without a default takes \`none\` (in \`valise.json\` also \`null\`) to be left unset against a later place in the list.
- **Secrets** are never written in any of these places. Their settings name a file that holds the secret, or \`-\` for standard input.

## Settings

| in valise.json | flag | environment | default | what it does |
|---|---|---|---|---|
${Object.values(table).map(asTableRow).join('\n')}

## Example

A \`valise.json\` behind a reverse proxy, with the keys on another disk and limits on what may be sent:

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`;
}

function asTableRow(setting: Setting): string {
  const { key, flag, env, doc } = setting;
  const takes =
    'secret' in setting
      ? 'the path of a file that holds the secret, or `-` for standard input'
      : setting.kind.expects;
  const usual = describeDefault(setting);
  const cells = [`\`${key}\``, `\`${flag}\``, `\`${env}\``, usual, `${doc} Takes ${takes}.`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describeDefault(setting: Setting): string {
  if (!('default' in setting)) return 'none';
  const { default: usual, defaultWith: other } = setting;
  if (other === undefined) return showDefault(usual);
  return `${showDefault(usual)}; ${showDefault(other.is)} with \`${other.name}\``;
}

function showDefault(written: Written): string {
  const shown = String(written);
  return shown === '' ? 'empty' : `\`${shown}\``;
}
