import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Referenz',
  badRequest: {
    title: 'Die Anfrage wurde nicht verstanden',
    nextStep: 'Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
  },
  signIn: {
    title: 'Bitte melden Sie sich an',
    nextStep: 'Laden Sie die Seite neu und geben Sie Ihre E-Mail-Adresse und Ihren Schlüssel ein.',
  },
  forbidden: {
    title: 'Sie haben keinen Zugriff auf diese Seite',
    nextStep:
      'Gehen Sie zurück zu Ihrer eigenen Seite und beginnen Sie dort. War die Seite lange geöffnet, laden Sie sie zuerst neu.',
  },
  notFound: {
    title: 'Unter dieser Adresse gibt es nichts',
    nextStep:
      'Öffnen Sie den vollständigen Link aus Ihrer E-Mail. Ist er abgelaufen, bitten Sie den Absender, die Dateien noch einmal zu senden.',
  },
  wrongMethod: {
    title: 'Das ist unter dieser Adresse nicht möglich',
    nextStep: 'Gehen Sie zurück und verwenden Sie die Schaltflächen und Links der Seite.',
  },
  conflict: {
    title: 'In der Zwischenzeit hat sich etwas geändert',
    nextStep:
      'Laden Sie die Seite neu, um den aktuellen Stand zu sehen, und versuchen Sie es noch einmal.',
  },
  tooLarge: {
    title: 'Das ist zu groß',
    nextStep:
      'Senden Sie weniger oder kleinere Dateien auf einmal, oder bitten Sie den Betreiber dieses Dienstes um mehr Platz.',
  },
  tooMany: {
    title: 'Zu viele Anfragen',
    nextStep: 'Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
  },
  failed: {
    title: 'Bei uns ist etwas schiefgegangen',
    nextStep:
      'Versuchen Sie es in einigen Minuten noch einmal. Passiert es wieder, nennen Sie dem Betreiber dieses Dienstes die Referenz unten.',
  },
  busy: {
    title: 'Der Dienst ist ausgelastet',
    nextStep: 'Ihre Dateien sind sicher. Versuchen Sie es in einigen Minuten noch einmal.',
  },
  otherRequest: {
    title: 'Das hat nicht funktioniert',
    nextStep:
      'Gehen Sie zurück und versuchen Sie es noch einmal. Passiert es wieder, wenden Sie sich an den Betreiber dieses Dienstes.',
  },
  otherFailure: {
    title: 'Der Dienst ist im Moment nicht verfügbar',
    nextStep: 'Versuchen Sie es in einigen Minuten noch einmal.',
  },
};
