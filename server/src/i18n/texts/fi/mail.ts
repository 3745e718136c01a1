import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
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
  uploadDefault: 'Sinua pyydetään lähettämään tiedostoja. Avaa tämän viestin linkki ja lähetä ne.',
  uploadAction: 'Lähetä tiedostoja',
  reminderSubject: {
    one: 'Muistutus: {sender} lähetti sinulle {files} tiedoston',
    other: 'Muistutus: {sender} lähetti sinulle {files} tiedostoa',
  },
  reminderIntro: {
    one: 'Et ole vielä ladannut tätä tiedostoa. Se vanhenee pian.',
    other: 'Et ole vielä ladannut näitä tiedostoja. Ne vanhenevat pian.',
  },
  receiptSubject: {
    one: '{receiver} on ladannut tiedostosi',
    other: '{receiver} on ladannut kaikki {files} tiedostoasi',
  },
  receiptIntro: 'Valmis: {date}.',
  receivedSubject: {
    one: '{contact} lähetti sinulle {files} tiedoston',
    other: '{contact} lähetti sinulle {files} tiedostoa',
  },
  receivedIntro: {
    one: 'Tiedosto on saapuneissa. Hae se ohjelmalla, joka käyttää API-avaintasi: selaimessa näet vain, mitä on saapunut.',
    other:
      'Tiedostot ovat saapuneissa. Hae ne ohjelmalla, joka käyttää API-avaintasi: selaimessa näet vain, mitä on saapunut.',
  },
  receivedAction: 'Katso, mitä on saapunut',
  receivedInInbox: {
    one: 'Tiedosto on saapuneissa.',
    other: 'Tiedostot ovat saapuneissa.',
  },
  receivedOpen: 'Avaa saapuneet',
  returnedSubject: {
    one: '{receiver} on saanut tiedostosi',
    other: '{receiver} on saanut kaikki {files} tiedostoasi',
  },
  returnedIntro: 'Saapunut: {date}. Säilytä tämä viesti vahvistuksena.',
  returnedReason: 'Saat tämän viestin, koska lähetit nämä tiedostot.',
  unfetchedSubject: '{receiver} ei ole ladannut {files} tiedostoa',
  unfetchedIntro: 'Tiedostot vanhenivat: {date}. Jos niitä tarvitaan vielä, lähetä ne uudelleen.',
  moreFiles: 'ja {count} muuta',
  orOpen: 'Tai avaa tämä osoite selaimessa:',
  availableUntil: 'Saatavilla {date} asti.',
  uploadUntil: 'Voit lähettää tiedostoja {date} asti.',
  messageGoesOn: 'Viesti on pidempi. Lue se kokonaan avaamalla linkki.',
  keepLink: 'Linkki on vain sinulle. Älä jaa sitä.',
  unexpected:
    'Etkö odottanut tätä? Älä avaa linkkiä. Varmista ensin lähettäjältä tavalla, jonka jo tunnet.',
  report: 'Näyttääkö jokin väärältä? Kirjoita osoitteeseen: {address}',
  receiptOpen: 'Näytä lähetys',
  receiptDrop: 'Lähetys: {id}',
  receiptReason: 'Saat tämän viestin, koska kuittaukset ovat käytössä tililläsi.',
  receivedReason: 'Saat tämän viestin, koska olet pyytänyt tiedostoja.',
  unfetchedReason: 'Saat tämän viestin, koska muistutukset ovat käytössä tililläsi.',
  codeSubject: 'Koodisi sivun avaamiseen: {sender}',
  codeIntro: 'Koodisi: {code}',
  codeUntil: 'Voimassa {date} asti. Syötä se sivulle, joka pyysi sitä.',
  codeUnexpected:
    'Etkö pyytänyt koodia? Silloin jollakin toisella on linkkisi. Älä kerro koodia kenellekään, ja ilmoita asiasta lähettäjälle.',
  codeSms:
    '{code} on koodisi palveluun {service}. Se on voimassa 10 minuuttia. Älä kerro sitä kenellekään.',
  lockedSubject: '{sender} lähetti sinulle tiedostoja',
  lockedReminderSubject: 'Muistutus: {sender} lähetti sinulle tiedostoja',
  lockedIntro:
    'Tarvitset kertakäyttökoodin nähdäksesi tiedostot. Avaa sivu, niin lähetämme sen sinulle.',
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
    'Tiedostot ovat vanhentuneet. Jos niitä tarvitaan vielä, lähetä ne uudelleen.',
  codesRefusedSubject: 'Vääriä koodeja syötetty: {receiver}',
  codesRefusedIntro:
    'Tämän vastaanottajan linkin kautta on syötetty kymmenen väärää koodia, viimeisin: {date}. Linkki voi olla jollakin toisella. Kysy vastaanottajalta ja pyydä tarvittaessa mitätöimään linkki.',
  codesUsedUpSubject: 'Koodeja ei ole toistaiseksi jäljellä: {receiver}',
  codesUsedUpIntro:
    'Tämän vastaanottajan linkin kautta on pyydetty niin monta koodia, ettei uusia lähetetä vähään aikaan. Viimeisin: {date}. Jos vastaanottaja ei ole pyytänyt niitä, linkki on jollakin toisella: mitätöi se ja lähetä uusi.',
  revokedSubject: 'Ylläpito on päättänyt yhden lähetyksistäsi',
  revokedIntro: 'Lähetetty: {date}. Linkit eivät enää toimi, eikä tiedostoja voi enää lukea.',
  revokedReceiverIntro: 'Lähetetty: {date}. Tämän vastaanottajan linkki ei enää toimi.',
  invitationSubject: 'Tilisi: {service}',
  invitationIntro:
    'Sinut on kutsuttu lähettämään ja vastaanottamaan tiedostoja turvallisesti. Aloita valitsemalla salasana.',
  invitationFrom:
    '{inviter} on kutsunut sinut lähettämään ja vastaanottamaan tiedostoja turvallisesti. Aloita valitsemalla salasana.',
  invitationAction: 'Valitse salasana',
  resetSubject: 'Valitse uusi salasana',
  resetIntro: 'Pyysit linkkiä uuden salasanan valitsemiseen.',
  resetUnexpected: 'Etkö pyytänyt sitä? Jätä viesti huomiotta: salasanasi ei muutu.',
  linkUntil: 'Linkki toimii kerran, viimeistään {date}.',
  keyRotatedSubject: 'Tilillesi on luotu uusi API-avain',
  keyEndingSubject: 'API-avaimesi vanhenee pian',
  keyEndingIntro:
    'Näitä avaimia käyttävät skriptit eivät voi sen jälkeen kirjautua sisään. Luo uudet avaimet ajoissa kohdassa Turvallisuus, API-avaimet.',
  keyEndingItem: '{name}: voimassa {date} asti',
  passwordChangedSubject: 'Salasanasi on vaihdettu',
  passkeyAddedSubject: 'Tilillesi on lisätty avainkoodi',
  passkeyRemovedSubject: 'Tililtäsi on poistettu avainkoodi',
  identityLinkedSubject: 'Tiliisi on liitetty kirjautumispalvelu',
  identityUnlinkedSubject: 'Kirjautumispalvelun liitos tiliisi on poistettu',
  authenticatorAddedSubject: 'Tiliisi on lisätty todennussovellus',
  authenticatorRemovedSubject: 'Todennussovellus on poistettu tililtäsi',
  recoveryCodesMadeSubject: 'Tilillesi on luotu uudet palautuskoodit',
  signInCodesRefusedSubject: 'Tilillesi kirjauduttaessa on annettu vääriä koodeja',
  signInCodesRefusedAdvice:
    'Jos se olit sinä, sinun ei tarvitse tehdä mitään. Jos et, joku tietää salasanasi tai voi lukea sähköpostiasi: vaihda molemmat salasanat.',
  signInAttemptsSubject: 'Tilillesi on yritetty kirjautua monella väärällä salasanalla',
  signInAttemptsAdvice:
    'Kukaan ei päässyt niillä sisään. Voit kirjautua tavalliseen tapaan siellä, missä olet kirjautunut ennenkin, sekä avainkoodilla. Vaihda salasana, jos se on lyhyt tai käytössä muualla.',
  secondFactorRemovedSubject: 'Ylläpitäjä on poistanut todennussovelluksen tililtäsi',
  accountDisabledSubject: 'Tilisi on poistettu käytöstä',
  accountEnabledSubject: 'Tilisi on jälleen käytössä',
  accountIntro: 'Aika: {date}.',
  securityReason:
    'Saat tämän viestin, koska se koskee tilisi turvallisuutta. Jos et odottanut sitä, ota yhteyttä palvelun ylläpitoon.',
  unwanted: 'Etkö halua tällaisia viestejä? Estä ne täällä:',
  sentBy: 'Lähettäjä: {service}.',
};
