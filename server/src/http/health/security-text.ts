import type { ServiceNames } from '../../domain/model/appearance.ts';
import type { Clock } from '../../domain/model/clock.ts';
import { day } from '../../domain/model/clock.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route } from '../routing/route.ts';

/** RFC 9116 demands less than a year. */
const validMs = 180 * day;

export interface SecurityTextOptions {
  /** Its support address is the contact where the operator has set none. */
  brand: () => ServiceNames;
  /** An e-mail address or an https address. */
  securityContact: string | undefined;
  securityPolicyUrl: string | undefined;
  publicUrl: string | undefined;
  language: string;
}

/** The contact for security reports: RFC 9116. */
export function securityTextRoute(clock: Clock, options: SecurityTextOptions): Route {
  const { brand, securityPolicyUrl, publicUrl, language } = options;

  function text(contact: string): string {
    const today = Math.floor(clock.now() / day) * day;
    const lines = {
      Contact: contact.includes('@') ? `mailto:${contact}` : contact,
      Expires: new Date(today + validMs).toISOString().replace('.000Z', 'Z'),
      'Preferred-Languages': language === 'en' ? 'en' : `${language}, en`,
      Canonical:
        publicUrl === undefined ? undefined : `${publicUrl}${operations.service.securityText.path}`,
      Policy: securityPolicyUrl,
    };
    return Object.entries(lines)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value ?? ''}\n`)
      .join('');
  }

  return route(operations.service.securityText, (_who, _input, { reply }) => {
    const contact = options.securityContact ?? brand().supportAddress;
    if (contact === undefined) {
      throw new ValiseError('not_found', 'This server names no contact for security.');
    }
    return reply.type('text/plain; charset=utf-8').send(text(contact));
  });
}
