import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Dina inställningar har sparats.',
  address: 'Du loggar in som {address}.',
  displayName: 'Ditt namn',
  displayNameHint:
    'Visas tillsammans med din adress för dem du skickar till. Lämna tomt för att bara visa adressen.',
  language: 'Språk',
  languageHint: 'För de här sidorna och för e-post till dig',
  timeZone: 'Tidszon',
  timeZoneHint: 'För datum och tider på de här sidorna och i e-post till dig',
  defaultTimeZone: 'Standard ({zone})',
  defaultDays: 'Standardlivslängd i dagar',
  defaultDaysHint:
    'Används för nya sändningar och förfrågningar: {from} till {to} dagar. Tomt betyder {usual}.',
  secondFactorHint: 'Används för det du skickar om du inte väljer något annat då.',
  notices: 'E-post till dig',
  receipts: 'När någon har laddat ner alla filer',
  reminders: 'Innan filer som någon inte har laddat ner går ut (vi påminner även mottagaren)',
  save: 'Spara',
  problems: {
    displayName: 'Ange ett namn på högst 100 tecken, på en rad.',
    language: 'Välj ett språk i listan.',
    timeZone: 'Välj en tidszon i listan.',
    defaultDays: 'Ange ett heltal från {from} till {to}, eller lämna fältet tomt.',
    secondFactor: 'Välj ett av sätten i listan.',
  },
};
