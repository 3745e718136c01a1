import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'API-avaimet',
  lead: 'Skripti kirjautuu sisään sähköpostiosoitteellasi ja yhdellä näistä avaimista ja toimii sitten puolestasi. Avaimella ei pääse näille sivuille.',
  none: 'Sinulla ei ole API-avaimia.',
  created: 'Luotu {date}',
  validUntil: 'Voimassa {date} asti',
  lastUsed: 'Käytetty viimeksi {date}',
  neverUsed: 'Ei vielä käytetty',
  newTitle: 'Uusi API-avain',
  name: 'Nimi',
  nameHint: 'Mihin avainta käytetään, esimerkiksi skriptin nimi',
  lifetime: 'Voimassa',
  replaceContacts:
    'Salli avaimen korvata kaikki yhteystietoni (contacts_add.cgi). Skripti, joka vain lisäisi yhden, poistaisi muut.',
  replacesContacts: 'Voi korvata kaikki yhteystiedot',
  create: 'Luo API-avain',
  revoke: 'Peru',
  revokeTitle: 'Perutaanko tämä API-avain?',
  revokeText: 'Sitä käyttävät skriptit eivät voi enää kirjautua sisään. Tätä ei voi kumota.',
  revoked: 'API-avain on peruttu.',
  madeTitle: 'Uusi API-avaimesi',
  madeText: 'Kopioi se nyt ja säilytä se turvallisessa paikassa. Sitä ei näytetä uudelleen.',
  tryIt: 'Kokeile sitä päätteessä. Sinulta kysytään avainta:',
  copy: 'Kopioi API-avain',
  copied: 'Kopioitu',
  back: 'Takaisin API-avaimiin',
  problems: {
    name: 'Anna enintään 100 merkin pituinen nimi yhdellä rivillä.',
    lifetime: 'Valitse luettelosta, kuinka kauan avain on voimassa.',
    tooMany: 'Sinulla on jo {count} API-avainta. Peru ensin yksi niistä.',
  },
};
