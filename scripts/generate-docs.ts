import { loadSenderCommands } from '../client/command/commands.ts';
import { loadCommands } from '../server/src/commands/commands.ts';
import { commandsAsMarkdown } from '../server/src/commands/overview.ts';
import { firstSendCommands, tourCommands } from '../server/src/commands/sample-exchange.ts';
import { settingsAsMarkdown } from '../server/src/config/describe-settings.ts';
import { auditAsMarkdown } from '../server/src/domain/audit/audit-reading.ts';
import { mailsAsMarkdown } from '../server/src/domain/model/mail-kinds.ts';
import { textsAsMarkdown } from '../server/src/i18n/texts/describe-texts.ts';
import { errorsAsMarkdown } from '../server/src/http/error-pages/error-page.ts';
import { metricsAsMarkdown } from '../server/src/metrics/describe-metrics.ts';
import { routesAsMarkdown } from './describe-routes.ts';
import type { GeneratedFile } from './generate.ts';
import { generatedCode, writeGenerated } from './generate.ts';

const commands = await loadCommands();
const senders = await loadSenderCommands();

/** What `npm start` makes. */
const exchange = {
  url: 'http://127.0.0.1:8080',
  alice: { email: 'alice@example.com', key: 'vk_as-printed-by-npm-start' },
  bob: { email: 'bob@example.com', key: 'vk_as-printed-by-npm-start' },
};

/** The documents that `npm run docs` writes. */
export const generatedDocuments: readonly GeneratedFile[] = [
  { path: 'docs/audit.md', render: auditAsMarkdown },
  { path: 'docs/commands.md', render: () => commandsAsMarkdown(commands, senders) },
  { path: 'docs/configuration.md', render: () => settingsAsMarkdown() },
  { path: 'docs/errors.md', render: errorsAsMarkdown },
  {
    path: 'docs/machine-api.md',
    render: (page) => withCommands(page, 'tour', tourCommands(exchange)),
  },
  { path: 'docs/mails.md', render: mailsAsMarkdown },
  { path: 'docs/metrics.md', render: metricsAsMarkdown },
  { path: 'docs/routes.md', render: routesAsMarkdown },
  { path: 'docs/texts.md', render: textsAsMarkdown },
  {
    path: 'README.md',
    render: (page) => withCommands(page, 'first send', firstSendCommands(exchange)),
  },
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
