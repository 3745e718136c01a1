import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Hauptmenü',
  home: 'Start',
  send: 'Senden',
  sent: 'Gesendet',
  requests: 'Anfragen',
  inbox: 'Eingang',
  contacts: 'Kontakte',
  settings: 'Einstellungen',
  security: 'Sicherheit',
  admin: 'Verwaltung',
  signOut: 'Abmelden',
  welcome: 'Willkommen, {name}',
  problems: 'Bitte korrigieren',
  backHome: 'Zurück zur Startseite',
  reference: 'Referenz:',
  errors: {
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Unter dieser Adresse gibt es nichts, oder es gehört nicht Ihnen.',
    },
    formExpired: {
      title: 'Diese Seite ist abgelaufen',
      text: 'Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    signedOut: {
      title: 'Sie wurden abgemeldet',
      text: 'Was Sie hochgeladen haben und was gespeichert wurde, ist noch da. Melden Sie sich an, um dort weiterzumachen.',
    },
    tooMany: {
      title: 'Zu viele Versuche',
      text: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    },
    tooLarge: {
      title: 'Das ist zu groß',
      text: 'Es wurde nichts geändert. Gehen Sie zurück und senden Sie weniger auf einmal.',
    },
    busy: {
      title: 'Der Dienst ist ausgelastet',
      text: 'Ihre Dateien sind sicher. Versuchen Sie es in einigen Minuten noch einmal.',
    },
    failed: {
      title: 'Das hat nicht funktioniert',
      text: 'Versuchen Sie es noch einmal. Geschieht es wieder, wenden Sie sich an den Betreiber dieses Dienstes.',
    },
  },
};
