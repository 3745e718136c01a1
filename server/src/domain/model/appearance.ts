import { parseEmailAddress } from '#protocol/email-address.ts';

/** What administrators chose of how the service is called and looks. What is undefined is the operator's, or ours. */
export interface Appearance {
  serviceName: string | undefined;
  /** Such as `#0b5f5a`. */
  accentColor: string | undefined;
  supportAddress: string | undefined;
  /** A PNG or SVG picture. */
  logo: Buffer | undefined;
}

/** The setting that wins over each part of it. */
export const appearanceSettings = {
  serviceName: 'serviceName',
  accentColor: 'accentColor',
  supportAddress: 'supportAddress',
  logo: 'logoFile',
} as const satisfies Record<keyof Appearance, string>;

/** Where nobody chose one: the colour is that of our tokens (`web/styles/tokens.css`). */
export const ourAppearance = { serviceName: 'Valise', accentColor: '#0b5f5a' } as const;

/** How the service is called now, and where people may write. */
export interface ServiceNames {
  serviceName: string;
  supportAddress: string | undefined;
}

/** What there is before anything was chosen. */
export const nothingChosen: Appearance = {
  serviceName: undefined,
  accentColor: undefined,
  supportAddress: undefined,
  logo: undefined,
};

/** The one appearance of the installation. */
export interface AppearanceRepository {
  /** Grows with every change; 0 before the first. */
  version(): Promise<number>;
  find(): Promise<Appearance>;
  put(appearance: Appearance): Promise<void>;
}

/** One line of at most 60 characters; undefined for another. */
export function parseServiceName(text: string): string | undefined {
  return /^(?! )[^\p{Cc}\p{Zl}\p{Zp}]{1,60}(?<! )$/u.test(text) ? text : undefined;
}

/**
 * Three or six hexadecimal digits as `#rrggbb`; undefined for another text. The `#` may be missing: where a word begins
 * with it, a shell takes the rest of the line for a comment.
 */
export function parseColor(text: string): string | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text) ?? [];
  if (digits === '') return undefined;
  const all = digits.length === 6 ? digits : digits.replaceAll(/./g, '$&$&');
  return `#${all.toLowerCase()}`;
}

/** What is right of an appearance that another program may have written. `isLogo`: whether bytes can be a logo. */
export function soundPartOf(
  { serviceName, accentColor, supportAddress, logo }: Appearance,
  isLogo: (bytes: Buffer) => boolean,
): Appearance {
  return {
    serviceName: serviceName && parseServiceName(serviceName),
    accentColor: accentColor && parseColor(accentColor),
    supportAddress: supportAddress && parseEmailAddress(supportAddress),
    logo: logo !== undefined && isLogo(logo) ? logo : undefined,
  };
}
