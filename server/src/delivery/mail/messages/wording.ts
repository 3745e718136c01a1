import type { Formats } from '../../../i18n/formats.ts';
import type { MailTexts } from './texts/mail-texts.ts';

/** What facts are worded with. */
export interface Wording {
  texts: MailTexts;
  formats: Formats;
  serviceName: string;
  /** Where readers may write when something looks wrong. */
  supportAddress: string | undefined;
}
