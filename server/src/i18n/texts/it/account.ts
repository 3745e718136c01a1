import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Il suo account',
  timeZone: 'Gli orari di questa pagina sono nel fuso orario {zone}.',
  glance: 'In sintesi',
  live: 'Invii disponibili',
  tray: 'File non ancora inviati',
  programHelp: 'Come un programma usa questo account',
  tokenHelp:
    'Ogni operazione richiede l’intestazione CSRF-Token. Il suo valore si trova in un campo nascosto di questa pagina e resta valido finché viene usato. I comandi di questa pagina chiedono la chiave API e leggono il token da $TOKEN:',
  contactsHint:
    'Aggiunga con contacts_add.cgi le persone con cui scambia file. Un invio richiede almeno un contatto.',
  noShared: 'Il gestore non condivide contatti.',
  receivers: 'Destinatari del prossimo invio',
  noReceivers: 'Nessuno è stato ancora scelto.',
  receiversHint:
    'Scelga con receivers_set.cgi chi riceve il prossimo invio. La scelta vale per un solo invio.',
  type: 'Tipo',
  uploaded: 'Caricato',
  removed: 'Sarà eliminato',
  noFiles: 'Nessun file è in attesa di invio.',
  filesHint:
    'Carichi un file con upload.cgi. Resta qui finché non lo invia, non lo rimuove o non viene eliminato.',
  historyHint:
    'Scelga un destinatario, carichi un file, ottenga l’elenco con get_files.cgi e invii con createdrop.cgi. Ogni invio resta in questo elenco.',
  arrived: 'Ricevuto',
  token: 'Token di download',
  fetchHint:
    'I file vengono scaricati dal programma che usa la chiave API di questo account. Un browser non può scaricarli qui.',
  inboxHint:
    'Qui appaiono i file che altri inviano al suo indirizzo. Per chiedere file a qualcuno, lo scelga come destinatario e gli dia l’accesso al caricamento con givedrop.cgi.',
  more: {
    one: '{count} altra voce non è mostrata qui.',
    other: '{count} altre voci non sono mostrate qui.',
  },
};
