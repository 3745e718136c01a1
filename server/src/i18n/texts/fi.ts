import type { Texts } from './texts.ts';

export const fi: Texts = {
  download: {
    skipToContent: 'Siirry sisältöön',
    promise: 'Tiedostot säilytetään salattuina ja poistetaan, kun niiden aika päättyy.',
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
    defaultMessage:
      'Nämä tiedostot on tarkoitettu sinulle. Lataa ne ennen kuin niiden aika päättyy.',
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
      'Tarkistussummalla voit osoittaa, että tiedosto tuli perille täsmälleen sellaisena kuin se lähetettiin.',
    availableUntil: 'Viimeinen latausaika:',
    timeLeft: 'jäljellä {duration}',
    endsSoon: {
      one: 'Tiedosto poistuu pian. Lataa se nyt.',
      other: 'Tiedostot poistuvat pian. Lataa ne nyt.',
    },
    unexpected: 'Etkö odottanut tätä?',
    whatThisIs:
      '{service} välittää tiedostoja, jotka ovat liian suuria tai liian yksityisiä sähköpostiin. Joku lähetti nämä tiedostot sinulle, ja tämä sivu on tehty vain sinua varten.',
    whenInDoubt:
      'Jos et tunne lähettäjää tai et ole varma, älä avaa tiedostoja. Kysy ensin lähettäjältä tavalla, jonka jo tunnet, esimerkiksi puhelimitse.',
    keepTheLink: 'Älä välitä linkkiä eteenpäin: kuka tahansa, jolla se on, voi ladata tiedostot.',
    report: 'Näyttääkö jokin väärältä? Kirjoita osoitteeseen: {address}',
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
  },
  upload: {
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
    fileLimit: 'Yksi tiedosto enintään {size}',
    drop: 'Pudota tiedostot tähän tai',
    choose: 'Valitse tiedostot',
    message: 'Viesti (valinnainen)',
    send: 'Lähetä',
    together:
      'Kaikki tiedostot menevät perille yhdessä tai ei yksikään. Pidä sivu auki, kunnes ne on lähetetty.',
    sentTitle: 'Tiedostosi ovat perillä',
    leftOut: 'Näitä tiedostoja ei lähetetty',
    sentAt: 'Lähetetty',
    told: 'Ilmoitettu: {sender}.',
    toldUnnamed: 'Vastaanottajalle on ilmoitettu.',
    more: 'Lähetä lisää',
    full: 'Olet lähettänyt niin paljon kuin sivu ottaa vastaan. Pyydä uusi linkki, jos haluat lähettää lisää.',
    begun: {
      title: 'Ei vielä lähetetty',
      whole: 'Perillä, ei vielä lähetetty',
      part: '{share} on perillä. Valitse tiedosto uudelleen, niin lähetys jatkuu.',
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
      noSpace:
        'Tiedostoille ei ole juuri nyt tilaa. Mitään ei lähetetty. Yritä myöhemmin uudelleen.',
      ended: 'Sivu suljettiin, kun tiedostot olivat matkalla. Mitään ei lähetetty.',
      locked:
        'Sivu tarvitsee uuden koodin. Mitään ei ole vielä lähetetty, ja perille tullut on tallessa: lataa sivu uudelleen, kirjoita koodi ja jatka.',
      failed: 'Se ei onnistunut. Mitään ei lähetetty. Yritä uudelleen muutaman minuutin kuluttua.',
    },
    script: {
      send: {
        one: 'Lähetä {count} tiedosto',
        other: 'Lähetä {count} tiedostoa',
      },
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
  },
  code: {
    title: '{sender} lähetti sinulle tiedostoja',
    titleUnnamed: 'Tiedostoja sinulle: {service}',
    lead: 'Tämä sivu avataan koodilla. Se osoittaa, että sivu on tarkoitettu juuri sinulle.',
    unreachable:
      'Tämä sivu avataan koodilla, mutta sitä ei voida lähettää sinulle. Kysy lähettäjältä.',
    ask: 'Hanki koodi',
    again: 'Eikö koodia tullut?',
    bySms: 'Lähetä tekstiviestillä: {to}',
    byEmail: 'Lähetä sähköpostilla: {to}',
    sent: 'Lähetimme 8-numeroisen koodin: {to}. Sen saapuminen voi kestää minuutin, ja se on voimassa 10 minuuttia.',
    label: 'Koodi',
    form: '8 numeroa',
    submit: 'Jatka',
    wrong: {
      one: 'Koodi ei ole oikea. Sinulla on {tries} yritys jäljellä.',
      other: 'Koodi ei ole oikea. Sinulla on {tries} yritystä jäljellä.',
    },
    spent: 'Koodi kirjoitettiin väärin liian monta kertaa, eikä se enää kelpaa. Hanki uusi.',
    expired: 'Koodi on vanhentunut. Hanki uusi.',
    cookies:
      'Koodi toimii vain siinä selaimessa, josta se pyydettiin. Salli tämän sivun evästeet ja pyydä sitten uusi koodi.',
    stuck: 'Koodi ei ole vielä mennyt perille: {to}. Odota hetki tai pyydä uusi.',
    wait: 'Tähän ei voi juuri nyt lähettää enempää koodeja: {to}. Odota tunti.',
  },
  mail: {
    downloadSubject: {
      one: '{sender} lähetti sinulle {files} tiedoston',
      other: '{sender} lähetti sinulle {files} tiedostoa',
    },
    downloadDefault: 'Sinulle on lähetetty tiedostoja. Lataa ne avaamalla tämän viestin linkki.',
    downloadAction: {
      one: 'Lataa tiedosto',
      other: 'Lataa tiedostot',
    },
    uploadSubject: '{sender} pyytää sinulta tiedostoja',
    uploadDefault:
      'Sinua pyydetään lähettämään tiedostoja. Avaa tämän viestin linkki ja lähetä ne.',
    uploadAction: 'Lähetä tiedostoja',
    reminderSubject: {
      one: 'Muistutus: {sender} lähetti sinulle {files} tiedoston',
      other: 'Muistutus: {sender} lähetti sinulle {files} tiedostoa',
    },
    reminderIntro: {
      one: 'Et ole vielä ladannut tätä tiedostoa. Aika on loppumassa.',
      other: 'Et ole vielä ladannut näitä tiedostoja. Aika on loppumassa.',
    },
    receiptSubject: {
      one: '{receiver} on ladannut tiedostosi',
      other: '{receiver} on ladannut kaikki {files} tiedostoasi',
    },
    receiptIntro: 'Valmis: {date}.',
    receivedSubject: {
      one: '{contact} vastasi ja lähetti {files} tiedoston',
      other: '{contact} vastasi ja lähetti {files} tiedostoa',
    },
    receivedIntro: {
      one: 'Tiedosto on saapuneissa. Hae se ohjelmalla, joka käyttää API-avaintasi: selaimessa näet vain, mitä on saapunut.',
      other:
        'Tiedostot ovat saapuneissa. Hae ne ohjelmalla, joka käyttää API-avaintasi: selaimessa näet vain, mitä on saapunut.',
    },
    receivedAction: 'Katso, mitä on saapunut',
    unfetchedSubject: '{receiver} ei ole ladannut {files} tiedostoa',
    unfetchedIntro: 'Aika päättyi: {date}. Tarvitaanko tiedostoja vielä? Lähetä ne uudelleen.',
    moreFiles: 'ja {count} muuta',
    orOpen: 'Tai avaa tämä osoite selaimessa:',
    availableUntil: 'Saatavilla {date} asti.',
    uploadUntil: 'Voit lähettää tiedostoja {date} asti.',
    messageGoesOn: 'Viesti on pidempi. Koko teksti on linkin takana.',
    keepLink: 'Linkki on tarkoitettu vain sinulle. Älä lähetä sitä eteenpäin.',
    unexpected:
      'Etkö odottanut tätä? Älä avaa linkkiä. Kysy ensin lähettäjältä tavalla, jonka jo tunnet.',
    report: 'Näyttääkö jokin väärältä? Kirjoita osoitteeseen: {address}',
    receiptReason: 'Saat tämän viestin, koska kuittaukset ovat käytössä tililläsi.',
    receivedReason: 'Saat tämän viestin, koska olet pyytänyt tiedostoja.',
    unfetchedReason: 'Saat tämän viestin, koska muistutukset ovat käytössä tililläsi.',
    codeSubject: '{sender}: koodisi',
    codeIntro: 'Koodisi: {code}',
    codeUntil: 'Voimassa: {date} asti. Kirjoita se sivulle, joka pyysi sitä.',
    codeUnexpected:
      'Etkö pyytänyt koodia? Silloin jollakin toisella on linkkisi. Älä anna koodia kenellekään, ja kerro asiasta lähettäjälle.',
    codeSms:
      '{code} on koodisi palveluun {service}. Se on voimassa 10 minuuttia. Älä anna sitä kenellekään.',
    lockedSubject: '{sender} lähetti sinulle tiedostoja',
    lockedReminderSubject: 'Muistutus: {sender} lähetti sinulle tiedostoja',
    lockedIntro:
      'Lähetetyt tiedostot näytetään, kun olet kirjoittanut koodin. Linkin takana oleva sivu lähettää sen sinulle.',
    lockedAction: 'Avaa sivu',
    undeliveredSubject: 'Toimitus epäonnistui: {receiver}',
    undeliveredManySubject: '{receivers} vastaanottajaa ei tavoitettu',
    undeliveredIntro:
      'Näitä viestejä ei voitu toimittaa. Tarkista osoitteet tai ota yhteyttä vastaanottajiin muulla tavalla.',
    undeliveredUnwanted: 'ei halua enää viestejä',
    undeliveredReason: 'Saat tämän viestin, koska olet lähettänyt tai pyytänyt tiedostoja.',
    unfetchedManySubject: {
      one: '{receivers} vastaanottaja ei ole ladannut tiedostojasi',
      other: '{receivers} vastaanottajaa ei ole ladannut tiedostojasi',
    },
    unfetchedManyIntro:
      'Tiedostojen aika on päättynyt. Tarvitaanko niitä vielä? Lähetä ne uudelleen.',
    codesRefusedSubject: 'Vääriä koodeja syötetty: {receiver}',
    codesRefusedIntro:
      'Tämän vastaanottajan linkin kautta on syötetty kymmenen väärää koodia, viimeisin: {date}. Linkki voi olla jollakin toisella. Kysy vastaanottajalta ja pyydä tarvittaessa mitätöimään linkki.',
    revokedSubject: 'Ylläpito on päättänyt yhden lähetyksistäsi',
    revokedIntro: 'Lähetetty: {date}. Linkit eivät enää toimi, eikä tiedostoja voi enää lukea.',
    revokedReceiverIntro: 'Lähetetty: {date}. Tämän vastaanottajan linkki ei enää toimi.',
    keyRotatedSubject: 'Tilillesi on luotu uusi API-avain',
    accountDisabledSubject: 'Tilisi on poistettu käytöstä',
    accountEnabledSubject: 'Tilisi on jälleen käytössä',
    accountIntro: 'Aika: {date}.',
    securityReason:
      'Saat tämän viestin, koska se koskee tilisi turvallisuutta. Jos et odottanut sitä, ota yhteyttä palvelun ylläpitoon.',
    unwanted: 'Etkö halua tällaisia viestejä? Estä ne täällä:',
    sentBy: 'Lähettäjä: {service}.',
  },
};
