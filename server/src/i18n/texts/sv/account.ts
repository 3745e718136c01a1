import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Ditt konto',
  timeZone: 'Tiderna på den här sidan är i tidszonen {zone}.',
  glance: 'Översikt',
  live: 'Tillgängliga sändningar',
  tray: 'Filer som inte har skickats än',
  programHelp: 'Så använder ett program det här kontot',
  tokenHelp:
    'Varje åtgärd kräver headern CSRF-Token. Värdet står i ett dolt fält på den här sidan och är giltigt så länge det används. Kommandona på den här sidan frågar efter API-nyckeln och läser token från $TOKEN:',
  contactsHint:
    'Lägg till personerna du utbyter filer med via contacts_add.cgi. En sändning kräver minst en kontakt.',
  noShared: 'Operatören delar inga kontakter.',
  receivers: 'Mottagare av nästa sändning',
  noReceivers: 'Ingen har valts än.',
  receiversHint:
    'Välj med receivers_set.cgi vem som får nästa sändning. Valet gäller för en sändning.',
  type: 'Typ',
  uploaded: 'Uppladdad',
  removed: 'Raderas',
  noFiles: 'Inga filer väntar på att skickas.',
  filesHint:
    'Ladda upp en fil med upload.cgi. Den ligger kvar här tills du skickar den, tar bort den eller den raderas.',
  historyHint:
    'Välj en mottagare, ladda upp en fil, hämta listan med get_files.cgi och skicka med createdrop.cgi. Alla sändningar finns kvar i den här listan.',
  arrived: 'Mottagen',
  token: 'Nedladdningstoken',
  fetchHint:
    'Filer laddas ned av programmet som använder kontots API-nyckel. En webbläsare kan inte ladda ned dem här.',
  inboxHint:
    'Filer som andra skickar till din adress visas här. Vill du be någon om filer väljer du dem som mottagare och ger dem uppladdningsåtkomst med givedrop.cgi.',
  more: {
    one: '{count} post till visas inte här.',
    other: '{count} poster till visas inte här.',
  },
};
