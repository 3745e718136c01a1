import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Lähetä ja vastaanota tiedostoja turvallisesti',
  about:
    '{service} välittää tiedostoja, jotka ovat liian suuria tai liian luottamuksellisia sähköpostiin. Tiedostot säilytetään salattuina ja poistetaan, kun ne vanhenevat.',
  linkTitle: 'Sait sähköpostin, jossa on linkki',
  link: 'Avaa koko linkki sähköpostistasi. Se on vain sinulle, joten älä jaa sitä. Jos et tunne lähettäjää, älä avaa linkkiä, vaan varmista asia ensin toista kautta.',
  accountTitle: 'Sinulla on tili',
  account:
    'Ohjelmat käyttävät tätä osoitetta, jonka perään tulevat tilin sähköpostiosoite ja kauttaviiva, esimerkiksi:',
  noAccountTitle: 'Haluat tilin',
  noAccount: 'Tilit luo palvelun ylläpito. Täällä ei voi rekisteröityä.',
  name: 'Tervetuloa',
};
