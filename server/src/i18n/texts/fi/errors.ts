import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Viitenumero',
  badRequest: {
    title: 'Pyyntöä ei ymmärretty',
    nextStep: 'Palaa takaisin, lataa sivu uudelleen ja yritä uudelleen.',
  },
  signIn: {
    title: 'Kirjaudu sisään',
    nextStep: 'Lataa sivu uudelleen ja syötä sähköpostiosoitteesi ja avaimesi.',
  },
  forbidden: {
    title: 'Sinulla ei ole pääsyä tälle sivulle',
    nextStep:
      'Palaa omalle sivullesi ja aloita sieltä. Jos sivu on ollut kauan auki, lataa se ensin uudelleen.',
  },
  notFound: {
    title: 'Tässä osoitteessa ei ole mitään',
    nextStep:
      'Avaa koko linkki sähköpostistasi. Jos se on vanhentunut, pyydä lähettäjää lähettämään tiedostot uudelleen.',
  },
  wrongMethod: {
    title: 'Se ei toimi tässä osoitteessa',
    nextStep: 'Palaa takaisin ja käytä sivun painikkeita ja linkkejä.',
  },
  conflict: {
    title: 'Jokin on muuttunut sillä välin',
    nextStep: 'Lataa sivu uudelleen nähdäksesi nykytilan ja yritä sitten uudelleen.',
  },
  tooLarge: {
    title: 'Se on liian suuri',
    nextStep:
      'Lähetä vähemmän tai pienempiä tiedostoja kerralla tai pyydä palvelun ylläpidolta lisää tilaa.',
  },
  tooMany: { title: 'Liian monta pyyntöä', nextStep: 'Odota muutama minuutti ja yritä uudelleen.' },
  failed: {
    title: 'Jokin meni meillä vikaan',
    nextStep:
      'Yritä uudelleen muutaman minuutin kuluttua. Jos se toistuu, ilmoita alla oleva viitenumero palvelun ylläpidolle.',
  },
  busy: {
    title: 'Palvelu on kuormittunut',
    nextStep: 'Tiedostosi ovat turvassa. Yritä uudelleen muutaman minuutin kuluttua.',
  },
  otherRequest: {
    title: 'Se ei onnistunut',
    nextStep:
      'Palaa takaisin ja yritä uudelleen. Jos se toistuu, ota yhteyttä palvelun ylläpitoon.',
  },
  otherFailure: {
    title: 'Palvelu ei ole juuri nyt käytettävissä',
    nextStep: 'Yritä uudelleen muutaman minuutin kuluttua.',
  },
};
