import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Din konto',
  timeZone: 'Tiderne på denne side er i tidszonen {zone}.',
  glance: 'Overblik',
  live: 'Tilgængelige forsendelser',
  tray: 'Filer, der ikke er sendt endnu',
  programHelp: 'Sådan bruger et program denne konto',
  tokenHelp:
    'Hver handling kræver headeren CSRF-Token. Dens værdi står i et skjult felt på denne side og forbliver gyldig, så længe den bruges. Kommandoerne på denne side beder om API-nøglen og læser tokenet fra $TOKEN:',
  contactsHint:
    'Tilføj de personer, du udveksler filer med, via contacts_add.cgi. En forsendelse kræver mindst én kontakt.',
  noShared: 'Operatøren deler ingen kontakter.',
  receivers: 'Modtagere af næste forsendelse',
  noReceivers: 'Der er endnu ikke valgt nogen.',
  receiversHint:
    'Vælg med receivers_set.cgi, hvem der får næste forsendelse. Valget gælder for én forsendelse.',
  type: 'Type',
  uploaded: 'Uploadet',
  removed: 'Slettes',
  noFiles: 'Ingen filer venter på at blive sendt.',
  filesHint:
    'Upload en fil med upload.cgi. Den bliver her, indtil du sender den, fjerner den, eller den slettes.',
  historyHint:
    'Vælg en modtager, upload en fil, hent listen med get_files.cgi, og send med createdrop.cgi. Alle forsendelser bliver på denne liste.',
  arrived: 'Modtaget',
  token: 'Downloadtoken',
  fetchHint:
    'Filer downloades af det program, der bruger kontoens API-nøgle. En browser kan ikke downloade dem her.',
  inboxHint:
    'Filer, som andre sender til din adresse, vises her. Hvis du vil bede nogen om filer, skal du vælge dem som modtagere og give dem adgang til at uploade med givedrop.cgi.',
  more: {
    one: '{count} post mere vises ikke her.',
    other: '{count} poster mere vises ikke her.',
  },
};
