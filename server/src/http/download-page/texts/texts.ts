import type { Language } from '../../../i18n/language.ts';
import { danish } from './da.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { finnish } from './fi.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { norwegian } from './nb.ts';
import { dutch } from './nl.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { swedish } from './sv.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const downloadPageTexts: Record<Language, DownloadPageTexts> = {
  en: english,
  sv: swedish,
  nb: norwegian,
  da: danish,
  fi: finnish,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
};
