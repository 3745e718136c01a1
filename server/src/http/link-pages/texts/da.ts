import type { CodeTexts } from './code-texts.ts';

export const da: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `Filer til dig fra ${service}` : `${sender} har sendt dig filer`,
  lead: 'Denne side åbnes med en kode. Den viser, at det er dig, siden er til.',
  unreachable:
    'Denne side åbnes med en kode, men der er ingen kendt måde at sende dig en på. Spørg afsenderen.',
  ask: 'Få en kode',
  again: 'Er der ikke kommet en kode?',
  bySms: ({ to }) => `Send den som SMS til ${to}`,
  byEmail: ({ to }) => `Send den som e-mail til ${to}`,
  sent: ({ to }) =>
    `Vi har sendt en kode på 8 cifre til ${to}. Der kan gå et minut, før den kommer, og den gælder i 10 minutter.`,
  label: 'Kode',
  form: '8 cifre',
  submit: 'Fortsæt',
  wrong: ({ tries }) => `Det er ikke den rigtige kode. Du har ${tries} forsøg tilbage.`,
  spent: 'Koden blev skrevet forkert for mange gange og gælder ikke længere. Få en ny.',
  expired: 'Koden er udløbet. Få en ny.',
  cookies:
    'En kode virker kun i den browser, den blev bestilt fra. Tillad cookies for denne side, og få derefter en ny kode.',
  stuck: ({ to }) => `Ingen kode er nået frem til ${to} endnu. Vent lidt, eller bed om en ny.`,
  wait: ({ to }) => `Der kan ikke sendes flere koder til ${to} lige nu. Vent en time.`,
};
