import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Asetuksesi on tallennettu.',
  address: 'Kirjaudut osoitteella {address}.',
  displayName: 'Nimesi',
  displayNameHint:
    'Näytetään osoitteesi kanssa henkilöille, joille lähetät. Jätä tyhjäksi, jos haluat näyttää vain osoitteen.',
  language: 'Kieli',
  languageHint: 'Näiden sivujen ja sinulle lähetettävien sähköpostien kieli',
  timeZone: 'Aikavyöhyke',
  timeZoneHint:
    'Päivämäärille ja kellonajoille näillä sivuilla ja sinulle lähetettävissä sähköposteissa',
  defaultTimeZone: 'Oletus ({zone})',
  defaultDays: 'Oletusaika päivinä',
  defaultDaysHint:
    'Käytetään uusissa lähetyksissä ja pyynnöissä: {from}–{to} päivää. Tyhjä tarkoittaa {usual}.',
  secondFactorHint: 'Käytetään uusissa lähetyksissä, ellet valitse lähettäessäsi toisin.',
  notices: 'Sähköpostit sinulle',
  receipts: 'Kun joku on ladannut kaikki tiedostot',
  reminders:
    'Ennen kuin tiedostot, joita joku ei ole ladannut, vanhenevat (muistutamme myös vastaanottajaa)',
  save: 'Tallenna',
  problems: {
    displayName: 'Anna enintään 100 merkin pituinen nimi yhdellä rivillä.',
    language: 'Valitse kieli luettelosta.',
    timeZone: 'Valitse aikavyöhyke luettelosta.',
    defaultDays: 'Anna kokonaisluku väliltä {from}–{to} tai jätä kenttä tyhjäksi.',
    secondFactor: 'Valitse jokin luettelon tavoista.',
  },
};
