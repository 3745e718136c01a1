import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} lähetti sinulle tiedostoja',
  titleUnnamed: 'Tiedostoja sinulle: {service}',
  lead: 'Avaa sivu koodilla, jotta tiedämme sinun olevan oikea henkilö.',
  unreachable:
    'Tarvitset koodin sivun avaamiseen, mutta emme voi lähettää sitä sinulle. Ota yhteyttä lähettäjään.',
  ask: 'Pyydä koodi',
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
  spent: 'Koodi syötettiin väärin liian monta kertaa, eikä se ole enää voimassa. Pyydä uusi.',
  expired: 'Koodi on vanhentunut. Pyydä uusi.',
  cookies:
    'Koodi toimii vain siinä selaimessa, josta se pyydettiin. Salli tämän sivun evästeet ja pyydä sitten uusi koodi.',
  stuck: 'Koodi ei ole vielä mennyt perille: {to}. Odota hetki tai pyydä uusi.',
  wait: 'Tähän ei voi juuri nyt lähettää enempää koodeja: {to}. Yritä uudelleen tunnin kuluttua.',
};
