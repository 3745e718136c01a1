import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Postvak',
  empty: 'Uw postvak is leeg.',
  emptyHint:
    'Hier verschijnen bestanden die anderen naar {email} sturen en alles waar u om vraagt.',
  from: 'Van',
  files: 'Bestanden',
  until: 'Beschikbaar tot',
  new: 'Nieuw',
  unknown: 'Onbekende afzender',
  named: '{name} (naam opgegeven door de afzender)',
  fileCount: {
    one: '{count} bestand, {size}',
    other: '{count} bestanden, {size}',
  },
  needsCode: 'Code nodig',
  older: 'Ouder',
  newest: 'Nieuwste',
  all: 'Terug naar het postvak',
  filesFrom: 'Bestanden van {sender}',
  received: 'Ontvangen: {date}',
  availableUntil: 'Beschikbaar tot: {date}',
  downloadAll: 'Alles downloaden ({size}, .zip)',
  downloaded: 'Gedownload: {date}',
  deleteTitle: 'Verwijderen',
  delete: 'Deze bestanden verwijderen',
  deleteOwn: 'De bestanden worden definitief verwijderd.',
  deleteDrop:
    'U kunt deze bestanden dan niet meer openen. De afzender en andere ontvangers houden die van hen.',
  deleted: 'Verwijderd.',
  name: 'Naam',
  size: 'Grootte',
  viaRequest: 'U hebt om deze bestanden gevraagd.',
};
