import type { Say } from '../../../i18n/texts/translation.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { PageReader } from './frame.ts';
import { renderQrCode } from './qr-code.ts';

interface SecretView {
  reader: PageReader;
  /** In base32. */
  secret: string;
  /** What the app shows: the service and the account. */
  serviceName: string;
  email: string;
}

/** The secret that an app is given, to scan or to type in. */
export function secretToScan({ reader: { say }, secret, serviceName, email }: SecretView): Html {
  const label = `${serviceName}:${email}`;
  const query = new URLSearchParams({ secret, issuer: serviceName });
  const address = `otpauth://totp/${encodeURIComponent(label)}?${query.toString()}`;
  return html`<p>${say('security.appScan')}</p>
    ${renderQrCode(address, say('security.appScan'))}
    <p>${say('security.appType')} <code>${secret.match(/.{4}/g)?.join(' ') ?? secret}</code></p>`;
}

/** The codes, the only time that they are shown. */
export function recoveryCodeList(say: Say, codes: readonly string[]): Html {
  return html`<p>${say('security.codesLead')}</p>
    <ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>`;
}
