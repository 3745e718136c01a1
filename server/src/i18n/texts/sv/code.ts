import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} har skickat filer till dig',
  titleUnnamed: 'Filer till dig från {service}',
  lead: 'Ange en kod för att öppna sidan, så att vi vet att det är du.',
  unreachable:
    'Du behöver en kod för att öppna sidan, men vi har inget sätt att skicka en till dig. Kontakta avsändaren.',
  ask: 'Begär en kod',
  again: 'Har ingen kod kommit?',
  bySms: 'Skicka den med sms till {to}',
  byEmail: 'Skicka den med e-post till {to}',
  sent: 'Vi har skickat en 8-siffrig kod till {to}. Det kan dröja en minut innan den kommer, och den gäller i 10 minuter.',
  label: 'Kod',
  form: '8 siffror',
  submit: 'Fortsätt',
  wrong: 'Det är inte rätt kod. Du har {tries} försök kvar.',
  spent: 'Koden har angetts fel för många gånger och gäller inte längre. Begär en ny.',
  expired: 'Koden har gått ut. Begär en ny.',
  cookies:
    'En kod fungerar bara i den webbläsare där den begärdes. Tillåt cookies för sidan och begär sedan en ny kod.',
  stuck: 'Ingen kod har nått {to} än. Vänta en stund eller begär en ny.',
  wait: 'Inga fler koder kan skickas till {to} just nu. Försök igen om en timme.',
};
