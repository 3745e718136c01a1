import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('it', count, { other: '{count} file' });
}

export const it: MailTexts = {
  downloadSubject: (sender, files) => `${sender} le ha inviato ${filesOf(files)}`,
  downloadDefault: () =>
    'Le sono stati inviati dei file. Apra il link in questo messaggio per scaricarli.',
  downloadAction: (files) =>
    plural('it', files, { one: 'Scarica il file', other: 'Scarica i file' }),
  uploadSubject: (sender) => `${sender} le chiede dei file`,
  uploadDefault: () =>
    'Le viene chiesto di inviare dei file. Apra il link in questo messaggio per caricarli.',
  uploadAction: () => 'Invia file',
  reminderSubject: (sender, files) => `Promemoria: ${sender} le ha inviato ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('it', files, {
      one: 'Non ha ancora scaricato questo file. Il tempo sta per scadere.',
      other: 'Non ha ancora scaricato questi file. Il tempo sta per scadere.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('it', files, {
      one: 'ha scaricato il file',
      other: 'ha scaricato tutti i file ({count})',
    })}`,
  receiptIntro: (date) => `Completato: ${date}.`,
  receivedSubject: (contact, files) => `${contact} ha risposto con ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('it', files, {
      one: 'Il file è nella posta in arrivo. Lo scarichi con il programma che usa la Sua chiave API: nel browser si vede solo che cosa è arrivato.',
      other:
        'I file sono nella posta in arrivo. Li scarichi con il programma che usa la Sua chiave API: nel browser si vede solo che cosa è arrivato.',
    }),
  receivedAction: () => 'Vedi che cosa è arrivato',
  unfetchedSubject: (receiver, files) => `${receiver} non ha scaricato ${filesOf(files)}`,
  unfetchedIntro: (date) =>
    `Il tempo è scaduto: ${date}. I file servono ancora? Li invii di nuovo.`,
  moreFiles: (count) => plural('it', count, { one: 'e {count} altro', other: 'e altri {count}' }),
  orOpen: () => 'Oppure apra questo indirizzo nel browser:',
  availableUntil: (date) => `Scadenza: ${date}.`,
  uploadUntil: (date) => `Termine per inviare i file: ${date}.`,
  messageGoesOn: () => 'Il messaggio è più lungo. Il testo completo si trova al link.',
  keepLink: () => 'Il link è personale. Non lo inoltri.',
  unexpected: () =>
    'Non si aspettava questo messaggio? Non apra il link. Chieda prima al mittente, con un mezzo che già conosce.',
  report: (address) => `Qualcosa le sembra sospetto? Scriva a: ${address}`,
  receiptReason: () =>
    'Riceve questo messaggio perché le conferme di ricezione sono attive per questo account.',
  receivedReason: () => 'Riceve questo messaggio perché ha chiesto dei file.',
  unfetchedReason: () =>
    'Riceve questo messaggio perché i promemoria sono attivi per questo account.',
  codeSubject: (sender) => `${sender}: il suo codice`,
  codeIntro: (code) => `Il suo codice: ${code}`,
  codeUntil: (date) => `Valido fino al ${date}. Lo inserisca nella pagina che lo ha chiesto.`,
  codeUnexpected: () =>
    'Non ha chiesto alcun codice? Allora qualcun altro ha il suo link. Non dia il codice a nessuno e avvisi il mittente.',
  codeSms: (code, serviceName) =>
    `${code} è il suo codice per ${serviceName}. È valido per 10 minuti. Non lo dia a nessuno.`,
  lockedSubject: (sender) => `${sender} le ha inviato dei file`,
  lockedReminderSubject: (sender) => `Promemoria: ${sender} le ha inviato dei file`,
  lockedIntro: () =>
    'Ciò che è stato inviato si vede dopo aver inserito un codice. La pagina del link glielo invia.',
  lockedAction: () => 'Apri la pagina',
  undeliveredSubject: (receiver) => `Consegna non riuscita: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('it', receivers, {
      one: '{count} destinatario non raggiunto',
      other: '{count} destinatari non raggiunti',
    }),
  undeliveredIntro: () =>
    'Non è stato possibile consegnare questi messaggi. Controlli gli indirizzi o contatti i destinatari in altro modo.',
  undeliveredUnwanted: () => 'non desidera altri messaggi',
  undeliveredReason: () => 'Riceve questo messaggio perché ha inviato o chiesto dei file.',
  unfetchedManySubject: (receivers) =>
    plural('it', receivers, {
      one: '{count} destinatario non ha scaricato i file',
      other: '{count} destinatari non hanno scaricato i file',
    }),
  unfetchedManyIntro: () => 'Il tempo è scaduto. I file servono ancora? Li invii di nuovo.',
  codesRefusedSubject: (receiver) => `Sono stati inseriti codici errati: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Con il link di questo destinatario sono stati inseriti dieci codici errati, l’ultimo: ${date}. Forse qualcun altro ha il link. Chieda al destinatario e, in caso di dubbio, faccia revocare il link.`,
  revokedSubject: () => 'Il gestore ha terminato uno dei suoi invii',
  revokedIntro: (date) =>
    `Inviato: ${date}. I link non funzionano più e i file non sono più leggibili.`,
  revokedReceiverIntro: (date) =>
    `Inviato: ${date}. Il link di questo destinatario non funziona più.`,
  keyRotatedSubject: () => 'Il suo account ha una nuova chiave API',
  accountDisabledSubject: () => 'Il suo account è stato disattivato',
  accountEnabledSubject: () => 'Il suo account è di nuovo attivo',
  accountIntro: (date) => `Data: ${date}.`,
  securityReason: () =>
    'Riceve questo messaggio perché riguarda la sicurezza del suo account. Se non se lo aspettava, contatti il gestore del servizio.',
  unwanted: () => 'Non desidera più questi messaggi? Li blocchi qui:',
  sentBy: (serviceName) => `Inviato da ${serviceName}.`,
};
