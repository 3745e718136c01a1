import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A file of the repository, as operators read it. */
export function readDocument(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export type Replacement = readonly [shown: string, used: string];

/** An example with the test's names, ports and paths in place of its own, and nothing else. */
export function adapt(example: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((text, [shown, used]) => {
    if (!text.includes(shown)) throw new Error(`The example does not hold "${shown}":\n${text}`);
    return text.replaceAll(shown, used);
  }, example);
}

export function adaptExample(path: string, replacements: readonly Replacement[]): string {
  return adapt(readDocument(path), replacements);
}

export interface CodeBlock {
  /** What follows the fence: a language, and the block's title where it has one. */
  language: string;
  title: string;
  text: string;
}

/** The deployment guide, for one machine and then for many. */
export const guide = readDocument('docs/deployment.md') + readDocument('docs/many-nodes.md');

/** The code blocks of the guide, in order. */
export function guideBlocks(): CodeBlock[] {
  const fences = guide.matchAll(/^```(\w+)\b ?(.*)\n([^]*?)^```$/gm);
  return [...fences].map(([, language = '', title = '', text = '']) => ({ language, title, text }));
}

/** The guide's block of that language and title. */
export function getGuideBlock(language: string, title: string): string {
  const block = guideBlocks().find((each) => each.language === language && each.title === title);
  if (block === undefined) throw new Error(`The guide has no block "${language} ${title}"`);
  return block.text;
}
