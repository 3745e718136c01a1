import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Referencenummer',
  badRequest: {
    title: 'Forespørgslen blev ikke forstået',
    nextStep: 'Gå tilbage, genindlæs siden, og prøv igen.',
  },
  signIn: {
    title: 'Log ind',
    nextStep: 'Genindlæs siden, og indtast din e-mailadresse og din nøgle.',
  },
  forbidden: {
    title: 'Du har ikke adgang til denne side',
    nextStep:
      'Gå tilbage til din egen side, og begynd derfra. Hvis siden har været åben længe, så genindlæs den først.',
  },
  notFound: {
    title: 'Der er ikke noget på denne adresse',
    nextStep:
      'Åbn hele linket fra din mail. Er det udløbet, så bed afsenderen om at sende filerne igen.',
  },
  wrongMethod: {
    title: 'Det virker ikke på denne adresse',
    nextStep: 'Gå tilbage, og brug knapperne og linkene på siden.',
  },
  conflict: {
    title: 'Noget er ændret i mellemtiden',
    nextStep: 'Genindlæs siden for at se, hvordan det er nu, og prøv igen.',
  },
  tooLarge: {
    title: 'Det er for stort',
    nextStep:
      'Send færre eller mindre filer ad gangen, eller bed den, der driver tjenesten, om mere plads.',
  },
  tooMany: { title: 'For mange forespørgsler', nextStep: 'Vent et par minutter, og prøv igen.' },
  failed: {
    title: 'Noget gik galt hos os',
    nextStep:
      'Prøv igen om et par minutter. Sker det igen, så oplys referencenummeret nedenfor til den, der driver tjenesten.',
  },
  busy: {
    title: 'Tjenesten har travlt',
    nextStep: 'Dine filer er i sikkerhed. Prøv igen om et par minutter.',
  },
  otherRequest: {
    title: 'Det lykkedes ikke',
    nextStep: 'Gå tilbage, og prøv igen. Sker det igen, så kontakt den, der driver tjenesten.',
  },
  otherFailure: {
    title: 'Tjenesten er ikke tilgængelig lige nu',
    nextStep: 'Prøv igen om et par minutter.',
  },
};
