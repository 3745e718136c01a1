import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from './assets.ts';
import { toAsset } from './assets.ts';
import type { Accent } from './dressing.ts';

/** Styles a preview in the shades of an accent; undefined: in ours. */
export type PreviewSheet = (accent: Accent | undefined) => Asset;

/**
 * Reads what the styles of previews are made of. A preview shows both colour schemes on one page: each has all tokens,
 * because those that are mixed of others are mixed where they are declared.
 */
export async function loadPreviewSheet(webDir: string): Promise<PreviewSheet> {
  const readStyle = (name: string) => readFile(join(webDir, 'styles', name), 'utf8');
  const tokens = await readStyle('tokens.css');
  const [light = '', dark = ''] = Array.from(
    tokens.matchAll(/:root \{([^}]*)\}/g),
    ([, declarations = '']) => declarations,
  );
  const layout = await readStyle('appearance.css');
  return (accent) =>
    toAsset(
      Buffer.from(`@layer tokens {
  .preview-light, .preview-dark {${light}}
  .preview-dark {${dark}}
${accent === undefined ? '' : accentRules(accent)}}
${layout}`),
      'text/css; charset=utf-8',
    );
}

function accentRules(accent: Accent): string {
  return (['light', 'dark'] as const)
    .map((scheme) => {
      const { ink, ground } = accent[scheme];
      return `  .preview-${scheme} { --accent: ${ink}; --accent-ground: ${ground}; }\n`;
    })
    .join('');
}
