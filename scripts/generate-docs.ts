import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatedDocuments } from './generated-documents.ts';

const root = join(import.meta.dirname, '..');

for (const { path, render } of generatedDocuments) {
  const current = await readFile(join(root, path), 'utf8').catch(() => '');
  await writeFile(join(root, path), render(current));
}
