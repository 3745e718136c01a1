import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const german: DownloadPageTexts = {
  skipToContent: 'Zum Inhalt springen',
  promise: 'Dateien werden verschlüsselt aufbewahrt und gelöscht, wenn ihre Zeit abgelaufen ist.',
  language: 'Sprache',

  sentBy: ({ sender, count }) => `${sender} hat Ihnen ${files(count)} gesendet`,
  sentThrough: ({ service, count }) => `${files(count)} für Sie von ${service}`,
  sent: 'Gesendet',
  message: 'Nachricht',
  defaultMessage:
    'Diese Dateien sind für Sie bestimmt. Bitte laden Sie sie herunter, bevor ihre Zeit abläuft.',

  files: 'Dateien',
  download: 'Herunterladen',
  fileListPages: 'Seiten der Dateiliste',
  shownFiles: ({ from, to, total }) => `Dateien ${from} bis ${to} von ${total}`,
  previousFiles: 'Vorherige Dateien',
  nextFiles: 'Weitere Dateien',
  downloadAll: ({ size }) => `Alle herunterladen (${size}, .zip)`,
  downloaded: 'Heruntergeladen',
  allDownloaded: 'Sie haben alle Dateien heruntergeladen.',
  checksums: 'Prüfsummen (SHA-256)',
  checksumsHelp:
    'Mit einer Prüfsumme können Sie nachweisen, dass eine Datei genau so ankam, wie sie gesendet wurde.',

  availableUntil: 'Verfügbar bis',
  timeLeft: ({ duration }) => `noch ${duration}`,
  endsSoon: ({ count }) =>
    plural('de', count, {
      one: 'Diese Datei läuft bald ab. Bitte laden Sie sie jetzt herunter.',
      other: 'Diese Dateien laufen bald ab. Bitte laden Sie sie jetzt herunter.',
    }),

  unexpected: 'Sie haben das nicht erwartet?',
  whatThisIs: ({ service }) =>
    `${service} überbringt Dateien, die für eine E-Mail zu groß oder zu vertraulich sind. Jemand hat Ihnen diese Dateien gesendet, und diese Seite ist nur für Sie bestimmt.`,
  whenInDoubt:
    'Wenn Sie den Absender nicht kennen oder unsicher sind, öffnen Sie die Dateien nicht. Fragen Sie zuerst beim Absender nach, auf einem Weg, den Sie schon kennen, zum Beispiel am Telefon.',
  keepTheLink:
    'Bitte geben Sie den Link nicht weiter: Wer ihn hat, kann die Dateien herunterladen.',
  report: ({ address }) => `Kommt Ihnen etwas verdächtig vor? Schreiben Sie an: ${address}`,

  endedTitle: 'Diese Dateien sind nicht mehr hier',
  endedReason:
    'Ihre Zeit ist abgelaufen, der Absender hat sie zurückgezogen, oder der Link ist nicht vollständig.',
  endedAdvice:
    'Öffnen Sie den Link genau so, wie er in der E-Mail steht. Hilft das nicht, bitten Sie den Absender, die Dateien noch einmal zu senden.',
  waitTitle: 'Bitte warten Sie einen Moment',
  waitAdvice:
    'Der Dienst ist ausgelastet oder wurde zu oft gefragt. Nichts ist verloren. Versuchen Sie es in einer Minute noch einmal.',

  noReminder: {
    title: 'Keine Erinnerung mehr?',
    text: 'Sie werden nicht mehr an diese Dateien erinnert, bevor ihre Zeit abläuft. Der Link in Ihrer E-Mail funktioniert weiterhin.',
    action: 'Nicht erinnern',
    done: 'Sie werden nicht an diese Dateien erinnert.',
  },

  noMail: {
    title: 'Keine weiteren E-Mails?',
    text: 'Wählen Sie, wessen E-Mails Sie an diese Adresse nicht mehr erhalten möchten. Was Ihnen bereits gesendet wurde, bleibt über seinen Link erreichbar.',
    fromSender: 'Keine E-Mails mehr von diesem Absender',
    fromAll: 'Keine E-Mails mehr, von niemandem',
    done: 'Sie erhalten keine weiteren E-Mails.',
  },

  running: {
    downloading: 'Wird heruntergeladen',
    checking: 'Datei wird geprüft',
    checked: 'Heruntergeladen und geprüft: Die Datei kam genau so an, wie sie gesendet wurde.',
    mismatch:
      'Die Datei kam nicht so an, wie sie gesendet wurde, und wurde nicht gespeichert. Bitte laden Sie sie noch einmal herunter.',
    brokeOff:
      'Der Download brach ab. Drücken Sie noch einmal auf die Schaltfläche: Er geht dort weiter, wo er aufgehört hat.',
    offline:
      'Sie sind offline. Drücken Sie noch einmal auf die Schaltfläche, wenn Sie wieder verbunden sind: Der Download geht dort weiter, wo er aufgehört hat.',
    byBrowser: 'Ihr Browser lädt diese große Datei selbst herunter.',
  },
};

function files(count: number): string {
  return plural('de', count, { one: '1 Datei', other: '{count} Dateien' });
}
