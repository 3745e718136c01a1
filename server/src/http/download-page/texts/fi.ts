import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const finnish: DownloadPageTexts = {
  skipToContent: 'Siirry sisältöön',
  promise: 'Tiedostot säilytetään salattuina ja poistetaan, kun niiden aika päättyy.',
  language: 'Kieli',

  sentBy: ({ sender, count }) => `${sender} lähetti sinulle ${files(count)}`,
  sentThrough: ({ service, count }) => `${filesAlone(count)} sinulle palvelusta ${service}`,
  sent: 'Lähetetty',
  message: 'Viesti',
  defaultMessage: 'Nämä tiedostot on tarkoitettu sinulle. Lataa ne ennen kuin niiden aika päättyy.',

  files: 'Tiedostot',
  download: 'Lataa',
  fileListPages: 'Tiedostoluettelon sivut',
  shownFiles: ({ from, to, total }) => `Tiedostot ${from}–${to} / ${total}`,
  previousFiles: 'Edelliset tiedostot',
  nextFiles: 'Seuraavat tiedostot',
  downloadAll: ({ size }) => `Lataa kaikki (${size}, .zip)`,
  downloaded: 'Ladattu',
  allDownloaded: 'Olet ladannut kaikki tiedostot.',
  checksums: 'Tarkistussummat (SHA-256)',
  checksumsHelp:
    'Tarkistussummalla voit osoittaa, että tiedosto tuli perille täsmälleen sellaisena kuin se lähetettiin.',

  availableUntil: 'Viimeinen latausaika:',
  timeLeft: ({ duration }) => `jäljellä ${duration}`,
  endsSoon: ({ count }) =>
    plural('fi', count, {
      one: 'Tiedosto poistuu pian. Lataa se nyt.',
      other: 'Tiedostot poistuvat pian. Lataa ne nyt.',
    }),

  unexpected: 'Etkö odottanut tätä?',
  whatThisIs: ({ service }) =>
    `${service} välittää tiedostoja, jotka ovat liian suuria tai liian yksityisiä sähköpostiin. Joku lähetti nämä tiedostot sinulle, ja tämä sivu on tehty vain sinua varten.`,
  whenInDoubt:
    'Jos et tunne lähettäjää tai et ole varma, älä avaa tiedostoja. Kysy ensin lähettäjältä tavalla, jonka jo tunnet, esimerkiksi puhelimitse.',
  keepTheLink: 'Älä välitä linkkiä eteenpäin: kuka tahansa, jolla se on, voi ladata tiedostot.',
  report: ({ address }) => `Näyttääkö jokin väärältä? Kirjoita osoitteeseen: ${address}`,

  endedTitle: 'Nämä tiedostot eivät ole enää täällä',
  endedReason: 'Niiden aika on päättynyt, lähettäjä on perunut ne tai linkki on vajaa.',
  endedAdvice:
    'Avaa linkki täsmälleen sellaisena kuin se on sähköpostissa. Jos se ei auta, pyydä lähettäjää lähettämään tiedostot uudelleen.',
  waitTitle: 'Odota hetki',
  waitAdvice:
    'Palvelu on kuormittunut tai pyyntöjä tuli liikaa. Mitään ei ole kadonnut. Yritä uudelleen minuutin kuluttua.',

  noReminder: {
    title: 'Ei enää muistutuksia?',
    text: 'Sinua ei muistuteta näistä tiedostoista ennen määräajan päättymistä. Sähköpostissa oleva linkki toimii edelleen.',
    action: 'Älä muistuta minua',
    done: 'Sinua ei muistuteta näistä tiedostoista.',
  },

  noMail: {
    title: 'Ei enää viestejä?',
    text: 'Valitse, keneltä et enää halua viestejä tähän osoitteeseen. Jo lähetetyt tiedostot ovat edelleen saatavilla linkin kautta.',
    fromSender: 'Ei enää viestejä tältä lähettäjältä',
    fromAll: 'Ei enää viestejä keneltäkään',
    done: 'Et saa enää viestejä.',
  },

  running: {
    downloading: 'Ladataan',
    checking: 'Tarkistetaan tiedostoa',
    checked:
      'Ladattu ja tarkistettu: tiedosto tuli perille täsmälleen sellaisena kuin se lähetettiin.',
    mismatch:
      'Tiedosto ei tullut perille sellaisena kuin se lähetettiin, eikä sitä tallennettu. Lataa se uudelleen.',
    brokeOff: 'Lataus katkesi. Paina painiketta uudelleen: lataus jatkuu siitä, mihin se jäi.',
    offline:
      'Olet offline-tilassa. Paina painiketta uudelleen, kun yhteys on palannut: lataus jatkuu siitä, mihin se jäi.',
    byBrowser: 'Selain lataa tämän suuren tiedoston itse.',
  },
};

function files(count: number): string {
  return plural('fi', count, { one: '1 tiedoston', other: '{count} tiedostoa' });
}

function filesAlone(count: number): string {
  return plural('fi', count, { one: '1 tiedosto', other: '{count} tiedostoa' });
}
