import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { BrandSource, CurrentBrand } from '../brand/brand-source.ts';
import { createBrandSource } from '../brand/brand-source.ts';
import { deriveAccent } from '../brand/derive-accent.ts';
import type { Brand } from '../brand/load-brand.ts';
import type { BrandPreview } from '../domain/ports/brand-preview.ts';
import { second } from '../domain/model/clock.ts';
import type { Asset } from '../http/assets/assets.ts';
import { loadLastingAssets } from '../http/assets/assets.ts';
import type { Dressing } from '../http/assets/dressing.ts';
import { loadDressing } from '../http/assets/dressing.ts';
import { loadFont } from '../http/assets/font.ts';
import { loadPreviewSheet } from '../http/assets/preview-sheet.ts';
import { lazily } from '../platform/lazily.ts';
import type { Installation } from './installation.ts';

/** How late a process may notice what another one has changed. */
const lookEveryMs = second;

const webDir = fileURLToPath(new URL('../../../web', import.meta.url));
const fontDir = fileURLToPath(new URL('../../../build/font', import.meta.url));

/** The brand of a process that serves requests, and what its pages load, which changes with it. */
export interface WatchedBrand extends BrandSource {
  assets: ReadonlyMap<string, Asset>;
  preview: BrandPreview;
  /** Resolves when the database is not asked any more. */
  stop: () => Promise<void>;
}

/** Once a process: none of these files changes while it runs. */
const readAssets = lazily(async () => {
  const font = await loadFont(fontDir);
  return { dressing: loadDressing(webDir, font), lasting: loadLastingAssets(webDir, font) };
});

/** Looks every second whether the brand was changed, so that no request has to. */
export async function watchBrand(
  given: Brand,
  { database, log }: Pick<Installation, 'database'> & { log: Logger },
): Promise<WatchedBrand> {
  const source = createBrandSource(given, database);
  const { dressing, lasting } = await readAssets();
  const assets = new Map(lasting);
  let worn: CurrentBrand | undefined;

  async function look(): Promise<CurrentBrand> {
    const brand = await source.look();
    if (brand !== worn) {
      for (const [path, asset] of dressing(brand)) assets.set(path, asset);
      worn = brand;
    }
    return brand;
  }

  let isFailing = false;
  let looking: Promise<void> | undefined;
  async function lookOnTime(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      // Once for each time that the database is away.
      if (!isFailing) log.warn({ err: error }, 'it could not be seen whether the look was changed');
      isFailing = true;
    }
    looking = undefined;
  }

  await look();
  const timer = setInterval(() => {
    looking ??= lookOnTime();
  }, lookEveryMs);
  timer.unref();
  return {
    current: source.current,
    look,
    assets,
    wouldBe: source.wouldBe,
    preview: composePreview(given, source, dressing),
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

/** Made of what the pages are made of, so that a preview shows what they will. */
function composePreview(given: Brand, source: BrandSource, dressing: Dressing): BrandPreview {
  const previewSheet = lazily(() => loadPreviewSheet(webDir));
  return {
    brandOf(wished) {
      const brand = source.wouldBe(wished);
      const logo = dressing(brand).get('/assets/logo');
      if (logo === undefined) throw new Error('Pages have a logo');
      return { serviceName: brand.serviceName, supportAddress: brand.supportAddress, logo };
    },
    async sheetOf(color) {
      const accent = given.accent ?? (color === undefined ? undefined : deriveAccent(color));
      return (await previewSheet())(accent);
    },
  };
}
