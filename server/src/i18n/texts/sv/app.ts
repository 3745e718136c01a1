import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Huvudmeny',
  home: 'Hem',
  send: 'Skicka',
  sent: 'Skickat',
  requests: 'Förfrågningar',
  inbox: 'Inkorg',
  contacts: 'Kontakter',
  settings: 'Inställningar',
  security: 'Säkerhet',
  admin: 'Administration',
  signOut: 'Logga ut',
  welcome: 'Välkommen, {name}',
  problems: 'Något behöver rättas',
  backHome: 'Tillbaka till startsidan',
  reference: 'Referens:',
  errors: {
    notFound: {
      title: 'Sidan finns inte',
      text: 'Det finns inget på den här adressen, eller så är det inte ditt.',
    },
    formExpired: {
      title: 'Sidan är för gammal',
      text: 'Ingenting har ändrats. Gå tillbaka, ladda om sidan och försök igen.',
    },
    signedOut: {
      title: 'Du har loggats ut',
      text: 'Det du har laddat upp och det som har sparats finns kvar. Logga in för att fortsätta där du var.',
    },
    tooMany: {
      title: 'För många försök',
      text: 'Vänta en minut och försök sedan igen.',
    },
    tooLarge: {
      title: 'Det är för stort',
      text: 'Ingenting har ändrats. Gå tillbaka och skicka mindre åt gången.',
    },
    busy: {
      title: 'Tjänsten är upptagen',
      text: 'Dina filer är i säkerhet. Försök igen om några minuter.',
    },
    failed: {
      title: 'Det fungerade inte',
      text: 'Försök igen. Om det upprepas, kontakta tjänstens driftansvariga.',
    },
  },
};
