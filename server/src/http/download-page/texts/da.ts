import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const danish: DownloadPageTexts = {
  skipToContent: 'Gå til indholdet',
  promise: 'Filerne opbevares krypteret og slettes, når deres tid er udløbet.',
  language: 'Sprog',

  sentBy: ({ sender, count }) => `${sender} har sendt dig ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} til dig fra ${service}`,
  sent: 'Sendt',
  message: 'Besked',
  defaultMessage: 'Disse filer er til dig. Hent dem, før deres tid er udløbet.',

  files: 'Filer',
  download: 'Hent',
  fileListPages: 'Fillistens sider',
  shownFiles: ({ from, to, total }) => `Fil ${from} til ${to} af ${total}`,
  previousFiles: 'Forrige filer',
  nextFiles: 'Næste filer',
  downloadAll: ({ size }) => `Hent alle (${size}, .zip)`,
  downloaded: 'Hentet',
  allDownloaded: 'Du har hentet alle filerne.',
  checksums: 'Kontrolsummer (SHA-256)',
  checksumsHelp: 'Med en kontrolsum kan du vise, at en fil kom frem, præcis som den blev sendt.',

  availableUntil: 'Tilgængelig indtil',
  timeLeft: ({ duration }) => `${duration} tilbage`,
  endsSoon: ({ count }) =>
    plural('da', count, {
      one: 'Filen forsvinder snart. Hent den nu.',
      other: 'Filerne forsvinder snart. Hent dem nu.',
    }),

  unexpected: 'Ventede du ikke dette?',
  whatThisIs: ({ service }) =>
    `${service} formidler filer, der er for store eller for private til e-mail. Nogen har sendt dig disse filer, og siden er lavet til dig alene.`,
  whenInDoubt:
    'Hvis du ikke kender afsenderen eller er i tvivl, så åbn ikke filerne. Spørg først afsenderen på en måde, du allerede kender, for eksempel i telefonen.',
  keepTheLink: 'Send ikke linket videre: den, der har det, kan hente filerne.',
  report: ({ address }) => `Ser noget forkert ud? Skriv til: ${address}`,

  endedTitle: 'Disse filer er her ikke længere',
  endedReason:
    'Deres tid er udløbet, afsenderen har trukket dem tilbage, eller linket er ikke fuldstændigt.',
  endedAdvice:
    'Åbn linket, præcis som det står i e-mailen. Hjælper det ikke, så bed afsenderen om at sende filerne igen.',
  waitTitle: 'Vent et øjeblik',
  waitAdvice:
    'Tjenesten har travlt eller blev spurgt for ofte. Intet er gået tabt. Prøv igen om et minut.',

  noReminder: {
    title: 'Ikke flere påmindelser?',
    text: 'Du får ingen påmindelse om disse filer, før tiden er gået. Linket i din mail virker som før.',
    action: 'Påmind mig ikke',
    done: 'Du får ingen påmindelse om disse filer.',
  },

  noMail: {
    title: 'Ikke flere mails?',
    text: 'Vælg, hvem du ikke længere vil have mails fra på denne adresse. Det, du allerede har fået, er stadig tilgængeligt via sit link.',
    fromSender: 'Ikke flere mails fra denne afsender',
    fromAll: 'Ikke flere mails fra nogen',
    done: 'Du får ikke flere mails.',
  },

  running: {
    downloading: 'Henter',
    checking: 'Kontrollerer filen',
    checked: 'Hentet og kontrolleret: filen kom frem, præcis som den blev sendt.',
    mismatch: 'Filen kom ikke frem, som den blev sendt, og blev ikke gemt. Hent den igen.',
    brokeOff: 'Hentningen blev afbrudt. Tryk på knappen igen: den fortsætter, hvor den slap.',
    offline:
      'Du er offline. Tryk på knappen igen, når du er tilbage: hentningen fortsætter, hvor den slap.',
    byBrowser: 'Browseren henter selv denne store fil.',
  },
};

function files(count: number): string {
  return plural('da', count, { one: '1 fil', other: '{count} filer' });
}
