import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsAsMarkdown } from '../server/src/config/describe-settings.ts';

const docs = join(import.meta.dirname, '..', 'docs');

await writeFile(join(docs, 'configuration.md'), settingsAsMarkdown());
