import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Tilisi',
  timeZone: 'Tämän sivun ajat ovat aikavyöhykkeellä {zone}.',
  glance: 'Yhdellä silmäyksellä',
  live: 'Saatavilla olevat lähetykset',
  tray: 'Vielä lähettämättömät tiedostot',
  programHelp: 'Näin ohjelma käyttää tätä tiliä',
  tokenHelp:
    'Jokainen toiminto tarvitsee otsakkeen CSRF-Token. Sen arvo on tämän sivun piilokentässä ja pysyy voimassa niin kauan kuin sitä käytetään. Tämän sivun komennot kysyvät API-avainta ja lukevat arvon muuttujasta $TOKEN:',
  contactsHint:
    'Lisää contacts_add.cgi-toiminnolla henkilöt, joiden kanssa vaihdat tiedostoja. Lähetys tarvitsee vähintään yhden yhteystiedon.',
  noShared: 'Ylläpitäjä ei jaa yhteystietoja.',
  receivers: 'Seuraavan lähetyksen vastaanottajat',
  noReceivers: 'Ketään ei ole vielä valittu.',
  receiversHint:
    'Valitse receivers_set.cgi-toiminnolla, kuka saa seuraavan lähetyksen. Valinta koskee yhtä lähetystä.',
  type: 'Tyyppi',
  uploaded: 'Ladattu palveluun',
  removed: 'Poistetaan',
  noFiles: 'Lähetettäviä tiedostoja ei ole.',
  filesHint:
    'Lataa tiedosto upload.cgi-toiminnolla. Se pysyy tässä, kunnes lähetät tai poistat sen tai se poistetaan.',
  historyHint:
    'Valitse vastaanottaja, lataa tiedosto, hae luettelo get_files.cgi-toiminnolla ja lähetä createdrop.cgi-toiminnolla. Kaikki lähetykset säilyvät tässä luettelossa.',
  arrived: 'Saapunut',
  token: 'Lataustunnus',
  fetchHint:
    'Tiedostot lataa ohjelma, joka käyttää tämän tilin API-avainta. Selaimella niitä ei voi ladata täältä.',
  inboxHint:
    'Osoitteeseesi lähetetyt tiedostot näkyvät täällä. Jos haluat pyytää tiedostoja, valitse henkilöt vastaanottajiksi ja anna heille latausoikeus givedrop.cgi-toiminnolla.',
  more: {
    one: '{count} muuta kohdetta ei näytetä tässä.',
    other: '{count} muuta kohdetta ei näytetä tässä.',
  },
};
