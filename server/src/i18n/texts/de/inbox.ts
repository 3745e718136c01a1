import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Posteingang',
  empty: 'Ihr Posteingang ist leer.',
  emptyHint:
    'Hier erscheinen Dateien, die andere an {email} senden, und alles, worum Sie gebeten haben.',
  from: 'Von',
  files: 'Dateien',
  until: 'Verfügbar bis',
  new: 'Neu',
  unknown: 'Unbekannter Absender',
  named: '{name} (Name vom Absender angegeben)',
  fileCount: {
    one: '{count} Datei, {size}',
    other: '{count} Dateien, {size}',
  },
  needsCode: 'Code erforderlich',
  older: 'Ältere Einträge',
  newest: 'Neueste Einträge',
  all: 'Zurück zum Posteingang',
  filesFrom: 'Dateien von {sender}',
  received: 'Erhalten: {date}',
  availableUntil: 'Verfügbar bis: {date}',
  downloadAll: 'Alle herunterladen ({size}, .zip)',
  downloaded: 'Heruntergeladen: {date}',
  deleteTitle: 'Löschen',
  delete: 'Diese Dateien löschen',
  deleteOwn: 'Die Dateien werden endgültig gelöscht.',
  deleteDrop:
    'Sie können diese Dateien dann nicht mehr öffnen. Der Absender und andere Empfänger behalten ihre.',
  deleted: 'Gelöscht.',
  name: 'Name',
  size: 'Größe',
  viaRequest: 'Sie haben um diese Dateien gebeten.',
};
