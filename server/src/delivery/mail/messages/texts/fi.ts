import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('fi', count, { one: '{count} tiedoston', other: '{count} tiedostoa' });
}

export const fi: MailTexts = {
  downloadSubject: (sender, files) => `${sender} lähetti sinulle ${filesOf(files)}`,
  downloadDefault: () =>
    'Sinulle on lähetetty tiedostoja. Lataa ne avaamalla tämän viestin linkki.',
  downloadAction: (files) =>
    plural('fi', files, { one: 'Lataa tiedosto', other: 'Lataa tiedostot' }),
  uploadSubject: (sender) => `${sender} pyytää sinulta tiedostoja`,
  uploadDefault: () =>
    'Sinua pyydetään lähettämään tiedostoja. Avaa tämän viestin linkki ja lähetä ne.',
  uploadAction: () => 'Lähetä tiedostoja',
  reminderSubject: (sender, files) => `Muistutus: ${sender} lähetti sinulle ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('fi', files, {
      one: 'Et ole vielä ladannut tätä tiedostoa. Aika on loppumassa.',
      other: 'Et ole vielä ladannut näitä tiedostoja. Aika on loppumassa.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('fi', files, {
      one: 'on ladannut tiedostosi',
      other: 'on ladannut kaikki {count} tiedostoasi',
    })}`,
  receiptIntro: (date) => `Valmis: ${date}.`,
  receivedSubject: (contact, files) => `${contact} vastasi ja lähetti ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('fi', files, {
      one: 'Tiedosto on saapuneissa. Hae se ohjelmalla, joka käyttää API-avaintasi: selaimessa näet vain, mitä on saapunut.',
      other:
        'Tiedostot ovat saapuneissa. Hae ne ohjelmalla, joka käyttää API-avaintasi: selaimessa näet vain, mitä on saapunut.',
    }),
  receivedAction: () => 'Katso, mitä on saapunut',
  unfetchedSubject: (receiver, files) =>
    `${receiver} ei ole ladannut ${plural('fi', files, { other: '{count} tiedostoa' })}`,
  unfetchedIntro: (date) =>
    `Aika päättyi: ${date}. Tarvitaanko tiedostoja vielä? Lähetä ne uudelleen.`,
  moreFiles: (count) => plural('fi', count, { other: 'ja {count} muuta' }),
  orOpen: () => 'Tai avaa tämä osoite selaimessa:',
  availableUntil: (date) => `Saatavilla ${date} asti.`,
  uploadUntil: (date) => `Voit lähettää tiedostoja ${date} asti.`,
  messageGoesOn: () => 'Viesti on pidempi. Koko teksti on linkin takana.',
  keepLink: () => 'Linkki on tarkoitettu vain sinulle. Älä lähetä sitä eteenpäin.',
  unexpected: () =>
    'Etkö odottanut tätä? Älä avaa linkkiä. Kysy ensin lähettäjältä tavalla, jonka jo tunnet.',
  report: (address) => `Näyttääkö jokin väärältä? Kirjoita osoitteeseen: ${address}`,
  receiptReason: () => 'Saat tämän viestin, koska kuittaukset ovat käytössä tililläsi.',
  receivedReason: () => 'Saat tämän viestin, koska olet pyytänyt tiedostoja.',
  unfetchedReason: () => 'Saat tämän viestin, koska muistutukset ovat käytössä tililläsi.',
  codeSubject: (sender) => `${sender}: koodisi`,
  codeIntro: (code) => `Koodisi: ${code}`,
  codeUntil: (date) => `Voimassa: ${date} asti. Kirjoita se sivulle, joka pyysi sitä.`,
  codeUnexpected: () =>
    'Etkö pyytänyt koodia? Silloin jollakin toisella on linkkisi. Älä anna koodia kenellekään, ja kerro asiasta lähettäjälle.',
  codeSms: (code, serviceName) =>
    `${code} on koodisi palveluun ${serviceName}. Se on voimassa 10 minuuttia. Älä anna sitä kenellekään.`,
  lockedSubject: (sender) => `${sender} lähetti sinulle tiedostoja`,
  lockedReminderSubject: (sender) => `Muistutus: ${sender} lähetti sinulle tiedostoja`,
  lockedIntro: () =>
    'Lähetetyt tiedostot näytetään, kun olet kirjoittanut koodin. Linkin takana oleva sivu lähettää sen sinulle.',
  lockedAction: () => 'Avaa sivu',
  undeliveredSubject: (receiver) => `Toimitus epäonnistui: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('fi', receivers, {
      one: '{count} vastaanottajaa ei tavoitettu',
      other: '{count} vastaanottajaa ei tavoitettu',
    }),
  undeliveredIntro: () =>
    'Näitä viestejä ei voitu toimittaa. Tarkista osoitteet tai ota yhteyttä vastaanottajiin muulla tavalla.',
  undeliveredUnwanted: () => 'ei halua enää viestejä',
  undeliveredReason: () => 'Saat tämän viestin, koska olet lähettänyt tai pyytänyt tiedostoja.',
  unfetchedManySubject: (receivers) =>
    plural('fi', receivers, {
      one: '{count} vastaanottaja ei ole ladannut tiedostojasi',
      other: '{count} vastaanottajaa ei ole ladannut tiedostojasi',
    }),
  unfetchedManyIntro: () =>
    'Tiedostojen aika on päättynyt. Tarvitaanko niitä vielä? Lähetä ne uudelleen.',
  codesRefusedSubject: (receiver) => `Vääriä koodeja syötetty: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Tämän vastaanottajan linkin kautta on syötetty kymmenen väärää koodia, viimeisin: ${date}. Linkki voi olla jollakin toisella. Kysy vastaanottajalta ja pyydä tarvittaessa mitätöimään linkki.`,
  revokedSubject: () => 'Ylläpito on päättänyt yhden lähetyksistäsi',
  revokedIntro: (date) =>
    `Lähetetty: ${date}. Linkit eivät enää toimi, eikä tiedostoja voi enää lukea.`,
  revokedReceiverIntro: (date) => `Lähetetty: ${date}. Tämän vastaanottajan linkki ei enää toimi.`,
  keyRotatedSubject: () => 'Tilillesi on luotu uusi API-avain',
  accountDisabledSubject: () => 'Tilisi on poistettu käytöstä',
  accountEnabledSubject: () => 'Tilisi on jälleen käytössä',
  accountIntro: (date) => `Aika: ${date}.`,
  securityReason: () =>
    'Saat tämän viestin, koska se koskee tilisi turvallisuutta. Jos et odottanut sitä, ota yhteyttä palvelun ylläpitoon.',
  unwanted: () => 'Etkö halua tällaisia viestejä? Estä ne täällä:',
  sentBy: (serviceName) => `Lähettäjä: ${serviceName}.`,
};
