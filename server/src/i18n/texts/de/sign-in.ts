import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  forgot: 'Passwort vergessen?',
  refused: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  blocked: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  signedOut: 'Sie sind abgemeldet.',
  insecureTitle: 'Eine sichere Verbindung ist nötig',
  insecureText:
    'Sie können sich nur unter einer Adresse anmelden, die mit https:// beginnt. Fragen Sie den Betreiber dieses Dienstes danach.',
  joinTitle: 'Willkommen bei {service}',
  joinLead:
    'Geben Sie Ihren Namen ein und wählen Sie ein Passwort. Danach können Sie Dateien senden und anfordern.',
  name: 'Ihr Name',
  nameHint: 'Wird den Personen angezeigt, denen Sie Dateien senden.',
  nameMissing: 'Geben Sie Ihren Namen ein.',
  nameLong: 'Der Name darf höchstens {count} Zeichen haben.',
  newPassword: 'Neues Passwort',
  passwordHint: 'Mindestens 12 Zeichen. Gut sind einige Wörter, die nicht zusammengehören.',
  passwordShort: 'Das Passwort muss mindestens {count} Zeichen haben.',
  passwordLong: 'Dieses Passwort ist zu lang.',
  passwordCommon: 'Dieses Passwort ist zu gängig und leicht zu erraten. Wählen Sie ein anderes.',
  passwordPattern:
    'Dieses Passwort ist leicht zu erraten: Es wiederholt Zeichen, folgt der Tastatur oder dem Alphabet oder besteht nur aus Ziffern. Wählen Sie ein anderes.',
  passwordPersonal:
    'Dieses Passwort besteht aus Ihrem Namen, Ihrer E-Mail-Adresse oder dem Namen dieses Dienstes. Wählen Sie ein anderes.',
  join: 'Konto erstellen',
  joinWithoutPassword: 'Ohne Passwort',
  joinWithPasskey: 'Konto mit einem Passkey erstellen',
  joinPasskeyLost:
    'Wenn Sie den Passkey verlieren, wählen Sie beim Anmelden „Passwort vergessen?“: Wir senden Ihnen einen Link, mit dem Sie ein Passwort festlegen. Auch Ihre Administration kann Ihnen einen senden.',
  joinWithProvider: 'Konto mit {provider} erstellen',
  joinPasskeyRefused:
    'Der Passkey wurde nicht angenommen. Ihre Einladung gilt weiter: Versuchen Sie es noch einmal, oder wählen Sie ein Passwort.',
  resetTitle: 'Neues Passwort wählen',
  resetLead: 'Danach sind Sie überall sonst abgemeldet.',
  resetKeys: 'Ihre API-Schlüssel werden ungültig.',
  resetCodeLead:
    'Dieses Konto ist mit einer Authenticator-App geschützt. Geben Sie zuerst einen Code daraus ein.',
  resetKeepTitle: 'Ihre anderen Anmeldearten',
  resetKeepLead: 'Kreuzen Sie an, was Ihnen gehört und bleiben soll. Alles andere wird entfernt.',
  resetPasskey: 'Passkey „{name}“, hinzugefügt am {date}',
  resetIdentity: '{name}, verknüpft am {date}',
  setPassword: 'Passwort setzen',
  endedTitle: 'Dieser Link gilt nicht mehr',
  endedInvitation:
    'Er wurde benutzt oder ist abgelaufen. Haben Sie schon ein Passwort, melden Sie sich an. Sonst bitten Sie den Betreiber dieses Dienstes um eine neue Einladung.',
  endedReset: 'Er wurde benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  forgotTitle: 'Passwort vergessen?',
  forgotLead:
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  forgotPasskey: 'Das geht auch, wenn Sie Ihren Passkey verloren haben.',
  forgotSubmit: 'Link zusenden',
  emailMissing: 'Geben Sie Ihre E-Mail-Adresse ein.',
  forgotSentTitle: 'Sehen Sie in Ihrem Postfach nach',
  forgotSentText:
    'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Er gilt eine Stunde.',
  codeTitle: 'Code eingeben',
  codeLead: 'Öffnen Sie Ihre Authenticator-App und geben Sie den angezeigten Code ein.',
  codeLabel: 'Code',
  codeHint: 'Keine App zur Hand? Geben Sie einen Ihrer Wiederherstellungscodes ein.',
  codeRefused:
    'Dieser Code ist falsch oder wurde schon benutzt. Geben Sie den ein, den die App jetzt zeigt.',
  codeBlocked: 'Zu viele Versuche. Versuchen Sie es in 15 Minuten noch einmal.',
  setUpLead:
    'Für die Anmeldung ist hier ein zweiter Schritt nötig. Richten Sie eine Authenticator-App ein, um fortzufahren.',
  setUpPasskey: 'Oder einen Passkey hinzufügen',
  passkeyNeeded:
    'Ein Passwort allein genügt hier nicht: Melden Sie sich mit Ihrem Passkey an. Haben Sie ihn verloren, setzen Sie Ihr Passwort zurück.',
  backToSignIn: 'Zurück zur Anmeldung',
};
