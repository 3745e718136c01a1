import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: '{sender} le ha inviato {files} file',
  downloadDefault:
    'Le sono stati inviati dei file. Apra il link in questo messaggio per scaricarli.',
  downloadAction: {
    one: 'Scarica il file',
    other: 'Scarica i file',
  },
  uploadSubject: '{sender} le chiede dei file',
  uploadDefault:
    'Le viene chiesto di inviare dei file. Apra il link in questo messaggio per caricarli.',
  uploadAction: 'Invia file',
  reminderSubject: 'Promemoria: {sender} le ha inviato {files} file',
  reminderIntro: {
    one: 'Non ha ancora scaricato questo file. Scade presto.',
    other: 'Non ha ancora scaricato questi file. Scadono presto.',
  },
  receiptSubject: {
    one: '{receiver} ha scaricato il file',
    other: '{receiver} ha scaricato tutti i file ({files})',
  },
  receiptIntro: 'Completato: {date}.',
  receivedSubject: '{contact} le ha inviato {files} file',
  receivedIntro: {
    one: 'Il file è nella posta in arrivo. Lo scarichi con il programma che usa la Sua chiave API: nel browser si vede solo che cosa è arrivato.',
    other:
      'I file sono nella posta in arrivo. Li scarichi con il programma che usa la Sua chiave API: nel browser si vede solo che cosa è arrivato.',
  },
  receivedAction: 'Vedi che cosa è arrivato',
  receivedInInbox: {
    one: 'Il file è nella posta in arrivo.',
    other: 'I file sono nella posta in arrivo.',
  },
  receivedOpen: 'Apri la posta in arrivo',
  returnedSubject: {
    one: '{receiver} ha ricevuto il file',
    other: '{receiver} ha ricevuto tutti i file ({files})',
  },
  returnedIntro: 'Ricevuto: {date}. Conservi questo messaggio come conferma.',
  returnedReason: 'Riceve questo messaggio perché ha inviato questi file.',
  unfetchedSubject: '{receiver} non ha scaricato {files} file',
  unfetchedIntro: 'I file sono scaduti il {date}. Se servono ancora, li invii di nuovo.',
  moreFiles: {
    one: 'e {count} altro',
    other: 'e altri {count}',
  },
  orOpen: 'Oppure apra questo indirizzo nel browser:',
  availableUntil: 'Scadenza: {date}.',
  uploadUntil: 'Termine per inviare i file: {date}.',
  messageGoesOn: 'Il messaggio è più lungo. Apra il link per leggerlo tutto.',
  keepLink: 'Questo link è solo per lei. Non lo condivida.',
  unexpected:
    'Non si aspettava questo messaggio? Non apra il link. Verifichi prima con il mittente in un modo che già conosce.',
  report: 'Qualcosa le sembra sospetto? Scriva a: {address}',
  receiptOpen: 'Vedi il trasferimento',
  receiptDrop: 'Trasferimento: {id}',
  receiptReason:
    'Riceve questo messaggio perché le conferme di ricezione sono attive per questo account.',
  receivedReason: 'Riceve questo messaggio perché ha chiesto dei file.',
  unfetchedReason: 'Riceve questo messaggio perché i promemoria sono attivi per questo account.',
  codeSubject: 'Il suo codice per aprire la pagina di {sender}',
  codeIntro: 'Il suo codice: {code}',
  codeUntil: 'Valido fino al {date}. Lo inserisca nella pagina che lo ha chiesto.',
  codeUnexpected:
    'Non ha richiesto alcun codice? Allora qualcun altro ha il suo link. Non condivida questo codice con nessuno e avvisi il mittente.',
  codeSms:
    '{code} è il suo codice per {service}. È valido per 10 minuti. Non lo condivida con nessuno.',
  lockedSubject: '{sender} le ha inviato dei file',
  lockedReminderSubject: 'Promemoria: {sender} le ha inviato dei file',
  lockedIntro: 'Serve un codice monouso per vedere i file. Apra la pagina e glielo invieremo.',
  lockedAction: 'Apri la pagina',
  undeliveredSubject: 'Consegna non riuscita: {receiver}',
  undeliveredManySubject: {
    one: '{receivers} destinatario non raggiunto',
    other: '{receivers} destinatari non raggiunti',
  },
  undeliveredIntro:
    'Non è stato possibile consegnare questi messaggi. Controlli gli indirizzi o contatti i destinatari in altro modo.',
  undeliveredUnwanted: 'non desidera altri messaggi',
  undeliveredReason: 'Riceve questo messaggio perché ha inviato o chiesto dei file.',
  unfetchedManySubject: {
    one: '{receivers} destinatario non ha scaricato i file',
    other: '{receivers} destinatari non hanno scaricato i file',
  },
  unfetchedManyIntro: 'I file sono scaduti. Se servono ancora, li invii di nuovo.',
  codesRefusedSubject: 'Sono stati inseriti codici errati: {receiver}',
  codesRefusedIntro:
    'Con il link di questo destinatario sono stati inseriti dieci codici errati, l’ultimo: {date}. Forse qualcun altro ha il link. Chieda al destinatario e, in caso di dubbio, faccia revocare il link.',
  codesUsedUpSubject: 'Per ora nessun altro codice: {receiver}',
  codesUsedUpIntro:
    'Con il link di questo destinatario sono stati richiesti così tanti codici che per ora non ne vengono inviati altri. L’ultimo: {date}. Se non li ha richiesti il destinatario, qualcun altro ha il link: lo revochi e ne invii uno nuovo.',
  revokedSubject: 'Il gestore ha terminato uno dei suoi invii',
  revokedIntro: 'Inviato: {date}. I link non funzionano più e i file non sono più leggibili.',
  revokedReceiverIntro: 'Inviato: {date}. Il link di questo destinatario non funziona più.',
  invitationSubject: 'Il suo account: {service}',
  invitationIntro:
    'È stato invitato a inviare e ricevere file in modo sicuro. Scelga una password per iniziare.',
  invitationFrom:
    '{inviter} La invita a inviare e ricevere file in modo sicuro. Scelga una password per iniziare.',
  invitationAction: 'Scegli una password',
  resetSubject: 'Scelga una nuova password',
  resetIntro: 'Ha chiesto un link per scegliere una nuova password.',
  resetUnexpected: 'Non l’ha chiesto? Ignori questo messaggio: la sua password resta invariata.',
  linkUntil: 'Il link funziona una sola volta, fino al {date}.',
  keyRotatedSubject: 'Il suo account ha una nuova chiave API',
  keyEndingSubject: 'Una sua chiave API scade presto',
  keyEndingIntro:
    'Gli script che usano queste chiavi non potranno più accedere. Crei per tempo nuove chiavi in Sicurezza, Chiavi API.',
  keyEndingItem: '{name}: valida fino al {date}',
  passwordChangedSubject: 'La sua password è stata modificata',
  passkeyAddedSubject: 'È stata aggiunta una passkey al suo account',
  passkeyRemovedSubject: 'È stata rimossa una passkey dal suo account',
  identityLinkedSubject: 'È stato collegato un servizio di accesso al suo account',
  identityUnlinkedSubject: 'È stato scollegato un servizio di accesso dal suo account',
  authenticatorAddedSubject: 'È stata aggiunta un’app di autenticazione al suo account',
  authenticatorRemovedSubject: 'L’app di autenticazione è stata rimossa dal suo account',
  recoveryCodesMadeSubject: 'Sono stati creati nuovi codici di recupero per il suo account',
  signInCodesRefusedSubject: 'Sono stati inseriti codici errati per accedere al suo account',
  signInCodesRefusedAdvice:
    'Se è stato lei, non deve fare nulla. Altrimenti qualcuno conosce la sua password o può leggere la sua posta: cambi entrambe le password.',
  signInAttemptsSubject: 'Sono state inserite molte password errate per il suo account',
  signInAttemptsAdvice:
    'Nessuno è entrato. Può accedere come sempre dove ha già effettuato l’accesso, e con una passkey. Se la sua password è corta o usata altrove, la cambi.',
  secondFactorRemovedSubject:
    'Un amministratore ha rimosso l’app di autenticazione dal suo account',
  accountDisabledSubject: 'Il suo account è stato disattivato',
  accountEnabledSubject: 'Il suo account è di nuovo attivo',
  accountIntro: 'Data: {date}.',
  securityReason:
    'Riceve questo messaggio perché riguarda la sicurezza del suo account. Se non se lo aspettava, contatti il gestore del servizio.',
  unwanted: 'Non desidera più questi messaggi? Li disattivi qui:',
  sentBy: 'Inviato da {service}.',
};
