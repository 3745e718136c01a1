import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const norwegian: DownloadPageTexts = {
  skipToContent: 'Gå til innholdet',
  promise: 'Filene oppbevares kryptert og slettes når tiden deres er ute.',
  language: 'Språk',

  sentBy: ({ sender, count }) => `${sender} har sendt deg ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} til deg fra ${service}`,
  sent: 'Sendt',
  message: 'Melding',
  defaultMessage: 'Disse filene er til deg. Last dem ned før tiden er ute.',

  files: 'Filer',
  download: 'Last ned',
  fileListPages: 'Sider i fillisten',
  shownFiles: ({ from, to, total }) => `Fil ${from} til ${to} av ${total}`,
  previousFiles: 'Forrige filer',
  nextFiles: 'Neste filer',
  downloadAll: ({ size }) => `Last ned alle (${size}, .zip)`,
  downloaded: 'Lastet ned',
  allDownloaded: 'Du har lastet ned alle filene.',
  checksums: 'Kontrollsummer (SHA-256)',
  checksumsHelp: 'Med en kontrollsum kan du vise at en fil kom fram nøyaktig slik den ble sendt.',

  availableUntil: 'Tilgjengelig til',
  timeLeft: ({ duration }) => `${duration} igjen`,
  endsSoon: ({ count }) =>
    plural('nb', count, {
      one: 'Filen blir snart borte. Last den ned nå.',
      other: 'Filene blir snart borte. Last dem ned nå.',
    }),

  unexpected: 'Ventet du ikke dette?',
  whatThisIs: ({ service }) =>
    `${service} formidler filer som er for store eller for private for e-post. Noen har sendt deg disse filene, og siden er laget for deg alene.`,
  whenInDoubt:
    'Hvis du ikke kjenner avsenderen eller er usikker, må du ikke åpne filene. Spør avsenderen først, på en måte du allerede kjenner, for eksempel på telefon.',
  keepTheLink: 'Ikke send lenken videre: den som har den, kan laste ned filene.',
  report: ({ address }) => `Ser noe feil ut? Skriv til: ${address}`,

  endedTitle: 'Disse filene er ikke her lenger',
  endedReason:
    'Tiden er ute, avsenderen har trukket dem tilbake, eller lenken er ikke fullstendig.',
  endedAdvice:
    'Åpne lenken nøyaktig slik den står i e-posten. Hvis det ikke hjelper, be avsenderen sende filene på nytt.',
  waitTitle: 'Vent et øyeblikk',
  waitAdvice:
    'Tjenesten er opptatt eller ble spurt for ofte. Ingenting er tapt. Prøv igjen om et minutt.',

  noReminder: {
    title: 'Ingen flere påminnelser?',
    text: 'Du får ingen påminnelse om disse filene før tiden er ute. Lenken i e-posten virker som før.',
    action: 'Ikke påminn meg',
    done: 'Du får ingen påminnelse om disse filene.',
  },

  noMail: {
    title: 'Ingen flere e-poster?',
    text: 'Velg hvem du ikke lenger vil ha e-post fra til denne adressen. Det du allerede har fått, er fortsatt tilgjengelig via lenken.',
    fromSender: 'Ingen flere e-poster fra denne avsenderen',
    fromAll: 'Ingen flere e-poster fra noen',
    done: 'Du får ingen flere e-poster.',
  },

  running: {
    downloading: 'Laster ned',
    checking: 'Kontrollerer filen',
    checked: 'Lastet ned og kontrollert: filen kom fram nøyaktig slik den ble sendt.',
    mismatch: 'Filen kom ikke fram slik den ble sendt, og ble ikke lagret. Last den ned på nytt.',
    brokeOff: 'Nedlastingen ble avbrutt. Trykk på knappen igjen: den fortsetter der den stoppet.',
    offline:
      'Du er frakoblet. Trykk på knappen igjen når du er tilbake: nedlastingen fortsetter der den stoppet.',
    byBrowser: 'Nettleseren laster selv ned denne store filen.',
  },
};

function files(count: number): string {
  return plural('nb', count, { one: '1 fil', other: '{count} filer' });
}
