import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} bittet Sie um Dateien',
  titleUnnamed: 'Sie wurden um Dateien gebeten',
  until: 'Offen bis',
  limits: {
    one: 'Bis zu {count} Datei, insgesamt {size}',
    other: 'Bis zu {count} Dateien, insgesamt {size}',
  },
  limitsWithoutSize: {
    one: 'Bis zu {count} Datei',
    other: 'Bis zu {count} Dateien',
  },
  fileLimit: 'Bis zu {size} pro Datei',
  drop: 'Dateien hier ablegen oder',
  choose: 'Dateien auswählen',
  from: 'Ihr Name',
  message: 'Nachricht (optional)',
  send: 'Senden',
  together:
    'Alle Dateien kommen zusammen an oder gar nicht. Lassen Sie diese Seite offen, bis sie gesendet sind.',
  sentTitle: 'Ihre Dateien sind angekommen',
  leftOut: 'Diese Dateien wurden nicht gesendet',
  sentAt: 'Gesendet am',
  told: '{sender} wurde benachrichtigt.',
  toldUnnamed: 'Der Empfänger wurde benachrichtigt.',
  more: 'Weitere senden',
  full: 'Sie haben das Limit dieser Seite erreicht. Bitten Sie um einen neuen Link, um mehr zu senden.',
  begun: {
    title: 'Noch nicht gesendet',
    whole: 'Hochgeladen, noch nicht gesendet',
    part: '{share} hochgeladen. Wählen Sie diese Datei noch einmal aus, um fortzufahren.',
  },
  unexpected: {
    title: 'Haben Sie das nicht erwartet?',
    text: 'Fragen Sie bei der oben genannten Person auf anderem Weg nach, zum Beispiel am Telefon, bevor Sie etwas senden.',
    keepLink: 'Der Link ist nur für Sie; bitte geben Sie ihn nicht weiter.',
  },
  ended: {
    title: 'Diese Seite ist nicht mehr verfügbar',
    text: 'Möglicherweise ist sie abgelaufen, oder der Link ist unvollständig. Öffnen Sie den vollständigen Link aus Ihrer E-Mail, oder bitten Sie die Person, die ihn gesendet hat, um einen neuen. Bereits gesendete Dateien sind angekommen.',
  },
  refusals: {
    tooLarge:
      'Das ist mehr, als diese Seite annimmt. Es wurde nichts gesendet. Wählen Sie weniger oder kleinere Dateien.',
    noFiles:
      'Es wurde keine Datei ausgewählt. Wählen Sie mindestens eine Datei aus und senden Sie dann.',
    invalid:
      'Ein Dateiname oder die Nachricht enthält etwas, das nicht verwendet werden kann. Es wurde nichts gesendet. Ändern Sie es und senden Sie erneut.',
    noSpace:
      'Im Moment ist nicht genug Platz für die Dateien. Es wurde nichts gesendet. Versuchen Sie es später wieder.',
    ended:
      'Die Seite wurde geschlossen, während Ihre Dateien hochgeladen wurden. Es wurde nichts gesendet.',
    locked:
      'Diese Seite braucht einen neuen Code. Es wurde noch nichts gesendet, und Ihre hochgeladenen Dateien bleiben erhalten: Laden Sie die Seite neu, geben Sie einen Code ein und fahren Sie fort.',
    failed:
      'Etwas ist schiefgegangen. Es wurde nichts gesendet. Versuchen Sie es in einigen Minuten wieder.',
  },
  script: {
    send: {
      one: '{count} Datei senden',
      other: '{count} Dateien senden',
    },
    remove: 'Entfernen',
    retry: 'Erneut versuchen',
    vanished:
      'Diese Datei wurde auf Ihrem Gerät verschoben oder geändert. Wählen Sie sie erneut aus.',
    cancel: 'Abbrechen',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    paused: 'Angehalten',
    waiting:
      'Die Verbindung wurde unterbrochen. Das Senden wird automatisch fortgesetzt, sobald sie wieder da ist.',
    busy: 'Der Dienst ist ausgelastet. Das Senden wird automatisch fortgesetzt.',
    total: 'Alle Dateien',
    sending: 'Wird gesendet',
    storing: 'Fast fertig: Die Dateien werden gespeichert.',
    left: 'noch {time}',
    stopped: 'Abgebrochen. Es wurde nichts gesendet. Die Dateien sind noch ausgewählt.',
    lost: 'Die Verbindung wurde unterbrochen. Es wurde nichts gesendet. Ihre Dateien sind noch ausgewählt: Senden Sie sie erneut.',
    checking:
      'Die Verbindung wurde unterbrochen. Sobald sie wieder da ist, sehen Sie hier, was angekommen ist.',
    alreadyChosen: 'steht schon in der Liste.',
    manyChosen: {
      one: '{count} Datei ist bereits in der Liste.',
      other: '{count} Dateien sind bereits in der Liste.',
    },
    emptyFolder: 'enthält keine Dateien.',
    unreadable: 'lässt sich nicht lesen.',
    refused: {
      one: '{count} Datei wird nicht gesendet. Den Grund zeigt die Liste.',
      other: '{count} Dateien werden nicht gesendet. Den Grund zeigt die Liste.',
    },
    badName: 'Name nicht zulässig, wird nicht gesendet',
    fileTooLarge: 'Zu groß, wird nicht gesendet',
    tooManyFiles: 'Zu viele Dateien, wird nicht gesendet',
    noRoom: 'Kein Platz mehr, wird nicht gesendet',
  },
};
