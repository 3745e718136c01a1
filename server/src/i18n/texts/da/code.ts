import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} har sendt dig filer',
  titleUnnamed: 'Filer til dig fra {service}',
  lead: 'Indtast en kode for at åbne siden, så vi ved, at det er dig.',
  unreachable:
    'Du skal bruge en kode for at åbne siden, men vi har ingen måde at sende dig en på. Kontakt afsenderen.',
  ask: 'Bed om en kode',
  again: 'Er der ikke kommet en kode?',
  bySms: 'Send den som SMS til {to}',
  byEmail: 'Send den som e-mail til {to}',
  sent: 'Vi har sendt en 8-cifret kode til {to}. Der kan gå et minut, før den kommer, og den gælder i 10 minutter.',
  label: 'Kode',
  form: '8 cifre',
  submit: 'Fortsæt',
  wrong: 'Koden er ikke rigtig. Du har {tries} forsøg tilbage.',
  spent: 'Koden er indtastet forkert for mange gange og gælder ikke længere. Bed om en ny.',
  expired: 'Koden er udløbet. Bed om en ny.',
  cookies:
    'En kode virker kun i den browser, der bad om den. Tillad cookies for denne side, og bed derefter om en ny kode.',
  stuck: 'Ingen kode er nået frem til {to} endnu. Vent lidt, eller bed om en ny.',
  wait: 'Der kan ikke sendes flere koder til {to} lige nu. Prøv igen om en time.',
};
