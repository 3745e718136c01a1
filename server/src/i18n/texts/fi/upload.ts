import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} pyytää sinulta tiedostoja',
  titleUnnamed: 'Sinulta pyydetään tiedostoja',
  until: 'Sulkeutuu',
  limits: {
    one: 'Enintään {count} tiedosto, yhteensä {size}',
    other: 'Enintään {count} tiedostoa, yhteensä {size}',
  },
  limitsWithoutSize: {
    one: 'Enintään {count} tiedosto',
    other: 'Enintään {count} tiedostoa',
  },
  fileLimit: 'Enintään {size} tiedostoa kohti',
  drop: 'Pudota tiedostot tähän tai',
  choose: 'Valitse tiedostot',
  from: 'Nimesi',
  message: 'Viesti (valinnainen)',
  send: 'Lähetä',
  together:
    'Kaikki tiedostot menevät perille yhdessä tai eivät lainkaan. Pidä sivu auki, kunnes ne on lähetetty.',
  sentTitle: 'Tiedostosi ovat perillä',
  leftOut: 'Näitä tiedostoja ei lähetetty',
  sentAt: 'Lähetetty',
  told: 'Ilmoitettu: {sender}.',
  toldUnnamed: 'Vastaanottajalle on ilmoitettu.',
  more: 'Lähetä lisää',
  full: 'Olet saavuttanut tämän sivun rajan. Pyydä uusi linkki, jos haluat lähettää lisää.',
  begun: {
    title: 'Ei vielä lähetetty',
    whole: 'Siirretty, ei vielä lähetetty',
    part: '{share} siirretty. Jatka valitsemalla tiedosto uudelleen.',
  },
  unexpected: {
    title: 'Etkö odottanut tätä?',
    text: 'Varmista yllä mainitulta henkilöltä toista kautta, esimerkiksi puhelimitse, ennen kuin lähetät mitään.',
    keepLink: 'Linkki on vain sinulle, joten älä jaa sitä.',
  },
  ended: {
    title: 'Sivu ei ole enää saatavilla',
    text: 'Se on voinut vanhentua, tai linkki voi olla vajaa. Avaa koko linkki sähköpostistasi tai pyydä uusi linkin lähettäjältä. Jo lähettämäsi tiedostot ovat menneet perille.',
  },
  refusals: {
    tooLarge:
      'Se on enemmän kuin sivu ottaa vastaan. Mitään ei lähetetty. Valitse vähemmän tai pienempiä tiedostoja.',
    noFiles: 'Tiedostoa ei ole valittu. Valitse ainakin yksi ja lähetä sitten.',
    invalid:
      'Tiedoston nimessä tai viestissä on jotain, mitä ei voi käyttää. Mitään ei lähetetty. Muuta se ja lähetä uudelleen.',
    noSpace:
      'Tiedostoille ei ole juuri nyt riittävästi tilaa. Mitään ei lähetetty. Yritä myöhemmin uudelleen.',
    ended: 'Sivu suljettiin, kun tiedostoja siirrettiin. Mitään ei lähetetty.',
    locked:
      'Sivu tarvitsee uuden koodin. Mitään ei ole vielä lähetetty, ja siirretyt tiedostot ovat tallessa: lataa sivu uudelleen, syötä koodi ja jatka.',
    failed: 'Jokin meni vikaan. Mitään ei lähetetty. Yritä uudelleen muutaman minuutin kuluttua.',
  },
  script: {
    send: {
      one: 'Lähetä {count} tiedosto',
      other: 'Lähetä {count} tiedostoa',
    },
    remove: 'Poista',
    retry: 'Yritä uudelleen',
    vanished: 'Tiedosto on siirretty tai sitä on muutettu laitteellasi. Valitse se uudelleen.',
    cancel: 'Peruuta',
    pause: 'Keskeytä',
    resume: 'Jatka',
    paused: 'Keskeytetty',
    waiting: 'Yhteys katkesi. Lähetys jatkuu automaattisesti, kun yhteys palaa.',
    busy: 'Palvelu on kuormittunut. Lähetys jatkuu automaattisesti.',
    total: 'Kaikki tiedostot',
    sending: 'Lähetetään',
    storing: 'Melkein valmista: tiedostoja tallennetaan.',
    left: '{time} jäljellä',
    stopped: 'Pysäytetty. Mitään ei lähetetty. Tiedostot ovat yhä valittuina.',
    lost: 'Yhteys katkesi. Mitään ei lähetetty. Tiedostot ovat yhä valittuina: lähetä ne uudelleen.',
    checking: 'Yhteys katkesi. Kun se palaa, näet tästä, mikä meni perille.',
    alreadyChosen: 'on jo luettelossa.',
    manyChosen: {
      one: '{count} tiedosto on jo luettelossa.',
      other: '{count} tiedostoa on jo luettelossa.',
    },
    emptyFolder: 'ei sisällä tiedostoja.',
    unreadable: 'ei voi lukea.',
    refused: {
      one: '{count} tiedostoa ei lähetetä. Syy näkyy luettelossa.',
      other: '{count} tiedostoa ei lähetetä. Syy näkyy luettelossa.',
    },
    badName: 'Nimi ei ole sallittu, ei lähetetä',
    fileTooLarge: 'Liian suuri, ei lähetetä',
    tooManyFiles: 'Liikaa tiedostoja, ei lähetetä',
    noRoom: 'Tila ei riitä, ei lähetetä',
  },
};
