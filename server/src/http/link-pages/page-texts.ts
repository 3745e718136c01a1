import type { Language } from '../../i18n/language.ts';
import { languages } from '../../i18n/language.ts';
import type { DownloadPageTexts } from '../download-page/texts/download-page-texts.ts';
import { downloadPageTexts } from '../download-page/texts/texts.ts';
import type { CodeTexts } from './texts/code-texts.ts';
import { codeTexts } from './texts/code-texts.ts';
import type { UploadPageTexts } from '../upload-page/texts/upload-page-texts.ts';
import { uploadPageTexts } from '../upload-page/texts/upload-page-texts.ts';

/** What the pages of people without an account say. */
export interface PageTexts {
  download: DownloadPageTexts;
  upload: UploadPageTexts;
  code: CodeTexts;
}

export type PageTextsByLanguage = Readonly<Record<Language, PageTexts>>;

export const ourPageTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      download: downloadPageTexts[language],
      upload: uploadPageTexts[language],
      code: codeTexts[language],
    },
  ]),
) as Record<Language, PageTexts>;

/** What the values in the texts are called, for those who write others. */
export const pageValueNames = {
  download: {
    sentBy: ['sender', 'count'],
    sentThrough: ['service', 'count'],
    shownFiles: ['from', 'to', 'total'],
    downloadAll: ['size'],
    timeLeft: ['duration'],
    endsSoon: ['count'],
    whatThisIs: ['service'],
    report: ['address'],
  },
  upload: {
    title: ['sender'],
    limits: ['count', 'size'],
    fileLimit: ['size'],
    told: ['sender'],
    'begun.part': ['share'],
  },
  code: {
    title: ['sender', 'service'],
    bySms: ['to'],
    byEmail: ['to'],
    sent: ['to'],
    wrong: ['tries'],
    stuck: ['to'],
    wait: ['to'],
  },
} as const;
