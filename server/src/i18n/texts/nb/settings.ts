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
    'Så lenge er det du sender og ber om, tilgjengelig hvis du ikke velger noe annet: {from} til {to} dager. La feltet stå tomt for standarden: {usual}.',
  secondFactorHint: 'Brukes for det du sender, med mindre du velger noe annet da.',
  notices: 'E-post til deg',
  receipts: 'Når noen har lastet ned alle filene',
  reminders: 'Når filer snart utløper eller ikke er lastet ned; mottakerne får også en påminnelse',
  save: 'Lagre',
  problems: {
    displayName: 'Skriv inn et navn på høyst 100 tegn på én linje.',
    language: 'Velg et språk fra listen.',
    timeZone: 'Velg en tidssone fra listen.',
    defaultDays: 'Oppgi et helt tall fra {from} til {to}, eller la feltet stå tomt.',
    secondFactor: 'Velg en av mulighetene i listen.',
  },
};
