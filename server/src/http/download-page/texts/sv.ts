import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const swedish: DownloadPageTexts = {
  skipToContent: 'Gå till innehållet',
  promise: 'Filerna förvaras krypterade och raderas när deras tid är slut.',
  language: 'Språk',

  sentBy: ({ sender, count }) => `${sender} har skickat ${files(count)} till dig`,
  sentThrough: ({ service, count }) => `${files(count)} till dig från ${service}`,
  sent: 'Skickat',
  message: 'Meddelande',
  defaultMessage: 'De här filerna är till dig. Ladda ner dem innan deras tid är slut.',

  files: 'Filer',
  download: 'Ladda ner',
  fileListPages: 'Fillistans sidor',
  shownFiles: ({ from, to, total }) => `Fil ${from} till ${to} av ${total}`,
  previousFiles: 'Föregående filer',
  nextFiles: 'Nästa filer',
  downloadAll: ({ size }) => `Ladda ner alla (${size}, .zip)`,
  downloaded: 'Nerladdad',
  allDownloaded: 'Du har laddat ner alla filer.',
  checksums: 'Kontrollsummor (SHA-256)',
  checksumsHelp: 'Med en kontrollsumma kan du visa att en fil kom fram precis som den skickades.',

  availableUntil: 'Tillgängligt till',
  timeLeft: ({ duration }) => `${duration} kvar`,
  endsSoon: ({ count }) =>
    plural('sv', count, {
      one: 'Filen försvinner snart. Ladda ner den nu.',
      other: 'Filerna försvinner snart. Ladda ner dem nu.',
    }),

  unexpected: 'Väntade du dig inte det här?',
  whatThisIs: ({ service }) =>
    `${service} förmedlar filer som är för stora eller för privata för e-post. Någon har skickat de här filerna till dig, och sidan är gjord för dig och ingen annan.`,
  whenInDoubt:
    'Om du inte känner avsändaren eller är osäker, öppna inte filerna. Fråga avsändaren först, på ett sätt som du redan känner till, till exempel per telefon.',
  keepTheLink: 'Skicka inte länken vidare: den som har den kan ladda ner filerna.',
  report: ({ address }) => `Ser något fel ut? Skriv till: ${address}`,

  endedTitle: 'De här filerna finns inte längre här',
  endedReason:
    'Deras tid är slut, avsändaren har dragit tillbaka dem eller länken är inte fullständig.',
  endedAdvice:
    'Öppna länken precis som den står i mejlet. Om det inte hjälper, be avsändaren att skicka filerna igen.',
  waitTitle: 'Vänta ett ögonblick',
  waitAdvice:
    'Tjänsten är upptagen eller har fått för många frågor. Inget har gått förlorat. Försök igen om en minut.',

  noReminder: {
    title: 'Inga fler påminnelser?',
    text: 'Du får ingen påminnelse om de här filerna innan tiden är ute. Länken i ditt mejl fungerar som förut.',
    action: 'Påminn mig inte',
    done: 'Du får ingen påminnelse om de här filerna.',
  },

  noMail: {
    title: 'Inga fler mejl?',
    text: 'Välj vems mejl du inte längre vill ha till den här adressen. Det du redan har fått finns kvar via sin länk.',
    fromSender: 'Inga fler mejl från den här avsändaren',
    fromAll: 'Inga fler mejl från någon',
    done: 'Du får inga fler mejl.',
  },

  running: {
    downloading: 'Laddar ner',
    checking: 'Kontrollerar filen',
    checked: 'Nerladdad och kontrollerad: filen kom fram precis som den skickades.',
    mismatch: 'Filen kom inte fram som den skickades och har inte sparats. Ladda ner den igen.',
    brokeOff: 'Nerladdningen avbröts. Tryck på knappen igen: den fortsätter där den slutade.',
    offline:
      'Du är inte ansluten till nätet. Tryck på knappen igen när du är tillbaka: nerladdningen fortsätter där den slutade.',
    byBrowser: 'Webbläsaren laddar själv ner den här stora filen.',
  },
};

function files(count: number): string {
  return plural('sv', count, { one: '1 fil', other: '{count} filer' });
}
