import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} le ha inviato dei file',
  titleUnnamed: 'File per lei da {service}',
  lead: 'Inserisca un codice per aprire questa pagina, così sappiamo che è lei.',
  unreachable:
    'Serve un codice per aprire questa pagina, ma non abbiamo modo di inviarglielo. Contatti il mittente.',
  ask: 'Richiedi un codice',
  again: 'Il codice non è arrivato?',
  bySms: 'Invia per SMS a {to}',
  byEmail: 'Invia per e-mail a {to}',
  sent: 'Abbiamo inviato un codice di 8 cifre a {to}. Può impiegare un minuto ad arrivare ed è valido per 10 minuti.',
  label: 'Codice',
  form: '8 cifre',
  submit: 'Continua',
  wrong: {
    one: 'Il codice non è corretto. Le resta {tries} tentativo.',
    other: 'Il codice non è corretto. Le restano {tries} tentativi.',
  },
  spent:
    'Il codice è stato inserito in modo errato troppe volte e non è più valido. Ne richieda uno nuovo.',
  expired: 'Il codice è scaduto. Ne richieda uno nuovo.',
  cookies:
    'Un codice funziona solo nel browser da cui è stato richiesto. Consenta i cookie per questa pagina, poi richieda un nuovo codice.',
  stuck: 'Nessun codice è ancora arrivato a {to}. Attenda un po’ o ne richieda un altro.',
  wait: 'Per ora non si possono inviare altri codici a {to}. Riprovi tra un’ora.',
};
