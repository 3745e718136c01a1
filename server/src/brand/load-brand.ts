import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '#protocol/errors.ts';
import { deriveAccent } from './derive-accent.ts';
import type { Config } from '../config/settings.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { PageTexts } from '../http/link-pages/page-texts.ts';
import { ourPageTexts, pageValueNames } from '../http/link-pages/page-texts.ts';
import type { Accent } from '../http/assets/accent-sheet.ts';
import type { Asset } from '../http/assets/assets.ts';
import { readLogo } from '../http/assets/read-logo.ts';
import type { Language } from '../i18n/language.ts';
import { languages } from '../i18n/language.ts';
import { overrideTexts } from '../i18n/override-texts.ts';
import { mailTexts } from '../delivery/mail/messages/texts/mail-texts.ts';
import { mailValueNames } from '../delivery/mail/messages/texts/mail-value-names.ts';
import type { MailTexts } from '../delivery/mail/messages/texts/mail-texts.ts';

/** Everything that people are told, in one language. */
export interface AllTexts extends PageTexts {
  mail: MailTexts;
}

/** What the operator put in place of ours. */
export interface Brand {
  /** Undefined when it is ours. */
  logo: Asset | undefined;
  /** Undefined when it is ours. */
  accent: Accent | undefined;
  texts: Record<Language, AllTexts>;
}

export const valueNames = { ...pageValueNames, mail: mailValueNames };

export function ourTexts(language: Language): AllTexts {
  return { ...ourPageTexts[language], mail: mailTexts[language] };
}

/** Reads the operator's logo and texts, and makes shades of the accent. Throws `config_invalid`, and names everything that is wrong. */
export async function loadBrand({
  logoFile,
  accentColor,
  textsDir,
}: Pick<Config, 'logoFile' | 'accentColor' | 'textsDir'>): Promise<Brand> {
  const problems: Problem[] = [];
  const logo = logoFile === undefined ? undefined : await loadLogo(logoFile, problems);
  const texts = Object.fromEntries(
    languages.map((language) => [language, ourTexts(language)]),
  ) as Record<Language, AllTexts>;
  if (textsDir !== undefined) await loadTexts(textsDir, texts, problems);
  const accent = accentColor === undefined ? undefined : deriveAccent(accentColor);
  if (problems.length === 0) return { logo, accent, texts };
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
  texts: Record<Language, AllTexts>,
  problems: Problem[],
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
      texts[language] = overrideAll(language, given, problems);
    } catch (error) {
      problems.push({ field: name, problem: `cannot be read: ${reasonOf(error)}.` });
    }
  }
}

function overrideAll(language: Language, given: unknown, problems: Problem[]): AllTexts {
  const paths = Object.entries(valueNames).flatMap(([group, names]) =>
    Object.entries(names).map(([path, list]) => [`${group}.${path}`, list]),
  );
  const overridden = overrideTexts(ourTexts(language), given, {
    language,
    valueNames: Object.fromEntries(paths) as Record<string, readonly string[]>,
    at: `${language}.json`,
  });
  problems.push(...overridden.problems);
  return overridden.texts;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
