import type { Language } from '../../i18n/language.ts';
import { languages } from '../../i18n/language.ts';
import type { ReceiveTexts } from '../download-page/texts/receive-texts.ts';
import { receiveTexts } from '../download-page/texts/texts.ts';
import type { CodeTexts } from './texts/code-texts.ts';
import { codeTexts } from './texts/code-texts.ts';
import type { SendBackTexts } from '../upload-page/texts/send-back-texts.ts';
import { sendBackTexts } from '../upload-page/texts/send-back-texts.ts';

/** What the pages of people without an account say. */
export interface PageTexts {
  download: ReceiveTexts;
  upload: SendBackTexts;
  code: CodeTexts;
}

export type PageTextsByLanguage = Readonly<Record<Language, PageTexts>>;

export const ourPageTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      download: receiveTexts[language],
      upload: sendBackTexts[language],
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
