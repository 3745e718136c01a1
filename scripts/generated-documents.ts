import { loadCommands } from '../server/src/commands/commands.ts';
import { commandsAsMarkdown } from '../server/src/commands/describe-commands.ts';
import { tourCommands } from '../server/src/commands/tour.ts';
import { settingsAsMarkdown } from '../server/src/config/describe-settings.ts';
import { sqliteCatalogueAsSource } from '../server/src/database/sqlite/write-sqlite-catalogue.ts';
import { auditAsMarkdown } from '../server/src/domain/audit/describe-audit.ts';
import { textsAsMarkdown } from '../server/src/compose/describe-texts.ts';
import { errorsAsMarkdown } from '../server/src/http/error-pages/describe-errors.ts';

const commands = await loadCommands();
const sqlite = await sqliteCatalogueAsSource();

/** Documents that say what the code says. `render` is given the document as it stands. */
export const generatedDocuments: readonly {
  path: string;
  render: (current: string) => string;
}[] = [
  { path: 'docs/audit.md', render: auditAsMarkdown },
  { path: 'docs/commands.md', render: () => commandsAsMarkdown(commands) },
  { path: 'docs/configuration.md', render: () => settingsAsMarkdown() },
  { path: 'docs/errors.md', render: errorsAsMarkdown },
  { path: 'docs/texts.md', render: textsAsMarkdown },
  { path: 'README.md', render: withTour },
  { path: 'server/src/database/generated/sqlite-catalogue.ts', render: () => sqlite.texts },
  {
    path: 'server/src/database/generated/sqlite-schema-steps.ts',
    render: () => sqlite.schemaSteps,
  },
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
