import type { CodeTexts } from './code-texts.ts';

export const sv: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined
      ? `Filer till dig från ${service}`
      : `${sender} har skickat filer till dig`,
  lead: 'Den här sidan öppnas med en kod. Den visar att du är den som sidan är till för.',
  unreachable:
    'Den här sidan öppnas med en kod, men det finns inget känt sätt att skicka en till dig. Fråga avsändaren.',
  ask: 'Få en kod',
  again: 'Har ingen kod kommit?',
  bySms: ({ to }) => `Skicka den med sms till ${to}`,
  byEmail: ({ to }) => `Skicka den med e-post till ${to}`,
  sent: ({ to }) =>
    `Vi har skickat en kod på 8 siffror till ${to}. Det kan dröja en minut innan den kommer, och den gäller i 10 minuter.`,
  label: 'Kod',
  form: '8 siffror',
  submit: 'Fortsätt',
  wrong: ({ tries }) => `Det är inte rätt kod. Du har ${tries} försök kvar.`,
  spent: 'Koden skrevs in fel för många gånger och gäller inte längre. Få en ny.',
  expired: 'Koden har gått ut. Få en ny.',
  cookies:
    'En kod fungerar bara i den webbläsare där den beställdes. Tillåt cookies för sidan och hämta sedan en ny kod.',
  stuck: ({ to }) => `Ingen kod har nått ${to} än. Vänta en stund eller be om en ny.`,
  wait: ({ to }) => `Inga fler koder kan skickas till ${to} just nu. Vänta en timme.`,
};
