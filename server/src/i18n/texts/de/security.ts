import type { Texts } from '../en/shape.ts';

export const security: Texts['security'] = {
  title: 'Sicherheit',
  confirmTitle: 'Bestätigen Sie, dass Sie es sind',
  confirmLead: 'Vor wichtigen Änderungen fragen wir noch einmal. Ihre Eingaben bleiben erhalten.',
  confirmWithPasskey: 'Mit einem Passkey bestätigen',
  confirmWithProvider: 'Mit {provider} bestätigen',
  confirmNeedsScript:
    'Um mit einem Passkey zu bestätigen, muss Ihr Browser Passkeys unterstützen und Skripte zulassen.',
  confirmNoWay:
    'Unter dieser Adresse funktioniert keine Ihrer Anmeldearten. Öffnen Sie den Dienst unter der Adresse, unter der Sie sich sonst anmelden, oder fordern Sie auf der Anmeldeseite einen Link an, um ein Passwort festzulegen.',
  confirmPasskeyRefused:
    'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder bestätigen Sie auf andere Weise.',
  confirmAway:
    'Versuchen Sie es gleich noch einmal, oder bestätigen Sie auf andere Weise. Ihre Eingaben bleiben erhalten.',
  confirmAnotherWay: 'Auf andere Weise bestätigen',
  confirmedTitle: 'Sie haben bestätigt, dass Sie es sind',
  confirmedLead:
    'Ihre Eingaben sind erhalten geblieben. Fahren Sie fort, um den Vorgang abzuschließen.',
  confirmedContinue: 'Weiter',
  confirmedGone: 'Ihre Eingaben sind nicht mehr vorhanden. Bitte geben Sie sie noch einmal ein.',
  noPassword: 'Sie melden sich ohne Passwort an. Sie können zusätzlich eines festlegen.',
  confirm: 'Bestätigen',
  passwordWrong: 'Das Passwort ist falsch.',
  currentPassword: 'Aktuelles Passwort',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Ihr Passwort wurde geändert. Überall sonst sind Sie abgemeldet.',
  appTitle: 'Authenticator-App',
  appOn: 'Beim Anmelden werden Sie nach einem Code aus Ihrer App gefragt.',
  appOff: 'Mit der App reicht ein gestohlenes Passwort allein nicht zum Anmelden.',
  appAdd: 'Authenticator-App hinzufügen',
  appScan: 'Scannen Sie diesen Code mit Ihrer App.',
  appType: 'Oder geben Sie diesen Schlüssel ein:',
  appConfirm: 'Einschalten',
  appRemove: 'App entfernen',
  appRemoved: 'Die App wurde entfernt. Zum Anmelden genügt Ihr Passwort.',
  codesTitle: 'Ihre Wiederherstellungscodes',
  codesLead:
    'Drucken Sie sie aus oder bewahren Sie sie sicher auf. Jeder ersetzt einmal einen Code der App. Sie werden nicht noch einmal angezeigt.',
  codesKept: 'Ich habe sie gesichert',
  codesLeft: 'Verbleibende Wiederherstellungscodes: {count}',
  newCodes: 'Neue Wiederherstellungscodes erzeugen',
  sessions: 'Wo Sie angemeldet sind',
  thisOne: 'dieser Browser',
  lastUsed: 'zuletzt benutzt am {date}',
  endSession: 'Abmelden',
  endOthers: 'Überall sonst abmelden',
  sessionEnded: 'Auf dem Gerät abgemeldet.',
  back: 'Zurück zu „Sicherheit“',
};
