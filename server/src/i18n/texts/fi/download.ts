import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Siirry sisältöön',
  promise: 'Tiedostot säilytetään salattuina ja poistetaan, kun ne vanhenevat.',
  language: 'Kieli',
  sentBy: {
    one: '{sender} lähetti sinulle {count} tiedoston',
    other: '{sender} lähetti sinulle {count} tiedostoa',
  },
  sentThrough: {
    one: '{count} tiedosto sinulle palvelusta {service}',
    other: '{count} tiedostoa sinulle palvelusta {service}',
  },
  sent: 'Lähetetty',
  message: 'Viesti',
  defaultMessage: 'Nämä tiedostot ovat sinulle. Lataa ne, ennen kuin ne vanhenevat.',
  files: 'Tiedostot',
  download: 'Lataa',
  fileListPages: 'Tiedostoluettelon sivut',
  shownFiles: 'Tiedostot {from}–{to} / {total}',
  previousFiles: 'Edelliset tiedostot',
  nextFiles: 'Seuraavat tiedostot',
  downloadAll: 'Lataa kaikki ({size}, .zip)',
  downloaded: 'Ladattu',
  allDownloaded: 'Olet ladannut kaikki tiedostot.',
  checksums: 'Tarkistussummat (SHA-256)',
  checksumsHelp:
    'Tarkistussummalla voit varmistaa, että tiedosto tuli perille täsmälleen sellaisena kuin se lähetettiin.',
  availableUntil: 'Viimeinen latausaika:',
  timeLeft: 'jäljellä {duration}',
  endsSoon: {
    one: 'Tiedosto vanhenee pian. Lataa se nyt.',
    other: 'Tiedostot vanhenevat pian. Lataa ne nyt.',
  },
  unexpected: 'Etkö odottanut tätä?',
  whatThisIs:
    '{service} välittää tiedostoja, jotka ovat liian suuria tai liian luottamuksellisia sähköpostiin. Joku lähetti nämä tiedostot sinulle, ja tämä sivu on vain sinulle.',
  whenInDoubt:
    'Jos et tunne lähettäjää tai et ole varma, älä avaa tiedostoja. Varmista ensin lähettäjältä tavalla, jonka jo tunnet, esimerkiksi puhelimitse.',
  keepTheLink: 'Älä jaa linkkiä: kuka tahansa, jolla se on, voi ladata tiedostot.',
  report: 'Näyttääkö jokin väärältä? Kirjoita osoitteeseen: {address}',
  endedTitle: 'Nämä tiedostot eivät ole enää saatavilla',
  endedReason: 'Ne ovat voineet vanhentua, lähettäjä on voinut perua ne tai linkki voi olla vajaa.',
  endedAdvice:
    'Avaa koko linkki sähköpostistasi. Jos se ei auta, pyydä lähettäjää lähettämään tiedostot uudelleen.',
  limitTitle: 'Latausraja on saavutettu',
  limitAdvice:
    'Olet ladannut tämän niin monta kertaa kuin lähettäjä sallii. Pyydä lähettäjää lähettämään se uudelleen, jos tarvitset sitä vielä.',
  waitTitle: 'Odota hetki',
  waitAdvice:
    'Palvelu on kuormittunut tai saanut liian monta pyyntöä. Mitään ei ole kadonnut. Yritä uudelleen minuutin kuluttua.',
  noReminder: {
    title: 'Lopetetaanko muistutukset?',
    text: 'Sinua ei muistuteta näistä tiedostoista ennen niiden vanhenemista. Sähköpostissa oleva linkki toimii edelleen.',
    action: 'Älä muistuta minua',
    done: 'Sinua ei muistuteta näistä tiedostoista.',
  },
  noMail: {
    title: 'Lopetetaanko viestit?',
    text: 'Valitse, keneltä et enää halua viestejä tähän osoitteeseen. Sinulle jo lähetetyt tiedostot ovat edelleen saatavilla linkkiensä kautta.',
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
    brokeOff: 'Yhteys katkesi. Lataus jatkuu automaattisesti.',
    busy: 'Palvelu on kuormittunut. Lataus jatkuu automaattisesti.',
    offline: 'Olet offline-tilassa. Lataus jatkuu automaattisesti, kun yhteys palaa.',
    byBrowser: 'Selain lataa tiedostoa. Katso selaimen latausluettelo.',
    saved: 'Lataus on valmis.',
    notSaved:
      'Tiedostoa ei voitu tallentaa. Tarkista, että tilaa on riittävästi, ja lataa se uudelleen.',
    cancel: 'Peruuta',
    cancelled: 'Lataus peruutettiin.',
  },
  find: 'Etsi tiedostoa nimellä',
  findAction: 'Hae',
  found: { one: '{count} tiedosto löytyi.', other: '{count} tiedostoa löytyi.' },
  foundNone: 'Mikään tiedostonimi ei sisällä tätä.',
  showAll: 'Näytä kaikki tiedostot',
  kinds: {
    picture: 'Kuva',
    video: 'Videotiedosto',
    audio: 'Äänitiedosto',
    text: 'Asiakirja',
    table: 'Taulukko',
    slides: 'Esitys',
    archive: 'Pakattu arkisto',
    file: 'Tiedosto',
  },
  view: 'Näytä',
};
