import type { BrandSource } from '../brand/brand-source.ts';
import type { Brand } from '../brand/load-brand.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { PreviewMail } from '../domain/ports/mail-preview.ts';
import { lazily } from '../platform/lazily.ts';
import type { Installation } from './installation.ts';

/** The preview of mails on the Send page. What renders them is slow to load: with the first one. */
export function composeMailPreview(
  { clock, randomness }: Installation,
  { language, timeZone, abuseAddress }: WorkerConfig,
  { translations }: Brand,
  brand: BrandSource['current'],
): PreviewMail {
  const preview = lazily(async () => {
    const { createMailPreview } = await import('../delivery/mail/preview-mail.ts');
    const reader = { language, timeZone, abuseAddress };
    return createMailPreview({ clock, randomness, ...reader, translations, brand });
  });
  return async (drop, origin) => await (await preview())(drop, origin);
}
