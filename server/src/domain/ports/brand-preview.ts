import type { Appearance, ServiceNames } from '../model/appearance.ts';

/** What a browser can load. */
interface Loaded {
  body: Buffer;
  type: string;
}

/** How the service would be called and look. */
export interface PreviewedBrand extends ServiceNames {
  /** The operator's, the chosen one, or ours in the chosen colour. */
  logo: Loaded;
}

/** What the pages would show by a choice, which is kept nowhere. What the operator has set wins here, too. */
export interface BrandPreview {
  brandOf: (wished: Appearance) => PreviewedBrand;
  /** The style sheet for previews in the shades of a colour, or of ours. */
  sheetOf: (color: string | undefined) => Promise<Loaded>;
}
