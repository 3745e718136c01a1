import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const sv: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Du ombeds skicka filer' : `${sender} ber dig om filer`,
  until: 'Öppen till',
  limits: (count, size) =>
    plural('sv', count, { one: 'Högst {count} fil', other: 'Högst {count} filer' }) +
    (size === undefined ? '' : `, sammanlagt ${size}`),
  fileLimit: (size) => `Varje fil högst ${size}`,
  drop: 'Släpp filer här eller',
  choose: 'Välj filer',
  message: 'Meddelande (valfritt)',
  send: 'Skicka',
  together: 'Alla filer kommer fram tillsammans, eller ingen. Ha sidan öppen tills de är skickade.',
  sentTitle: 'Dina filer har kommit fram',
  leftOut: 'De här filerna skickades inte',
  sentAt: 'Skickat',
  told: (sender) =>
    sender === undefined ? 'Mottagaren har fått besked.' : `Besked har skickats till ${sender}.`,
  more: 'Skicka fler',
  full: 'Du har skickat så mycket som sidan tar emot. Be om en ny länk för att skicka mer.',
  begun: {
    title: 'Inte skickat än',
    whole: 'Har kommit fram, inte skickat än',
    part: (share) => `${share} har kommit fram. Välj filen igen för att fortsätta.`,
  },
  unexpected: {
    title: 'Oväntat?',
    text: 'Fråga personen ovan på ett annat sätt, till exempel per telefon, innan du skickar något. Länken är bara till för dig, så skicka den inte vidare.',
  },
  ended: {
    title: 'Sidan är inte längre öppen',
    text: 'Tiden kan ha gått ut, eller så öppnades inte hela länken. Kontrollera länken i mejlet, eller be avsändaren om en ny. Det du har skickat tidigare har kommit fram.',
  },
  refusals: {
    tooLarge: 'Det är mer än sidan tar emot. Ingenting skickades. Välj färre eller mindre filer.',
    noFiles: 'Ingen fil är vald. Välj minst en och skicka sedan.',
    invalid:
      'Ett filnamn eller meddelandet innehåller något som inte kan användas. Ingenting skickades. Ändra det och skicka igen.',
    noSpace: 'Det finns ingen plats för filerna just nu. Ingenting skickades. Försök igen senare.',
    ended: 'Sidan stängdes medan filerna var på väg. Ingenting skickades.',
    locked:
      'Sidan behöver en ny kod. Ingenting har skickats än, och det som kommit fram finns kvar: ladda om sidan, skriv in en kod och fortsätt.',
    failed: 'Det gick inte. Ingenting skickades. Försök igen om några minuter.',
  },
  script: {
    send: { one: 'Skicka {count} fil', other: 'Skicka {count} filer' },
    remove: 'Ta bort',
    cancel: 'Avbryt',
    pause: 'Pausa',
    resume: 'Fortsätt',
    paused: 'Pausat',
    waiting: 'Anslutningen bröts. Sändningen fortsätter av sig själv så snart den är tillbaka.',
    total: 'Alla filer',
    sending: 'Skickar',
    storing: 'Nästan klart: filerna sparas.',
    left: '{time} kvar',
    stopped: 'Avbrutet. Ingenting skickades. Filerna är fortfarande valda.',
    lost: 'Anslutningen bröts. Ingenting skickades. Filerna är fortfarande valda: skicka dem igen.',
    checking: 'Anslutningen bröts. När den är tillbaka ser du här vad som kom fram.',
    alreadyChosen: 'finns redan i listan.',
    emptyFolder: 'innehåller inga filer.',
    unreadable: 'kan inte läsas.',
    refused: {
      one: '{count} fil skickas inte. Listan visar varför.',
      other: '{count} filer skickas inte. Listan visar varför.',
    },
    badName: 'Namnet kan inte användas, skickas inte',
    fileTooLarge: 'För stor, skickas inte',
    tooManyFiles: 'För många filer, skickas inte',
    noRoom: 'Ingen plats kvar, skickas inte',
  },
};
