import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Hoofdmenu',
  home: 'Start',
  send: 'Versturen',
  sent: 'Verzonden',
  requests: 'Verzoeken',
  inbox: 'Postvak IN',
  contacts: 'Contacten',
  settings: 'Instellingen',
  security: 'Beveiliging',
  admin: 'Beheer',
  signOut: 'Uitloggen',
  welcome: 'Welkom, {name}',
  problems: 'Er klopt iets niet',
  backHome: 'Terug naar de startpagina',
  reference: 'Referentie:',
  errors: {
    notFound: {
      title: 'Pagina niet gevonden',
      text: 'Op dit adres staat niets, of het is niet van u.',
    },
    formExpired: {
      title: 'Deze pagina is te oud',
      text: 'Er is niets gewijzigd. Ga terug, laad de pagina opnieuw en probeer het nog eens.',
    },
    signedOut: {
      title: 'U bent uitgelogd',
      text: 'Wat u hebt geüpload en wat is opgeslagen, is er nog. Meld u aan om verder te gaan waar u was.',
    },
    tooMany: {
      title: 'Te veel pogingen',
      text: 'Wacht een minuut en probeer het dan opnieuw.',
    },
    tooLarge: {
      title: 'Dat is te groot',
      text: 'Er is niets gewijzigd. Ga terug en verstuur minder tegelijk.',
    },
    busy: {
      title: 'De dienst is bezet',
      text: 'Uw bestanden zijn veilig. Probeer het over een paar minuten opnieuw.',
    },
    failed: {
      title: 'Dat is niet gelukt',
      text: 'Probeer het opnieuw. Blijft het misgaan, neem dan contact op met de beheerder van deze dienst.',
    },
  },
};
