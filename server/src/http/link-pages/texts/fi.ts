import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const fi: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined
      ? `Tiedostoja sinulle: ${service}`
      : `${sender} lähetti sinulle tiedostoja`,
  lead: 'Tämä sivu avataan koodilla. Se osoittaa, että sivu on tarkoitettu juuri sinulle.',
  unreachable:
    'Tämä sivu avataan koodilla, mutta sitä ei voida lähettää sinulle. Kysy lähettäjältä.',
  ask: 'Hanki koodi',
  again: 'Eikö koodia tullut?',
  bySms: ({ to }) => `Lähetä tekstiviestillä: ${to}`,
  byEmail: ({ to }) => `Lähetä sähköpostilla: ${to}`,
  sent: ({ to }) =>
    `Lähetimme 8-numeroisen koodin: ${to}. Sen saapuminen voi kestää minuutin, ja se on voimassa 10 minuuttia.`,
  label: 'Koodi',
  form: '8 numeroa',
  submit: 'Jatka',
  wrong: ({ tries }) =>
    plural('fi', tries, {
      one: `Koodi ei ole oikea. Sinulla on ${tries} yritys jäljellä.`,
      other: `Koodi ei ole oikea. Sinulla on ${tries} yritystä jäljellä.`,
    }),
  spent: 'Koodi kirjoitettiin väärin liian monta kertaa, eikä se enää kelpaa. Hanki uusi.',
  expired: 'Koodi on vanhentunut. Hanki uusi.',
  cookies:
    'Koodi toimii vain siinä selaimessa, josta se pyydettiin. Salli tämän sivun evästeet ja pyydä sitten uusi koodi.',
  stuck: ({ to }) => `Koodi ei ole vielä mennyt perille: ${to}. Odota hetki tai pyydä uusi.`,
  wait: ({ to }) => `Tähän ei voi juuri nyt lähettää enempää koodeja: ${to}. Odota tunti.`,
};
