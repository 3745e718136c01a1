import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Dine indstillinger er gemt.',
  address: 'Du logger ind som {address}.',
  displayName: 'Dit navn',
  displayNameHint:
    'Vises sammen med din adresse for dem, du sender til. Lad feltet være tomt for kun at vise adressen.',
  language: 'Sprog',
  languageHint: 'På disse sider og i e-mails til dig',
  timeZone: 'Tidszone',
  timeZoneHint: 'For datoer og klokkeslæt på disse sider og i e-mails til dig',
  defaultTimeZone: 'Standard ({zone})',
  defaultDays: 'Standardlevetid i dage',
  defaultDaysHint:
    'Bruges til nye forsendelser og anmodninger: {from} til {to} dage. Tomt betyder {usual}.',
  secondFactorHint: 'Bruges til det, du sender, medmindre du vælger noget andet, når du sender.',
  notices: 'E-mails til dig',
  receipts: 'Når nogen har hentet alle filer',
  reminders: 'Før filer udløber, som nogen ikke har hentet (vi minder også modtageren om det)',
  save: 'Gem',
  problems: {
    displayName: 'Indtast et navn på højst 100 tegn på én linje.',
    language: 'Vælg et sprog på listen.',
    timeZone: 'Vælg en tidszone på listen.',
    defaultDays: 'Angiv et helt tal fra {from} til {to}, eller lad feltet være tomt.',
    secondFactor: 'Vælg en af mulighederne på listen.',
  },
};
