import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const it: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `File per lei da ${service}` : `${sender} le ha inviato dei file`,
  lead: 'Questa pagina si apre con un codice. Mostra che è destinata proprio a lei.',
  unreachable:
    'Questa pagina si apre con un codice e non conosciamo alcun modo per inviarglielo. Chieda al mittente.',
  ask: 'Ricevere un codice',
  again: 'Il codice non è arrivato?',
  bySms: ({ to }) => `Inviarlo per SMS a ${to}`,
  byEmail: ({ to }) => `Inviarlo per e-mail a ${to}`,
  sent: ({ to }) =>
    `Abbiamo inviato un codice di 8 cifre a ${to}. Può impiegare un minuto ad arrivare ed è valido per 10 minuti.`,
  label: 'Codice',
  form: '8 cifre',
  submit: 'Continua',
  wrong: ({ tries }) =>
    plural('it', tries, {
      one: `Il codice non è giusto. Le resta ${tries} tentativo.`,
      other: `Il codice non è giusto. Le restano ${tries} tentativi.`,
    }),
  spent: 'Il codice è stato inserito male troppe volte e non è più valido. Ne chieda uno nuovo.',
  expired: 'Il codice è scaduto. Ne chieda uno nuovo.',
  cookies:
    'Un codice funziona solo nel browser da cui è stato richiesto. Consenta i cookie per questa pagina, poi richieda un nuovo codice.',
  stuck: ({ to }) =>
    `Finora nessun codice è arrivato a ${to}. Attenda un po’ o ne chieda un altro.`,
  wait: ({ to }) => `Per ora non si possono inviare altri codici a ${to}. Attenda un’ora.`,
};
