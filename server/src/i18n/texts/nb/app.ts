import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Hovedmeny',
  home: 'Hjem',
  send: 'Send',
  sent: 'Sendt',
  requests: 'Forespørsler',
  inbox: 'Innboks',
  contacts: 'Kontakter',
  settings: 'Innstillinger',
  security: 'Sikkerhet',
  admin: 'Administrasjon',
  signOut: 'Logg ut',
  welcome: 'Velkommen, {name}',
  problems: 'Noe må rettes',
  backHome: 'Tilbake til startsiden',
  reference: 'Referanse:',
  errors: {
    notFound: {
      title: 'Siden finnes ikke',
      text: 'Det finnes ingenting på denne adressen, eller det er ikke ditt.',
    },
    formExpired: {
      title: 'Siden er for gammel',
      text: 'Ingenting er endret. Gå tilbake, last siden på nytt og prøv igjen.',
    },
    signedOut: {
      title: 'Du er logget ut',
      text: 'Det du har lastet opp og det som er lagret, er her fortsatt. Logg inn for å fortsette der du var.',
    },
    tooMany: {
      title: 'For mange forsøk',
      text: 'Vent et minutt, og prøv igjen.',
    },
    tooLarge: {
      title: 'Det er for stort',
      text: 'Ingenting er endret. Gå tilbake og send mindre om gangen.',
    },
    busy: {
      title: 'Tjenesten er opptatt',
      text: 'Filene dine er trygge. Prøv igjen om noen minutter.',
    },
    failed: {
      title: 'Det fungerte ikke',
      text: 'Prøv igjen. Hvis det gjentar seg, kontakt den som drifter tjenesten.',
    },
  },
};
