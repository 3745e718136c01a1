import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Mit {provider} anmelden',
  usePasskey: 'Mit einem Passkey anmelden',
  passkeyRefused:
    'Der Passkey wurde nicht angenommen. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
  awayTitle: '{provider} ist nicht erreichbar',
  awayText: 'Versuchen Sie es gleich noch einmal oder melden Sie sich auf andere Weise an.',
  notSignedIn: 'Sie sind nicht angemeldet',
  refusedAnswer:
    '{provider} hat Ihre Identität nicht bestätigt, oder es hat zu lange gedauert. Versuchen Sie es erneut.',
  refusedUnknown:
    'Ihre Identität bei {provider} ist mit keinem Konto verknüpft. Melden Sie sich auf andere Weise an und verknüpfen Sie sie dann unter „Sicherheit“.',
  refusedTaken:
    'Zu Ihrer E-Mail-Adresse gibt es bereits ein Konto. Melden Sie sich dort auf andere Weise an und verknüpfen Sie {provider} dann unter „Sicherheit“.',
  refusedNotAllowed:
    '{provider} hat Ihre Identität bestätigt, aber Sie dürfen sich hier nicht anmelden. Wenden Sie sich an den Betreiber dieses Dienstes.',
  refusedElsewhere: 'Ihre Identität bei {provider} ist mit einem anderen Konto verknüpft.',
  refusedEnded:
    'Die Einladung wurde benutzt oder ist abgelaufen. Melden Sie sich an, oder bitten Sie den Betreiber dieses Dienstes um eine neue.',
  backToSecurity: 'Zurück zu „Sicherheit“',
  title: 'Passkeys und verknüpfte Dienste',
  lead: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN Ihres Geräts an. Er braucht kein Passwort und funktioniert auf keiner gefälschten Seite.',
  none: 'Sie haben noch keinen Passkey.',
  name: 'Name',
  nameHint: 'Zum Beispiel „Laptop im Büro“, damit Sie ihn später wiedererkennen.',
  add: 'Passkey hinzufügen',
  needsScript:
    'Um einen Passkey hinzuzufügen, muss Ihr Browser Passkeys unterstützen und Skripte erlauben.',
  wrongPlace:
    'Passkeys funktionieren unter dieser Adresse nicht. Öffnen Sie den Dienst unter seinem Namen, mit https://.',
  rename: 'Umbenennen',
  remove: 'Entfernen',
  addedOn: 'Hinzugefügt am {date}',
  lastUsed: 'Zuletzt verwendet am {date}',
  neverUsed: 'Noch nicht verwendet',
  forOther: 'Für {host} erstellt. Er funktioniert hier nicht.',
  added: 'Der Passkey wurde hinzugefügt.',
  renamed: 'Der Passkey wurde umbenannt.',
  removed: 'Der Passkey wurde entfernt.',
  addRefused: 'Der Passkey wurde nicht hinzugefügt. Versuchen Sie es erneut.',
  known: 'Dieser Passkey wird bereits verwendet.',
  tooMany: 'Sie haben {count} Passkeys. Entfernen Sie zuerst einen.',
  lastWay:
    'Das ist Ihre einzige Möglichkeit, sich anzumelden. Fügen Sie zuerst eine weitere hinzu.',
  servicesTitle: 'Verknüpfte Dienste',
  servicesLead: 'Melden Sie sich mit einem Konto an, das Sie anderswo haben.',
  link: '{provider} verknüpfen',
  unlink: 'Verknüpfung aufheben',
  linkedAs: '{provider}: {name}',
  linked: '{provider} ist mit Ihrem Konto verknüpft.',
  unlinked: '{provider} ist nicht mehr mit Ihrem Konto verknüpft.',
};
