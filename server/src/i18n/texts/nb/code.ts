import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} har sendt deg filer',
  titleUnnamed: 'Filer til deg fra {service}',
  lead: 'Skriv inn en kode for å åpne siden, så vi vet at det er deg.',
  unreachable:
    'Du trenger en kode for å åpne siden, men vi har ingen måte å sende deg en på. Kontakt avsenderen.',
  ask: 'Be om en kode',
  again: 'Ikke fått noen kode?',
  bySms: 'Send den på SMS til {to}',
  byEmail: 'Send den på e-post til {to}',
  sent: 'Vi har sendt en 8-sifret kode til {to}. Det kan ta et minutt før den kommer, og den gjelder i 10 minutter.',
  label: 'Kode',
  form: '8 sifre',
  submit: 'Fortsett',
  wrong: 'Koden er ikke riktig. Du har {tries} forsøk igjen.',
  spent: 'Koden er skrevet inn feil for mange ganger og gjelder ikke lenger. Be om en ny.',
  expired: 'Koden er utløpt. Be om en ny.',
  cookies:
    'En kode virker bare i nettleseren som ba om den. Tillat informasjonskapsler for denne siden, og be så om en ny kode.',
  stuck: 'Ingen kode har nådd fram til {to} ennå. Vent litt, eller be om en ny.',
  wait: 'Det kan ikke sendes flere koder til {to} akkurat nå. Prøv igjen om en time.',
};
