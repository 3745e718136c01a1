import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '#protocol/errors.ts';
import { deriveAccent } from './derive-accent.ts';
import type { Config } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Asset } from '../http/assets/assets.ts';
import { readLogo } from '../http/assets/assets.ts';
import type { Accent } from '../http/assets/dressing.ts';
import type { Language } from '../i18n/language.ts';
import { languages } from '../i18n/language.ts';
import { overrideTexts } from '../i18n/texts/override-texts.ts';
import type { Texts } from '../i18n/texts/texts.ts';
import type { Translations } from '../i18n/texts/translation.ts';
import { translate } from '../i18n/texts/translation.ts';

/** The settings that name or draw the service. */
type BrandSettings = Pick<
  Config,
  'serviceName' | 'supportAddress' | 'logoFile' | 'accentColor' | 'textsDir'
>;

/** What the operator has set. Where something is undefined, administrators choose it, or it is ours. */
export interface Brand {
  serviceName: string | undefined;
  supportAddress: string | undefined;
  logo: Asset | undefined;
  accent: Accent | undefined;
  translations: Translations;
  /** What the operator's files of texts have in vain. */
  warnings: readonly Problem[];
}

/**
 * Reads the operator's logo and texts, and derives the shades of the accent. Throws `config_invalid` with
 * every fault.
 */
export async function loadBrand({
  serviceName,
  supportAddress,
  logoFile,
  accentColor,
  textsDir,
}: BrandSettings): Promise<Brand> {
  const problems: Problem[] = [];
  const logo = logoFile === undefined ? undefined : await loadLogo(logoFile, problems);
  const warnings: Problem[] = [];
  const texts: Partial<Record<Language, Texts>> = {};
  if (textsDir !== undefined) await loadTexts(textsDir, texts, { problems, warnings });
  const accent = accentColor === undefined ? undefined : deriveAccent(accentColor);
  if (problems.length === 0) {
    const translations = translate(texts);
    return { serviceName, supportAddress, logo, accent, translations, warnings };
  }
  const sentences = problems.map(({ field, problem }) => `${field}: ${problem}`);
  throw new ValiseError('config_invalid', sentences.join('\n'), { details: problems });
}

async function loadLogo(path: string, problems: Problem[]): Promise<Asset | undefined> {
  try {
    return readLogo(await readFile(path));
  } catch (error) {
    problems.push({ field: 'logoFile', problem: `${path} cannot be used: ${reasonOf(error)}.` });
    return undefined;
  }
}

async function loadTexts(
  dir: string,
  texts: Partial<Record<Language, Texts>>,
  { problems, warnings }: { problems: Problem[]; warnings: Problem[] },
): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    problems.push({ field: 'textsDir', problem: `${dir} cannot be read: ${reasonOf(error)}.` });
    return [];
  });
  for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
    const language = languages.find((candidate) => `${candidate}.json` === name);
    if (language === undefined) {
      problems.push({ field: name, problem: `The languages are ${languages.join(', ')}.` });
      continue;
    }
    try {
      const given: unknown = JSON.parse(await readFile(join(dir, name), 'utf8'));
      const overridden = overrideTexts(language, given);
      problems.push(...overridden.problems);
      warnings.push(...overridden.warnings);
      texts[language] = overridden.texts;
    } catch (error) {
      problems.push({ field: name, problem: `cannot be read: ${reasonOf(error)}.` });
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
