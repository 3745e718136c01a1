import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Referansenummer',
  badRequest: {
    title: 'Forespørselen ble ikke forstått',
    nextStep: 'Gå tilbake, last siden på nytt og prøv igjen.',
  },
  signIn: {
    title: 'Logg inn',
    nextStep: 'Last siden på nytt, og skriv inn e-postadressen og nøkkelen din.',
  },
  forbidden: {
    title: 'Du har ikke tilgang til denne siden',
    nextStep:
      'Gå tilbake til din egen side og begynn derfra. Hvis siden har vært åpen lenge, må du laste den på nytt først.',
  },
  notFound: {
    title: 'Det finnes ingenting på denne adressen',
    nextStep:
      'Åpne hele lenken fra e-posten. Hvis den er utløpt, be avsenderen sende filene på nytt.',
  },
  wrongMethod: {
    title: 'Det virker ikke på denne adressen',
    nextStep: 'Gå tilbake og bruk knappene og lenkene på siden.',
  },
  conflict: {
    title: 'Noe er endret i mellomtiden',
    nextStep: 'Last siden på nytt for å se hvordan det er nå, og prøv igjen.',
  },
  tooLarge: {
    title: 'Det er for stort',
    nextStep:
      'Send færre eller mindre filer om gangen, eller be den som drifter tjenesten om mer plass.',
  },
  tooMany: { title: 'For mange forespørsler', nextStep: 'Vent noen minutter, og prøv igjen.' },
  failed: {
    title: 'Noe gikk galt hos oss',
    nextStep:
      'Prøv igjen om noen minutter. Hvis det skjer igjen, oppgi referansenummeret nedenfor til den som drifter tjenesten.',
  },
  busy: {
    title: 'Tjenesten er opptatt',
    nextStep: 'Filene dine er trygge. Prøv igjen om noen minutter.',
  },
  otherRequest: {
    title: 'Det gikk ikke',
    nextStep: 'Gå tilbake og prøv igjen. Hvis det skjer igjen, kontakt den som drifter tjenesten.',
  },
  otherFailure: {
    title: 'Tjenesten er ikke tilgjengelig akkurat nå',
    nextStep: 'Prøv igjen om noen minutter.',
  },
};
