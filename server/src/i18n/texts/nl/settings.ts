import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Uw instellingen zijn opgeslagen.',
  address: 'U meldt zich aan als {address}.',
  displayName: 'Uw naam',
  displayNameHint:
    'Wordt samen met uw adres getoond aan de personen naar wie u verzendt. Laat leeg om alleen het adres te tonen.',
  language: 'Taal',
  languageHint: 'Van deze pagina’s en van e-mails aan u',
  timeZone: 'Tijdzone',
  timeZoneHint: 'Voor datums en tijden op deze pagina’s en in e-mails aan u',
  defaultTimeZone: 'Standaard ({zone})',
  defaultDays: 'Standaardduur in dagen',
  defaultDaysHint:
    'Voor nieuwe verzendingen en verzoeken: {from} tot {to} dagen. Leeg betekent {usual}.',
  secondFactorHint: 'Geldt voor nieuwe verzendingen, tenzij u bij het verzenden iets anders kiest.',
  notices: 'E-mails aan u',
  receipts: 'Wanneer iemand alle bestanden heeft gedownload',
  reminders:
    'Voordat bestanden verlopen die iemand niet heeft gedownload (wij herinneren ook de ontvanger)',
  save: 'Opslaan',
  problems: {
    displayName: 'Voer een naam van hoogstens 100 tekens in, op één regel.',
    language: 'Kies een taal uit de lijst.',
    timeZone: 'Kies een tijdzone uit de lijst.',
    defaultDays: 'Voer een geheel getal van {from} tot {to} in, of laat het veld leeg.',
    secondFactor: 'Kies een mogelijkheid uit de lijst.',
  },
};
