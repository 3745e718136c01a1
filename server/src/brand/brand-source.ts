import type { Appearance, ServiceNames } from '../domain/model/appearance.ts';
import { soundPartOf } from '../domain/model/appearance.ts';
import type { DatabaseOf } from '../domain/model/database.ts';
import type { Asset } from '../http/assets/assets.ts';
import { readLogo } from '../http/assets/assets.ts';
import type { Accent } from '../http/assets/dressing.ts';
import { deriveAccent } from './derive-accent.ts';
import type { Brand } from './load-brand.ts';

/** How the service is called and looks. */
export interface CurrentBrand extends ServiceNames {
  /** Undefined for ours, like the accent. */
  logo: Asset | undefined;
  accent: Accent | undefined;
}

export interface BrandSource {
  /** As the latest look found it. The same object until something was changed. */
  current: () => CurrentBrand;
  /** Asks the database whether administrators have changed something, and returns what is there now. */
  look: () => Promise<CurrentBrand>;
  /** What there would be if administrators had chosen this. */
  wouldBe: (wished: Appearance) => CurrentBrand;
}

const ourName = 'Valise';

/** What the operator has set, and for the rest what administrators chose. It knows only what is set before a look. */
export function createBrandSource(
  given: Brand,
  { appearance }: Pick<DatabaseOf<'appearance'>, 'appearance'>,
): BrandSource {
  let version = 0;
  let current = mergeBrand(given, undefined);

  return {
    current: () => current,
    wouldBe: (wished) => mergeBrand(given, wished),
    async look() {
      // Read before the row: whatever is changed in between has a later version.
      const latest = await appearance.version();
      if (latest === version) return current;
      current = mergeBrand(given, await appearance.find());
      version = latest;
      return current;
    },
  };
}

function mergeBrand(given: Brand, found: Appearance | undefined): CurrentBrand {
  const chosen = found && soundPartOf(found, isLogo);
  const { logo, accentColor } = chosen ?? {};
  return {
    serviceName: given.serviceName ?? chosen?.serviceName ?? ourName,
    supportAddress: given.supportAddress ?? chosen?.supportAddress,
    logo: given.logo ?? (logo && readLogo(logo)),
    accent: given.accent ?? (accentColor === undefined ? undefined : deriveAccent(accentColor)),
  };
}

function isLogo(bytes: Buffer): boolean {
  return logoFaultOf(bytes) === undefined;
}

/** Why bytes cannot be a logo, in words that complete a sentence; undefined for those that can. */
export function logoFaultOf(bytes: Buffer): string | undefined {
  try {
    readLogo(bytes);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
