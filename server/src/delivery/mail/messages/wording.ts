import type { Formats } from '../../../i18n/formats.ts';
import type { Say } from '../../../i18n/texts/translation.ts';

/** What facts are worded with. */
export interface Wording {
  say: Say;
  formats: Formats;
  serviceName: string;
  /** Where readers may write when something looks wrong. */
  supportAddress: string | undefined;
}
