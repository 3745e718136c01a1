import type { CodeTexts } from './code-texts.ts';

export const nb: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `Filer til deg fra ${service}` : `${sender} har sendt deg filer`,
  lead: 'Denne siden åpnes med en kode. Den viser at det er deg siden er ment for.',
  unreachable:
    'Denne siden åpnes med en kode, men det finnes ingen kjent måte å sende deg en på. Spør avsenderen.',
  ask: 'Få en kode',
  again: 'Ikke fått noen kode?',
  bySms: ({ to }) => `Send den på SMS til ${to}`,
  byEmail: ({ to }) => `Send den på e-post til ${to}`,
  sent: ({ to }) =>
    `Vi har sendt en kode på 8 sifre til ${to}. Det kan ta et minutt før den kommer, og den gjelder i 10 minutter.`,
  label: 'Kode',
  form: '8 sifre',
  submit: 'Fortsett',
  wrong: ({ tries }) => `Det er ikke riktig kode. Du har ${tries} forsøk igjen.`,
  spent: 'Koden ble skrevet feil for mange ganger og gjelder ikke lenger. Få en ny.',
  expired: 'Koden er utløpt. Få en ny.',
  cookies:
    'En kode virker bare i nettleseren den ble bestilt fra. Tillat informasjonskapsler for denne siden, og få deretter en ny kode.',
  stuck: ({ to }) => `Ingen kode har nådd fram til ${to} ennå. Vent litt, eller be om en ny.`,
  wait: ({ to }) => `Det kan ikke sendes flere koder til ${to} akkurat nå. Vent en time.`,
};
