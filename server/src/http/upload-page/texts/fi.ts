import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const fi: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Sinulta pyydetään tiedostoja' : `${sender} pyytää sinulta tiedostoja`,
  until: 'Sulkeutuu',
  limits: (count, size) =>
    plural('fi', count, {
      one: 'Enintään {count} tiedosto',
      other: 'Enintään {count} tiedostoa',
    }) + (size === undefined ? '' : `, yhteensä ${size}`),
  fileLimit: (size) => `Yksi tiedosto enintään ${size}`,
  drop: 'Pudota tiedostot tähän tai',
  choose: 'Valitse tiedostot',
  message: 'Viesti (valinnainen)',
  send: 'Lähetä',
  together:
    'Kaikki tiedostot menevät perille yhdessä tai ei yksikään. Pidä sivu auki, kunnes ne on lähetetty.',
  sentTitle: 'Tiedostosi ovat perillä',
  leftOut: 'Näitä tiedostoja ei lähetetty',
  sentAt: 'Lähetetty',
  told: (sender) =>
    sender === undefined ? 'Vastaanottajalle on ilmoitettu.' : `Ilmoitettu: ${sender}.`,
  more: 'Lähetä lisää',
  full: 'Olet lähettänyt niin paljon kuin sivu ottaa vastaan. Pyydä uusi linkki, jos haluat lähettää lisää.',
  begun: {
    title: 'Ei vielä lähetetty',
    whole: 'Perillä, ei vielä lähetetty',
    part: (share) => `${share} on perillä. Valitse tiedosto uudelleen, niin lähetys jatkuu.`,
  },
  unexpected: {
    title: 'Etkö odottanut tätä?',
    text: 'Kysy yllä mainitulta henkilöltä toista kautta, esimerkiksi puhelimitse, ennen kuin lähetät mitään. Linkki on vain sinulle, joten älä välitä sitä eteenpäin.',
  },
  ended: {
    title: 'Sivu ei ole enää auki',
    text: 'Aika on voinut päättyä, tai linkkiä ei avattu kokonaan. Tarkista linkki sähköpostista tai pyydä lähettäjältä uusi. Aiemmin lähettämäsi on mennyt perille.',
  },
  refusals: {
    tooLarge:
      'Se on enemmän kuin sivu ottaa vastaan. Mitään ei lähetetty. Valitse vähemmän tai pienempiä tiedostoja.',
    noFiles: 'Tiedostoa ei ole valittu. Valitse ainakin yksi ja lähetä sitten.',
    invalid:
      'Tiedoston nimessä tai viestissä on jotain, mitä ei voi käyttää. Mitään ei lähetetty. Muuta se ja lähetä uudelleen.',
    noSpace: 'Tiedostoille ei ole juuri nyt tilaa. Mitään ei lähetetty. Yritä myöhemmin uudelleen.',
    ended: 'Sivu suljettiin, kun tiedostot olivat matkalla. Mitään ei lähetetty.',
    locked:
      'Sivu tarvitsee uuden koodin. Mitään ei ole vielä lähetetty, ja perille tullut on tallessa: lataa sivu uudelleen, kirjoita koodi ja jatka.',
    failed: 'Se ei onnistunut. Mitään ei lähetetty. Yritä uudelleen muutaman minuutin kuluttua.',
  },
  script: {
    send: { one: 'Lähetä {count} tiedosto', other: 'Lähetä {count} tiedostoa' },
    remove: 'Poista',
    cancel: 'Peruuta',
    pause: 'Tauko',
    resume: 'Jatka',
    paused: 'Tauolla',
    waiting: 'Yhteys katkesi. Lähetys jatkuu itsestään heti, kun yhteys palaa.',
    total: 'Kaikki tiedostot',
    sending: 'Lähetetään',
    storing: 'Melkein valmista: tiedostoja tallennetaan.',
    left: '{time} jäljellä',
    stopped: 'Keskeytetty. Mitään ei lähetetty. Tiedostot ovat yhä valittuina.',
    lost: 'Yhteys katkesi. Mitään ei lähetetty. Tiedostot ovat yhä valittuina: lähetä ne uudelleen.',
    checking: 'Yhteys katkesi. Kun se palaa, näet tästä, mikä meni perille.',
    alreadyChosen: 'on jo luettelossa.',
    emptyFolder: 'ei sisällä tiedostoja.',
    unreadable: 'ei voi lukea.',
    refused: {
      one: '{count} tiedostoa ei lähetetä. Syy näkyy luettelossa.',
      other: '{count} tiedostoa ei lähetetä. Syy näkyy luettelossa.',
    },
    badName: 'Nimeä ei voi käyttää, ei lähetetä',
    fileTooLarge: 'Liian suuri, ei lähetetä',
    tooManyFiles: 'Liikaa tiedostoja, ei lähetetä',
    noRoom: 'Tila ei riitä, ei lähetetä',
  },
};
