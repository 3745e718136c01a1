import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Ihr Konto',
  timeZone: 'Die Zeiten auf dieser Seite gelten in der Zeitzone {zone}.',
  glance: 'Auf einen Blick',
  live: 'Verfügbare Sendungen',
  tray: 'Noch nicht gesendete Dateien',
  programHelp: 'So verwendet ein Programm dieses Konto',
  tokenHelp:
    'Jede Operation braucht den Header CSRF-Token. Sein Wert steht in einem verborgenen Feld dieser Seite und bleibt gültig, solange er verwendet wird. Die Befehle auf dieser Seite fragen nach dem API-Schlüssel und lesen das Token aus $TOKEN:',
  contactsHint:
    'Fügen Sie mit contacts_add.cgi die Personen hinzu, mit denen Sie Dateien austauschen. Eine Sendung braucht mindestens einen Kontakt.',
  noShared: 'Der Betreiber stellt keine gemeinsamen Kontakte bereit.',
  receivers: 'Empfänger der nächsten Sendung',
  noReceivers: 'Noch niemand ausgewählt.',
  receiversHint:
    'Wählen Sie mit receivers_set.cgi, wer die nächste Sendung erhält. Die Auswahl gilt für eine Sendung.',
  type: 'Typ',
  uploaded: 'Hochgeladen',
  removed: 'Wird gelöscht',
  noFiles: 'Keine Dateien warten darauf, gesendet zu werden.',
  filesHint:
    'Laden Sie mit upload.cgi eine Datei hoch. Sie bleibt hier, bis Sie sie senden oder entfernen oder sie gelöscht wird.',
  historyHint:
    'Wählen Sie einen Empfänger, laden Sie eine Datei hoch, rufen Sie die Liste mit get_files.cgi ab und senden Sie mit createdrop.cgi. Jede Sendung bleibt in dieser Liste.',
  arrived: 'Empfangen',
  token: 'Download-Token',
  fetchHint:
    'Dateien lädt das Programm herunter, das den API-Schlüssel dieses Kontos verwendet. Ein Browser kann sie hier nicht herunterladen.',
  inboxHint:
    'Dateien, die andere an Ihre Adresse senden, erscheinen hier. Um Personen um Dateien zu bitten, wählen Sie sie als Empfänger und geben ihnen mit givedrop.cgi Zugang zum Hochladen.',
  more: {
    one: '{count} weiterer Eintrag wird hier nicht angezeigt.',
    other: '{count} weitere Einträge werden hier nicht angezeigt.',
  },
};
