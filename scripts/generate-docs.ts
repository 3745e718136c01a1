import { loadCommands } from '../server/src/commands/commands.ts';
import { commandsAsMarkdown } from '../server/src/commands/overview.ts';
import { tourCommands } from '../server/src/commands/quickstart.ts';
import { settingsAsMarkdown } from '../server/src/config/describe-settings.ts';
import { auditAsMarkdown } from '../server/src/domain/audit/audit-reading.ts';
import { mailsAsMarkdown } from '../server/src/domain/model/mail-kinds.ts';
import { textsAsMarkdown } from '../server/src/i18n/texts/describe-texts.ts';
import { errorsAsMarkdown } from '../server/src/http/error-pages/error-page.ts';
import { metricsAsMarkdown } from '../server/src/metrics/describe-metrics.ts';
import { openApiAsJson } from './describe-openapi.ts';
import { routesAsMarkdown } from './describe-routes.ts';
import type { GeneratedFile } from './generate.ts';
import { generatedCode, writeGenerated } from './generate.ts';

const commands = await loadCommands();

/** The tour as `npm start` prints it. */
const tour = tourCommands({
  url: 'http://127.0.0.1:8080',
  alice: { email: 'alice@example.com', key: 'vk_as-printed-by-npm-start' },
  bob: { email: 'bob@example.com', key: 'vk_as-printed-by-npm-start' },
});

/** Its part until the files are sent. */
const firstSend = tour.replace(/\necho '4\.[\s\S]*/, '');

/** The documents that `npm run docs` writes. */
export const generatedDocuments: readonly GeneratedFile[] = [
  { path: 'docs/audit.md', render: auditAsMarkdown },
  { path: 'docs/commands.md', render: () => commandsAsMarkdown(commands) },
  { path: 'docs/configuration.md', render: () => settingsAsMarkdown() },
  { path: 'docs/errors.md', render: errorsAsMarkdown },
  { path: 'docs/machine-api.md', render: (page) => withCommands(page, 'tour', tour) },
  { path: 'docs/mails.md', render: mailsAsMarkdown },
  { path: 'docs/metrics.md', render: metricsAsMarkdown },
  { path: 'docs/openapi.json', render: openApiAsJson },
  { path: 'docs/routes.md', render: routesAsMarkdown },
  { path: 'docs/texts.md', render: textsAsMarkdown },
  { path: 'README.md', render: (page) => withCommands(page, 'first send', firstSend) },
];

/** The page with these commands between the marks of that name. */
function withCommands(page: string, mark: string, commands: string): string {
  const marked = new RegExp(`(<!-- ${mark} -->)[\\s\\S]*(<!-- /${mark} -->)`);
  if (!marked.test(page)) throw new Error(`A page has no marks "${mark}"`);
  return page.replace(
    marked,
    (_, begin: string, end: string) => `${begin}\n\n\`\`\`sh\n${commands}\`\`\`\n\n${end}`,
  );
}

// Documents describe the code, so the generated code is written with them.
if (import.meta.main) await writeGenerated([...generatedCode, ...generatedDocuments]);
