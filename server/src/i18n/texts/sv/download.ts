import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Gå till innehållet',
  promise: 'Filerna lagras krypterade och raderas när de går ut.',
  language: 'Språk',
  sentBy: {
    one: '{sender} har skickat {count} fil till dig',
    other: '{sender} har skickat {count} filer till dig',
  },
  sentThrough: {
    one: '{count} fil till dig från {service}',
    other: '{count} filer till dig från {service}',
  },
  sent: 'Skickat',
  message: 'Meddelande',
  defaultMessage: 'De här filerna är till dig. Ladda ner dem innan de går ut.',
  files: 'Filer',
  download: 'Ladda ner',
  fileListPages: 'Fillistans sidor',
  shownFiles: 'Fil {from} till {to} av {total}',
  previousFiles: 'Föregående filer',
  nextFiles: 'Nästa filer',
  downloadAll: 'Ladda ner alla ({size}, .zip)',
  downloaded: 'Nedladdad',
  allDownloaded: 'Du har laddat ner alla filer.',
  checksums: 'Kontrollsummor (SHA-256)',
  checksumsHelp:
    'Med en kontrollsumma kan du kontrollera att en fil kom fram precis som den skickades.',
  availableUntil: 'Tillgängliga till',
  timeLeft: '{duration} kvar',
  endsSoon: {
    one: 'Filen går snart ut. Ladda ner den nu.',
    other: 'Filerna går snart ut. Ladda ner dem nu.',
  },
  unexpected: 'Väntade du dig inte det här?',
  whatThisIs:
    '{service} levererar filer som är för stora eller för känsliga för e-post. Någon har skickat de här filerna till dig, och sidan är bara till för dig.',
  whenInDoubt:
    'Om du inte känner avsändaren eller är osäker, öppna inte filerna. Kontrollera först med avsändaren på ett sätt som du redan känner till, till exempel per telefon.',
  keepTheLink: 'Dela inte länken: alla som har den kan ladda ner filerna.',
  report: 'Ser något fel ut? Skriv till: {address}',
  endedTitle: 'De här filerna är inte längre tillgängliga',
  endedReason:
    'De kan ha gått ut, avsändaren kan ha dragit tillbaka dem eller så är länken ofullständig.',
  endedAdvice:
    'Öppna hela länken från mejlet. Om det inte hjälper, be avsändaren att skicka filerna igen.',
  limitTitle: 'Nedladdningsgränsen är nådd',
  limitAdvice:
    'Du har laddat ner detta så många gånger som avsändaren tillåter. Be avsändaren skicka det igen om du fortfarande behöver det.',
  waitTitle: 'Vänta ett ögonblick',
  waitAdvice:
    'Tjänsten är upptagen eller har fått för många förfrågningar. Inget har gått förlorat. Försök igen om en minut.',
  noReminder: {
    title: 'Stoppa påminnelser?',
    text: 'Du får ingen påminnelse om de här filerna innan de går ut. Länken i mejlet fungerar fortfarande.',
    action: 'Påminn mig inte',
    done: 'Du får ingen påminnelse om de här filerna.',
  },
  noMail: {
    title: 'Stoppa mejl?',
    text: 'Välj vems mejl du inte längre vill ha till den här adressen. Filer som redan har skickats till dig finns kvar via sina länkar.',
    fromSender: 'Inga fler mejl från den här avsändaren',
    fromAll: 'Inga fler mejl från någon',
    done: 'Du får inga fler mejl.',
  },
  running: {
    downloading: 'Laddar ner',
    checking: 'Kontrollerar filen',
    checked: 'Nedladdad och kontrollerad: filen kom fram precis som den skickades.',
    mismatch: 'Filen kom inte fram som den skickades och har inte sparats. Ladda ner den igen.',
    brokeOff: 'Anslutningen bröts. Nedladdningen återupptas automatiskt.',
    busy: 'Tjänsten är upptagen. Nedladdningen återupptas automatiskt.',
    offline: 'Du är offline. Nedladdningen återupptas automatiskt när du är uppkopplad igen.',
    byBrowser: 'Webbläsaren laddar ner filen. Se dess nedladdningslista.',
    saved: 'Nedladdningen är klar.',
    notSaved:
      'Filen kunde inte sparas. Kontrollera att det finns tillräckligt med utrymme och ladda ner den igen.',
    cancel: 'Avbryt',
    cancelled: 'Nedladdningen avbröts.',
  },
  find: 'Sök fil efter namn',
  findAction: 'Sök',
  found: { one: '{count} fil hittades.', other: '{count} filer hittades.' },
  foundNone: 'Inget filnamn innehåller detta.',
  showAll: 'Visa alla filer',
  kinds: {
    picture: 'Bild',
    video: 'Videofil',
    audio: 'Ljudfil',
    text: 'Dokument',
    table: 'Kalkylblad',
    slides: 'Presentationsfil',
    archive: 'Arkiv',
    file: 'Fil',
  },
  view: 'Visa',
};
