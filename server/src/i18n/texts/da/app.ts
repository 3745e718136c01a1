import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Hovedmenu',
  home: 'Hjem',
  send: 'Send',
  sent: 'Sendt',
  requests: 'Anmodninger',
  inbox: 'Indbakke',
  contacts: 'Kontakter',
  settings: 'Indstillinger',
  security: 'Sikkerhed',
  admin: 'Administration',
  signOut: 'Log ud',
  welcome: 'Velkommen, {name}',
  problems: 'Noget skal rettes',
  backHome: 'Tilbage til forsiden',
  reference: 'Referencenummer:',
  errors: {
    notFound: {
      title: 'Siden findes ikke',
      text: 'Der er intet på denne adresse, eller det er ikke dit.',
    },
    formExpired: {
      title: 'Siden er for gammel',
      text: 'Intet er ændret. Gå tilbage, genindlæs siden, og prøv igen.',
    },
    signedOut: {
      title: 'Du er blevet logget ud',
      text: 'Det, du har uploadet, og det, der er gemt, er her stadig. Log ind for at fortsætte, hvor du var.',
    },
    tooMany: {
      title: 'For mange forsøg',
      text: 'Vent et minut, og prøv så igen.',
    },
    tooLarge: {
      title: 'Det er for stort',
      text: 'Intet er ændret. Gå tilbage, og send mindre ad gangen.',
    },
    busy: {
      title: 'Tjenesten er optaget',
      text: 'Dine filer er i sikkerhed. Prøv igen om et par minutter.',
    },
    failed: {
      title: 'Det virkede ikke',
      text: 'Prøv igen. Hvis det fortsætter, så kontakt den driftsansvarlige.',
    },
  },
};
