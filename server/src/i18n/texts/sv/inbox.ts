import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Inkorg',
  empty: 'Din inkorg är tom.',
  emptyHint: 'Här visas filer som andra skickar till {email} och det som du ber om.',
  from: 'Från',
  files: 'Filer',
  until: 'Tillgängliga till',
  new: 'Ny',
  unknown: 'Okänd avsändare',
  named: '{name} (namn angivet av avsändaren)',
  fileCount: {
    one: '{count} fil, {size}',
    other: '{count} filer, {size}',
  },
  older: 'Äldre',
  newest: 'Nyaste',
  all: 'Tillbaka till inkorgen',
  filesFrom: 'Filer från {sender}',
  received: 'Mottaget: {date}',
  availableUntil: 'Tillgängliga till: {date}',
  downloadAll: 'Ladda ner alla ({size}, .zip)',
  downloaded: 'Nedladdad: {date}',
  deleteTitle: 'Radera',
  delete: 'Radera de här filerna',
  deleteOwn: 'Filerna raderas för gott.',
  deleteDrop:
    'Du kan inte längre öppna de här filerna. Avsändaren och andra mottagare har kvar sina.',
  deleted: 'Raderat.',
  name: 'Namn',
  size: 'Storlek',
  viaRequest: 'Du har bett om de här filerna.',
};
