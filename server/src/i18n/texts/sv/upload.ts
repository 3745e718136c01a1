import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} ber dig om filer',
  titleUnnamed: 'Du har ombetts att skicka filer',
  until: 'Öppen till',
  limits: { one: 'Högst {count} fil, totalt {size}', other: 'Högst {count} filer, totalt {size}' },
  limitsWithoutSize: {
    one: 'Högst {count} fil',
    other: 'Högst {count} filer',
  },
  fileLimit: 'Högst {size} per fil',
  drop: 'Släpp filer här eller',
  choose: 'Välj filer',
  from: 'Ditt namn',
  message: 'Meddelande (valfritt)',
  send: 'Skicka',
  together:
    'Alla filer kommer fram tillsammans eller inte alls. Håll sidan öppen tills de är skickade.',
  sentTitle: 'Dina filer har kommit fram',
  leftOut: 'De här filerna skickades inte',
  sentAt: 'Skickat',
  told: '{sender} har meddelats.',
  toldUnnamed: 'Mottagaren har meddelats.',
  more: 'Skicka fler',
  full: 'Du har nått gränsen för den här sidan. Be om en ny länk för att skicka mer.',
  begun: {
    title: 'Inte skickat än',
    whole: 'Uppladdad, inte skickad än',
    part: '{share} uppladdat. Välj filen igen för att fortsätta.',
  },
  unexpected: {
    title: 'Väntade du dig inte det här?',
    text: 'Kontrollera med personen ovan på ett annat sätt, till exempel per telefon, innan du skickar något. Länken är bara till för dig, så dela den inte.',
  },
  ended: {
    title: 'Sidan är inte längre tillgänglig',
    text: 'Den kan ha gått ut, eller så är länken ofullständig. Öppna hela länken från mejlet, eller be den som skickade den om en ny. Filer som du redan har skickat har kommit fram.',
  },
  refusals: {
    tooLarge: 'Det är mer än sidan tar emot. Ingenting skickades. Välj färre eller mindre filer.',
    noFiles: 'Ingen fil är vald. Välj minst en och skicka sedan.',
    invalid:
      'Ett filnamn eller meddelandet innehåller något som inte kan användas. Ingenting skickades. Ändra det och skicka igen.',
    noSpace:
      'Det finns inte tillräckligt med utrymme för filerna just nu. Ingenting skickades. Försök igen senare.',
    ended: 'Sidan stängdes medan filerna laddades upp. Ingenting skickades.',
    locked:
      'Sidan behöver en ny kod. Ingenting har skickats än, och dina uppladdade filer finns kvar: ladda om sidan, ange en kod och fortsätt.',
    failed: 'Något gick fel. Ingenting skickades. Försök igen om några minuter.',
  },
  script: {
    send: {
      one: 'Skicka {count} fil',
      other: 'Skicka {count} filer',
    },
    remove: 'Ta bort',
    retry: 'Försök igen',
    vanished: 'Filen har flyttats eller ändrats på din enhet. Välj den igen.',
    cancel: 'Avbryt',
    pause: 'Pausa',
    resume: 'Återuppta',
    paused: 'Pausad',
    waiting: 'Anslutningen bröts. Sändningen återupptas automatiskt när den är tillbaka.',
    busy: 'Tjänsten är upptagen. Sändningen återupptas automatiskt.',
    total: 'Alla filer',
    sending: 'Skickar',
    storing: 'Nästan klart: filerna sparas.',
    left: '{time} kvar',
    stopped: 'Avbrutet. Ingenting skickades. Filerna är fortfarande valda.',
    lost: 'Anslutningen bröts. Ingenting skickades. Filerna är fortfarande valda: skicka dem igen.',
    checking: 'Anslutningen bröts. När den är tillbaka ser du här vad som kom fram.',
    alreadyChosen: 'finns redan i listan.',
    manyChosen: {
      one: '{count} fil finns redan i listan.',
      other: '{count} filer finns redan i listan.',
    },
    emptyFolder: 'innehåller inga filer.',
    unreadable: 'kan inte läsas.',
    refused: {
      one: '{count} fil skickas inte. Listan visar varför.',
      other: '{count} filer skickas inte. Listan visar varför.',
    },
    badName: 'Otillåtet namn, skickas inte',
    fileTooLarge: 'För stor, skickas inte',
    tooManyFiles: 'För många filer, skickas inte',
    noRoom: 'Inget utrymme kvar, skickas inte',
  },
};
