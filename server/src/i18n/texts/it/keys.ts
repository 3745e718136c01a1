import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'Chiavi API',
  lead: 'Uno script accede con il suo indirizzo e-mail e una di queste chiavi e agisce a suo nome. Una chiave non apre queste pagine.',
  none: 'Non ha chiavi API.',
  created: 'Creata il {date}',
  validUntil: 'Valida fino al {date}',
  lastUsed: 'Ultimo uso il {date}',
  neverUsed: 'Non ancora usata',
  newTitle: 'Nuova chiave API',
  name: 'Nome',
  nameHint: 'A che cosa serve la chiave, ad esempio il nome dello script',
  lifetime: 'Valida per',
  replaceContacts:
    'Consenti a questa chiave di sostituire tutti i miei contatti (contacts_add.cgi). Uno script che ne aggiunge solo uno eliminerebbe gli altri.',
  replacesContacts: 'Può sostituire tutti i contatti',
  create: 'Crea chiave API',
  revoke: 'Revoca',
  revokeTitle: 'Revocare questa chiave API?',
  revokeText:
    'Gli script che la usano non potranno più accedere. L’operazione non può essere annullata.',
  revoked: 'La chiave API è stata revocata.',
  madeTitle: 'La sua nuova chiave API',
  madeText: 'La copi adesso e la conservi in un luogo sicuro. Non sarà più mostrata.',
  tryIt: 'La provi in un terminale. Le verrà chiesta la chiave:',
  copy: 'Copia chiave API',
  copied: 'Copiata',
  back: 'Torna alle chiavi API',
  problems: {
    name: 'Inserisca un nome di al massimo 100 caratteri, su una sola riga.',
    lifetime: 'Scelga dall’elenco per quanto tempo la chiave è valida.',
    tooMany: 'Ha già {count} chiavi API. Ne revochi prima una.',
  },
};
