import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Innstillingene dine er lagret.',
  address: 'Du logger inn som {address}.',
  displayName: 'Navnet ditt',
  displayNameHint:
    'Vises sammen med adressen din for dem du sender til. La feltet stå tomt for å vise bare adressen.',
  language: 'Språk',
  languageHint: 'På disse sidene og i e-post til deg',
  timeZone: 'Tidssone',
  timeZoneHint: 'For datoer og klokkeslett på disse sidene og i e-post til deg',
  defaultTimeZone: 'Standard ({zone})',
  defaultDays: 'Standard levetid i dager',
  defaultDaysHint:
    'Brukes for nye sendinger og forespørsler: {from} til {to} dager. Tomt betyr {usual}.',
  secondFactorHint: 'Brukes for det du sender, med mindre du velger noe annet da.',
  notices: 'E-post til deg',
  receipts: 'Når noen har lastet ned alle filene',
  reminders: 'Før filer utløper som noen ikke har lastet ned (vi minner også mottakeren på det)',
  save: 'Lagre',
  problems: {
    displayName: 'Skriv inn et navn på høyst 100 tegn på én linje.',
    language: 'Velg et språk fra listen.',
    timeZone: 'Velg en tidssone fra listen.',
    defaultDays: 'Oppgi et helt tall fra {from} til {to}, eller la feltet stå tomt.',
    secondFactor: 'Velg en av mulighetene i listen.',
  },
};
