import type { Brand } from '../brand/load-brand.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
import type { PreviewMail } from '../domain/ports/mail-preview.ts';
import { lazily } from '../platform/lazily.ts';
import type { Installation } from './installation.ts';

/** The preview of mails on the Send page. What renders them is slow to load: with the first one. */
export function composeMailPreview(
  { clock, randomness }: Installation,
  { serviceName, language, timeZone, supportAddress, abuseAddress = supportAddress }: WorkerConfig,
  { translations, accent }: Brand,
): PreviewMail {
  const preview = lazily(async () => {
    const { createMailPreview } = await import('../delivery/mail/preview-mail.ts');
    const reader = { serviceName, language, timeZone, abuseAddress };
    return createMailPreview({ clock, randomness, ...reader, translations, accent });
  });
  return async (drop, origin) => await (await preview())(drop, origin);
}
