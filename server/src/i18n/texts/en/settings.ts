export const settings = {
  saved: 'Your settings have been saved.',
  address: 'You sign in as {address}.',
  displayName: 'Your name',
  displayNameHint:
    'Shown to the people you send to, together with your address. Leave it empty to show only the address.',
  language: 'Language',
  languageHint: 'Of these pages and of e-mails to you',
  timeZone: 'Time zone',
  timeZoneHint: 'Dates and times on these pages and in e-mails to you',
  defaultTimeZone: 'Default ({zone})',
  defaultDays: 'Default lifetime in days',
  defaultDaysHint:
    'How long what you send and request stays available unless you choose otherwise, from {from} to {to} days. Leave the field empty for the default: {usual}.',
  secondFactorHint: 'Used for new transfers unless you choose otherwise when you send.',
  notices: 'E-mails to you',
  receipts: 'When somebody has downloaded all files',
  reminders: 'When files expire soon or were not downloaded; recipients are reminded too',
  save: 'Save',
  problems: {
    displayName: 'Enter a name of at most 100 characters, on one line.',
    language: 'Choose a language from the list.',
    timeZone: 'Choose a time zone from the list.',
    defaultDays: 'Enter a whole number from {from} to {to}, or leave the field empty.',
    secondFactor: 'Choose one of the ways in the list.',
  },
};
