import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const de: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Sie werden um Dateien gebeten' : `${sender} bittet Sie um Dateien`,
  until: 'Offen bis',
  limits: (count, size) =>
    plural('de', count, { one: 'Bis zu {count} Datei', other: 'Bis zu {count} Dateien' }) +
    (size === undefined ? '' : `, zusammen ${size}`),
  fileLimit: (size) => `Jede Datei höchstens ${size}`,
  drop: 'Dateien hier ablegen oder',
  choose: 'Dateien auswählen',
  message: 'Nachricht (freiwillig)',
  send: 'Senden',
  together:
    'Alle Dateien kommen zusammen an oder keine. Lassen Sie die Seite offen, bis sie gesendet sind.',
  sentTitle: 'Ihre Dateien sind angekommen',
  leftOut: 'Diese Dateien wurden nicht gesendet',
  sentAt: 'Gesendet',
  told: (sender) =>
    sender === undefined
      ? 'Der Empfänger wurde benachrichtigt.'
      : `${sender} wurde benachrichtigt.`,
  more: 'Weitere senden',
  full: 'Sie haben so viel gesendet, wie diese Seite annimmt. Bitten Sie um einen neuen Link, um mehr zu senden.',
  begun: {
    title: 'Noch nicht gesendet',
    whole: 'Angekommen, noch nicht gesendet',
    part: (share) => `${share} angekommen. Wählen Sie diese Datei noch einmal, um fortzufahren.`,
  },
  unexpected: {
    title: 'Haben Sie das nicht erwartet?',
    text: 'Fragen Sie die oben genannte Person auf anderem Weg, zum Beispiel am Telefon, bevor Sie etwas senden. Der Link ist nur für Sie bestimmt; geben Sie ihn bitte nicht weiter.',
  },
  ended: {
    title: 'Diese Seite ist nicht mehr offen',
    text: 'Vielleicht ist ihre Zeit abgelaufen, oder der Link wurde nicht ganz geöffnet. Prüfen Sie den Link in der E-Mail, oder bitten Sie den Absender um einen neuen. Was Sie zuvor gesendet haben, ist angekommen.',
  },
  refusals: {
    tooLarge:
      'Das ist mehr, als diese Seite annimmt. Es wurde nichts gesendet. Wählen Sie weniger oder kleinere Dateien.',
    noFiles: 'Es wurde keine Datei ausgewählt. Wählen Sie mindestens eine, dann senden Sie.',
    invalid:
      'Ein Dateiname oder die Nachricht enthält etwas, das nicht verwendet werden kann. Es wurde nichts gesendet. Ändern Sie es und senden Sie erneut.',
    noSpace:
      'Im Moment ist kein Platz für die Dateien. Es wurde nichts gesendet. Versuchen Sie es später wieder.',
    ended:
      'Die Seite wurde geschlossen, während die Dateien unterwegs waren. Es wurde nichts gesendet.',
    locked:
      'Die Seite braucht einen neuen Code. Es wurde noch nichts gesendet, und was angekommen ist, bleibt: Laden Sie die Seite neu, geben Sie einen Code ein und machen Sie weiter.',
    failed:
      'Das hat nicht geklappt. Es wurde nichts gesendet. Versuchen Sie es in einigen Minuten wieder.',
  },
  script: {
    send: { one: '{count} Datei senden', other: '{count} Dateien senden' },
    remove: 'Entfernen',
    cancel: 'Abbrechen',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    paused: 'Angehalten',
    waiting: 'Die Verbindung ist abgerissen. Sobald sie wieder da ist, geht es von selbst weiter.',
    total: 'Alle Dateien',
    sending: 'Wird gesendet',
    storing: 'Fast fertig: Die Dateien werden gespeichert.',
    left: 'noch {time}',
    stopped: 'Abgebrochen. Es wurde nichts gesendet. Die Dateien sind noch ausgewählt.',
    lost: 'Die Verbindung ist abgerissen. Es wurde nichts gesendet. Die Dateien sind noch ausgewählt: Senden Sie sie erneut.',
    checking:
      'Die Verbindung ist abgerissen. Sobald sie wieder da ist, sehen Sie hier, was angekommen ist.',
    alreadyChosen: 'steht schon in der Liste.',
    emptyFolder: 'enthält keine Dateien.',
    unreadable: 'lässt sich nicht lesen.',
    refused: {
      one: '{count} Datei wird nicht gesendet. Den Grund zeigt die Liste.',
      other: '{count} Dateien werden nicht gesendet. Den Grund zeigt die Liste.',
    },
    badName: 'Dieser Name ist nicht möglich, wird nicht gesendet',
    fileTooLarge: 'Zu groß, wird nicht gesendet',
    tooManyFiles: 'Zu viele Dateien, wird nicht gesendet',
    noRoom: 'Kein Platz mehr, wird nicht gesendet',
  },
};
