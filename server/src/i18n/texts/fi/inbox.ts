import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Saapuneet',
  empty: 'Saapuneissa ei ole mitään.',
  emptyHint:
    'Tässä näkyvät tiedostot, joita muut lähettävät osoitteeseen {email}, ja pyytämäsi tiedostot.',
  from: 'Lähettäjä',
  files: 'Tiedostot',
  until: 'Saatavilla asti',
  new: 'Uusi',
  unknown: 'Tuntematon lähettäjä',
  named: '{name} (lähettäjän ilmoittama nimi)',
  fileCount: {
    one: '{count} tiedosto, {size}',
    other: '{count} tiedostoa, {size}',
  },
  needsCode: 'Vaatii koodin',
  older: 'Vanhemmat',
  newest: 'Uusimmat',
  all: 'Takaisin saapuneisiin',
  filesFrom: 'Lähettäjä: {sender}',
  received: 'Saapunut: {date}',
  availableUntil: 'Saatavilla: {date} asti',
  downloadAll: 'Lataa kaikki ({size}, .zip)',
  downloaded: 'Ladattu: {date}',
  deleteTitle: 'Poista',
  delete: 'Poista nämä tiedostot',
  deleteOwn: 'Tiedostot poistetaan lopullisesti.',
  deleteDrop:
    'Et voi enää avata näitä tiedostoja. Lähettäjällä ja muilla vastaanottajilla ne säilyvät.',
  deleted: 'Poistettu.',
  name: 'Nimi',
  size: 'Koko',
  viaRequest: 'Pyysit näitä tiedostoja.',
};
