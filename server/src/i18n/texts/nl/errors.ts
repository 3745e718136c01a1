import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Referentie',
  badRequest: {
    title: 'Het verzoek is niet begrepen',
    nextStep: 'Ga terug, laad de pagina opnieuw en probeer het nog eens.',
  },
  signIn: {
    title: 'Meld u aan',
    nextStep: 'Laad de pagina opnieuw en voer uw e-mailadres en uw sleutel in.',
  },
  forbidden: {
    title: 'U hebt geen toegang tot deze pagina',
    nextStep:
      'Ga terug naar uw eigen pagina en begin daar. Heeft de pagina lang opengestaan, laad die dan eerst opnieuw.',
  },
  notFound: {
    title: 'Op dit adres is niets te vinden',
    nextStep:
      'Open de volledige link uit uw e-mail. Is die verlopen, vraag de afzender dan om de bestanden opnieuw te sturen.',
  },
  wrongMethod: {
    title: 'Dat werkt niet op dit adres',
    nextStep: 'Ga terug en gebruik de knoppen en links op de pagina.',
  },
  conflict: {
    title: 'Er is intussen iets veranderd',
    nextStep: 'Laad de pagina opnieuw om de huidige stand te zien en probeer het nog eens.',
  },
  tooLarge: {
    title: 'Dat is te groot',
    nextStep:
      'Stuur minder of kleinere bestanden tegelijk, of vraag de beheerder van deze dienst om meer ruimte.',
  },
  tooMany: {
    title: 'Te veel verzoeken',
    nextStep: 'Wacht een paar minuten en probeer het opnieuw.',
  },
  failed: {
    title: 'Er is bij ons iets misgegaan',
    nextStep:
      'Probeer het over een paar minuten opnieuw. Gebeurt het weer, geef de beheerder van deze dienst dan de referentie hieronder.',
  },
  busy: {
    title: 'De dienst is bezet',
    nextStep: 'Uw bestanden zijn veilig. Probeer het over een paar minuten opnieuw.',
  },
  otherRequest: {
    title: 'Dat is niet gelukt',
    nextStep:
      'Ga terug en probeer het opnieuw. Gebeurt het weer, neem dan contact op met de beheerder van deze dienst.',
  },
  otherFailure: {
    title: 'De dienst is op dit moment niet beschikbaar',
    nextStep: 'Probeer het over een paar minuten opnieuw.',
  },
};
