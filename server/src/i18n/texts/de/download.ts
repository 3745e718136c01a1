import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Zum Inhalt springen',
  promise: 'Dateien werden verschlüsselt gespeichert und nach Ablauf gelöscht.',
  language: 'Sprache',
  sentBy: {
    one: '{sender} hat Ihnen {count} Datei gesendet',
    other: '{sender} hat Ihnen {count} Dateien gesendet',
  },
  sentThrough: {
    one: '{count} Datei für Sie von {service}',
    other: '{count} Dateien für Sie von {service}',
  },
  sent: 'Gesendet am',
  message: 'Nachricht',
  defaultMessage: 'Diese Dateien sind für Sie. Bitte laden Sie sie herunter, bevor sie ablaufen.',
  files: 'Dateien',
  download: 'Herunterladen',
  fileListPages: 'Seiten der Dateiliste',
  shownFiles: 'Dateien {from} bis {to} von {total}',
  previousFiles: 'Vorherige Dateien',
  nextFiles: 'Weitere Dateien',
  downloadAll: 'Alle herunterladen ({size}, .zip)',
  downloaded: 'Heruntergeladen am',
  allDownloaded: 'Sie haben alle Dateien heruntergeladen.',
  checksums: 'Prüfsummen (SHA-256)',
  checksumsHelp:
    'Mit einer Prüfsumme können Sie prüfen, ob eine Datei genau so ankam, wie sie gesendet wurde.',
  availableUntil: 'Verfügbar bis',
  timeLeft: 'noch {duration}',
  endsSoon: {
    one: 'Diese Datei läuft bald ab. Bitte laden Sie sie jetzt herunter.',
    other: 'Diese Dateien laufen bald ab. Bitte laden Sie sie jetzt herunter.',
  },
  unexpected: 'Haben Sie das nicht erwartet?',
  whatThisIs:
    '{service} stellt Dateien zu, die für eine E-Mail zu groß oder zu vertraulich sind. Jemand hat Ihnen diese Dateien gesendet, und diese Seite ist nur für Sie.',
  whenInDoubt:
    'Wenn Sie den Absender nicht kennen oder unsicher sind, öffnen Sie die Dateien nicht. Fragen Sie zuerst beim Absender nach, auf einem Weg, den Sie schon kennen, zum Beispiel am Telefon.',
  keepTheLink:
    'Bitte geben Sie diesen Link nicht weiter: Jeder, der ihn hat, kann die Dateien herunterladen.',
  report: 'Kommt Ihnen etwas verdächtig vor? Schreiben Sie an: {address}',
  endedTitle: 'Diese Dateien sind nicht mehr verfügbar',
  endedReason:
    'Möglicherweise sind sie abgelaufen, der Absender hat sie zurückgezogen, oder der Link ist unvollständig.',
  endedAdvice:
    'Öffnen Sie den vollständigen Link aus Ihrer E-Mail. Hilft das nicht, bitten Sie den Absender, die Dateien noch einmal zu senden.',
  limitTitle: 'Download-Limit erreicht',
  limitAdvice:
    'Sie haben dies so oft heruntergeladen, wie der Absender erlaubt. Bitten Sie den Absender, es erneut zu senden, wenn Sie es noch brauchen.',
  waitTitle: 'Bitte warten Sie einen Moment',
  waitAdvice:
    'Der Dienst ist ausgelastet oder hat zu viele Anfragen erhalten. Nichts ist verloren. Versuchen Sie es in einer Minute noch einmal.',
  noReminder: {
    title: 'Keine Erinnerungen mehr?',
    text: 'Sie werden nicht an diese Dateien erinnert, bevor sie ablaufen. Der Link in Ihrer E-Mail funktioniert weiterhin.',
    action: 'Nicht erinnern',
    done: 'Sie werden nicht an diese Dateien erinnert.',
  },
  noMail: {
    title: 'Keine weiteren E-Mails?',
    text: 'Wählen Sie, wessen E-Mails Sie an diese Adresse nicht mehr erhalten möchten. Bereits gesendete Dateien bleiben über ihre Links verfügbar.',
    fromSender: 'Keine E-Mails mehr von diesem Absender',
    fromAll: 'Von niemandem mehr E-Mails',
    done: 'Sie erhalten keine weiteren E-Mails.',
  },
  running: {
    downloading: 'Wird heruntergeladen',
    checking: 'Datei wird geprüft',
    checked: 'Heruntergeladen und geprüft: Die Datei kam genau so an, wie sie gesendet wurde.',
    mismatch:
      'Die Datei kam nicht so an, wie sie gesendet wurde, und wurde nicht gespeichert. Bitte laden Sie sie noch einmal herunter.',
    brokeOff: 'Die Verbindung wurde unterbrochen. Der Download wird automatisch fortgesetzt.',
    busy: 'Der Dienst ist ausgelastet. Der Download wird automatisch fortgesetzt.',
    offline:
      'Sie sind offline. Der Download wird automatisch fortgesetzt, sobald Sie wieder online sind.',
    byBrowser: 'Ihr Browser lädt diese Datei herunter. Sehen Sie in seiner Download-Liste nach.',
    saved: 'Download abgeschlossen.',
    notSaved:
      'Die Datei konnte nicht gespeichert werden. Prüfen Sie, ob genug Speicherplatz frei ist, und laden Sie sie noch einmal herunter.',
    cancel: 'Abbrechen',
    cancelled: 'Download abgebrochen.',
  },
  find: 'Datei nach Namen suchen',
  findAction: 'Suchen',
  found: { one: '{count} Datei gefunden.', other: '{count} Dateien gefunden.' },
  foundNone: 'Kein Dateiname enthält diesen Text.',
  showAll: 'Alle Dateien anzeigen',
  kinds: {
    picture: 'Bild',
    video: 'Videodatei',
    audio: 'Audiodatei',
    text: 'Dokument',
    table: 'Tabelle',
    slides: 'Präsentation',
    archive: 'Archivdatei',
    file: 'Datei',
  },
  view: 'Anzeigen',
};
