import { loadCommands } from '../server/src/commands/commands.ts';
import { commandsAsMarkdown } from '../server/src/commands/overview.ts';
import { tourCommands } from '../server/src/commands/quickstart.ts';
import { settingsAsMarkdown } from '../server/src/config/describe-settings.ts';
import { auditAsMarkdown } from '../server/src/domain/audit/audit-reading.ts';
import { textsAsMarkdown } from '../server/src/i18n/texts/describe-texts.ts';
import { errorsAsMarkdown } from '../server/src/http/error-pages/error-page.ts';
import { metricsAsMarkdown } from '../server/src/metrics/describe-metrics.ts';
import { routesAsMarkdown } from './describe-routes.ts';
import type { GeneratedFile } from './generate.ts';
import { generatedCode, writeGenerated } from './generate.ts';

const commands = await loadCommands();

/** The documents that `npm run docs` writes. */
export const generatedDocuments: readonly GeneratedFile[] = [
  { path: 'docs/audit.md', render: auditAsMarkdown },
  { path: 'docs/commands.md', render: () => commandsAsMarkdown(commands) },
  { path: 'docs/configuration.md', render: () => settingsAsMarkdown() },
  { path: 'docs/errors.md', render: errorsAsMarkdown },
  { path: 'docs/metrics.md', render: metricsAsMarkdown },
  { path: 'docs/routes.md', render: routesAsMarkdown },
  { path: 'docs/texts.md', render: textsAsMarkdown },
  { path: 'README.md', render: withTour },
];

/** The tour as `npm start` prints it, between its marks. */
function withTour(readme: string): string {
  const tour = tourCommands({
    url: 'http://127.0.0.1:8080',
    alice: { email: 'alice@example.com', key: 'vk_as-printed-by-npm-start' },
    bob: { email: 'bob@example.com', key: 'vk_as-printed-by-npm-start' },
  });
  return readme.replace(
    /<!-- tour -->[\s\S]*<!-- \/tour -->/,
    () => `<!-- tour -->\n\n\`\`\`sh\n${tour}\`\`\`\n\n<!-- /tour -->`,
  );
}

// Documents describe the code, so the generated code is written with them.
if (import.meta.main) await writeGenerated([...generatedCode, ...generatedDocuments]);
