import { extname } from 'node:path';
import { ValiseError } from '../../domain/model/valise-error.ts';

export const contactFormats = ['json', 'csv'] as const;
export type ContactFormat = (typeof contactFormats)[number];

export const formatOption = {
  value: 'json|csv',
  doc: 'how the contacts are written; told from the file’s ending unless said',
} as const;

/** The format that was asked for, else the one that the file's name tells, else `fallback`. */
export function chooseFormat(
  asked: string | undefined,
  fileName: string | undefined,
  fallback?: ContactFormat,
): ContactFormat {
  const ending = fileName === undefined ? '' : extname(fileName).slice(1).toLowerCase();
  const chosen =
    asked === undefined
      ? (contactFormats.find((format) => format === ending) ?? fallback)
      : contactFormats.find((format) => format === asked);
  if (chosen !== undefined) return chosen;
  throw new ValiseError(
    'usage',
    asked === undefined
      ? 'The file’s name does not tell its format: say --format json or --format csv.'
      : '--format must be json or csv.',
  );
}
