import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Accedere con {provider}',
  usePasskey: 'Accedere con una passkey',
  passkeyRefused: 'La passkey non è stata accettata. Riprovi o acceda in un altro modo.',
  awayTitle: '{provider} non è raggiungibile',
  awayText: 'Riprovi tra un momento o acceda in un altro modo.',
  notSignedIn: 'Lei non ha effettuato l’accesso',
  refusedAnswer:
    '{provider} non ha confermato la sua identità, oppure è passato troppo tempo. Riprovi.',
  refusedUnknown:
    'La sua identità presso {provider} non è collegata a un account. Acceda in un altro modo, poi la colleghi in Sicurezza.',
  refusedTaken:
    'Esiste già un account con il suo indirizzo e-mail. Acceda in un altro modo, poi colleghi {provider} in Sicurezza.',
  refusedNotAllowed:
    '{provider} ha confermato la sua identità, ma lei non può accedere qui. Si rivolga al gestore di questo servizio.',
  refusedElsewhere: 'La sua identità presso {provider} è collegata a un altro account.',
  refusedEnded:
    'L’invito è stato usato o è scaduto. Acceda o ne chieda uno nuovo al gestore di questo servizio.',
  backToSecurity: 'Torna a Sicurezza',
  title: 'Passkey e servizi collegati',
  lead: 'Con una passkey accede tramite impronta, volto o PIN del suo dispositivo. Non richiede password e non funziona su una pagina contraffatta.',
  none: 'Non ha ancora una passkey.',
  name: 'Nome',
  nameHint: 'Ad esempio «Portatile dell’ufficio», per riconoscerla in seguito.',
  add: 'Aggiungi una passkey',
  needsScript:
    'Per aggiungere una passkey, il suo browser deve supportarle e consentire gli script.',
  wrongPlace:
    'Le passkey non funzionano a questo indirizzo. Apra il servizio con il suo nome, con https://.',
  rename: 'Rinomina',
  remove: 'Rimuovi',
  addedOn: 'Aggiunta il {date}',
  lastUsed: 'Ultimo uso: {date}',
  neverUsed: 'Non ancora usata',
  forOther: 'Creata per {host}. Qui non funziona.',
  added: 'La passkey è stata aggiunta.',
  renamed: 'La passkey è stata rinominata.',
  removed: 'La passkey è stata rimossa.',
  addRefused: 'La passkey non è stata aggiunta. Riprovi.',
  known: 'Questa passkey è già in uso.',
  tooMany: 'Ha {count} passkey. Ne rimuova prima una.',
  lastWay: 'È il suo unico modo di accedere. Ne aggiunga prima un altro.',
  servicesTitle: 'Servizi collegati',
  servicesLead: 'Acceda con un account che ha altrove.',
  link: 'Collega {provider}',
  unlink: 'Scollega',
  linkedAs: '{provider}: {name}',
  linked: '{provider} è collegato al suo account.',
  unlinked: '{provider} non è più collegato al suo account.',
};
