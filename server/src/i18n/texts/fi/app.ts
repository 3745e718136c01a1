import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Päävalikko',
  home: 'Etusivu',
  send: 'Lähetä',
  sent: 'Lähetetyt',
  requests: 'Pyynnöt',
  inbox: 'Saapuneet',
  contacts: 'Yhteystiedot',
  settings: 'Asetukset',
  security: 'Turvallisuus',
  admin: 'Hallinta',
  signOut: 'Kirjaudu ulos',
  welcome: 'Tervetuloa, {name}',
  problems: 'Korjattavaa',
  backHome: 'Takaisin etusivulle',
  reference: 'Viite:',
  errors: {
    notFound: {
      title: 'Sivua ei löydy',
      text: 'Tässä osoitteessa ei ole mitään, tai se ei ole sinun.',
    },
    formExpired: {
      title: 'Sivu on vanhentunut',
      text: 'Mitään ei muutettu. Palaa takaisin, lataa sivu uudelleen ja yritä uudestaan.',
    },
    signedOut: {
      title: 'Sinut on kirjattu ulos',
      text: 'Lähettämäsi tiedostot ja tallennetut tiedot ovat tallessa. Jatka siitä, mihin jäit, kirjautumalla sisään.',
    },
    tooMany: {
      title: 'Liian monta yritystä',
      text: 'Odota minuutti ja yritä sitten uudelleen.',
    },
    tooLarge: {
      title: 'Liian suuri',
      text: 'Mitään ei muutettu. Palaa takaisin ja lähetä vähemmän kerralla.',
    },
    busy: {
      title: 'Palvelu on ruuhkautunut',
      text: 'Tiedostosi ovat turvassa. Yritä uudelleen muutaman minuutin kuluttua.',
    },
    failed: {
      title: 'Se ei onnistunut',
      text: 'Yritä uudelleen. Jos ongelma toistuu, ota yhteyttä palvelun ylläpitoon.',
    },
  },
};
