import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Kontoen din',
  timeZone: 'Klokkeslett på denne siden er i tidssonen {zone}.',
  glance: 'Oversikt',
  live: 'Tilgjengelige sendinger',
  tray: 'Filer som ikke er sendt ennå',
  programHelp: 'Slik bruker et program denne kontoen',
  tokenHelp:
    'Hver operasjon krever headeren CSRF-Token. Verdien står i et skjult felt på denne siden og er gyldig så lenge den brukes. Kommandoene på denne siden spør om API-nøkkelen og leser tokenet fra $TOKEN:',
  contactsHint:
    'Legg til personene du utveksler filer med, via contacts_add.cgi. En sending krever minst én kontakt.',
  noShared: 'Operatøren deler ingen kontakter.',
  receivers: 'Mottakere av neste sending',
  noReceivers: 'Ingen er valgt ennå.',
  receiversHint:
    'Velg med receivers_set.cgi hvem som får neste sending. Valget gjelder for én sending.',
  type: 'Type',
  uploaded: 'Lastet opp',
  removed: 'Slettes',
  noFiles: 'Ingen filer venter på å bli sendt.',
  filesHint:
    'Last opp en fil med upload.cgi. Den blir her til du sender den, fjerner den eller den slettes.',
  historyHint:
    'Velg en mottaker, last opp en fil, hent listen med get_files.cgi og send med createdrop.cgi. Alle sendinger blir stående i denne listen.',
  arrived: 'Mottatt',
  token: 'Nedlastingstoken',
  fetchHint:
    'Filer lastes ned av programmet som bruker API-nøkkelen til denne kontoen. En nettleser kan ikke laste dem ned her.',
  inboxHint:
    'Filer som andre sender til adressen din, vises her. Vil du be noen om filer, velger du dem som mottakere og gir dem opplastingstilgang med givedrop.cgi.',
  more: {
    one: '{count} oppføring til vises ikke her.',
    other: '{count} oppføringer til vises ikke her.',
  },
};
