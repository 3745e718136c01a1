import type { Texts } from '../en/shape.ts';

export const send: Texts['send'] = {
  title: 'Envoyer des fichiers',
  to: 'À',
  toHint: 'Adresses e-mail ou groupes. Vous pouvez coller une liste entière.',
  files: 'Fichiers',
  chooseFolder: 'Choisir un dossier',
  moreFiles: {
    one: 'et {count} autre fichier',
    other: 'et {count} autres fichiers',
  },
  addFiles: 'Ajouter des fichiers',
  missing: {
    one: '{count} fichier a été choisi mais pas téléversé. Choisissez-le à nouveau pour l’envoyer.',
    other:
      '{count} fichiers ont été choisis mais pas téléversés. Choisissez-les à nouveau pour les envoyer.',
  },
  sendWithout: {
    one: 'Envoyer sans ce fichier',
    other: 'Envoyer sans ces {count} fichiers',
  },
  uploaded: 'Téléversé',
  chooseAgain: '{share} téléversés. Choisissez à nouveau ce fichier pour continuer.',
  rename: 'Renommer',
  newName: 'Nouveau nom',
  remove: 'Supprimer',
  message: 'Message (facultatif)',
  days: {
    one: '{count} jour',
    other: '{count} jours',
  },
  availableFor: 'Disponible pendant',
  untilDay: 'Jusqu’à une date',
  options: 'Plus d’options',
  asUsual: 'Comme dans vos paramètres',
  code: {
    label: 'Code à usage unique pour les destinataires',
    off: 'Aucun code',
    email: 'Par e-mail',
    sms: 'Par SMS',
    either: 'Par e-mail ou SMS',
  },
  limit: 'Limite de téléchargements',
  limitHint:
    'Nombre de fois que chaque destinataire peut télécharger chaque fichier. Laissez vide pour ne pas limiter.',
  receipts: {
    label: 'M’avertir',
    first: 'Quand le premier destinataire a tous les fichiers',
    each: 'Quand chaque destinataire a tous les fichiers',
    none: 'Jamais',
  },
  countFiles: {
    one: '{count} fichier',
    other: '{count} fichiers',
  },
  countPeople: {
    one: '{count} destinataire',
    other: '{count} destinataires',
  },
  untilDate: 'jusqu’au {date}',
  save: 'Enregistrer',
  send: 'Envoyer',
  discard: 'Abandonner',
  discarded: {
    text: 'Brouillon abandonné. Vous pouvez annuler jusqu’à {time}.',
    undo: 'Annuler',
    deleteNow: 'Supprimer maintenant',
    gone: 'Ce brouillon a été supprimé et ne peut plus être restauré.',
  },
  savedAt: 'Enregistré {time}',
  unfinished: 'Brouillons non envoyés',
  nobodyYet: 'Aucun destinataire pour l’instant',
  refusals: {
    tooLarge: 'Plus volumineux qu’autorisé.',
    badName: 'Ce nom de fichier ne peut pas être utilisé.',
    noSpace: 'Il n’y a pas de place pour ce fichier en ce moment.',
    gone: 'Ce brouillon a été envoyé ou abandonné.',
    failed: 'Le téléversement a échoué. Réessayez dans quelques minutes.',
  },
  script: {
    sending: 'Téléversement',
    waiting: 'Connexion perdue. Le téléversement reprendra dès qu’elle sera rétablie.',
    busy: 'Le service est occupé. Le téléversement reprendra automatiquement.',
    refused: {
      one: '{count} fichier ne peut pas être téléversé. La liste indique pourquoi.',
      other: '{count} fichiers ne peuvent pas être téléversés. La liste indique pourquoi.',
    },
    saving: 'Enregistrement…',
    notSaved: 'Non enregistré. Vérifiez votre connexion et reconnectez-vous si nécessaire.',
    sendsLater: 'Sera envoyé quand tous les fichiers seront téléversés',
    outdated:
      'Ce brouillon a été modifié dans un autre onglet. Ce que vous avez saisi ici n’est pas enregistré.',
    reload: 'Recharger',
    keepMine: 'Enregistrer cette version',
    suggestions: 'Suggestions',
    notAnAddress: 'Ce n’est pas une adresse e-mail :',
  },
  problems: {
    unreadable: 'Ni adresse e-mail ni groupe : {addresses}',
    noReceivers: 'Ajoutez au moins un destinataire.',
    noFiles: 'Ajoutez au moins un fichier.',
    tooManyMails:
      'Vous avez atteint votre limite d’e-mails. Vous pourrez envoyer de nouveau à partir du {date}.',
    checking: 'Vos fichiers sont encore en cours de vérification. Renvoyez dans un instant.',
    unfinished: 'Pas encore entièrement téléversé : {name}',
    receivers:
      'Un groupe est vide, un destinataire ne fait pas partie de vos contacts ou il y a trop de destinataires.',
    lifetime: 'Choisissez une date ultérieure, dans la durée maximale autorisée.',
    lifetimeTwice:
      'Choisissez soit un nombre de jours, soit une date. Pour utiliser le nombre de jours, effacez la date.',
    message: 'Le message est trop long ou contient des caractères inutilisables.',
    downloadLimit: 'Saisissez un nombre entier de 1 à 1000.',
  },
  sent: {
    title: 'Vos fichiers sont en route',
    text: 'Chaque destinataire reçoit un e-mail avec son propre lien.',
    follow: 'Voir qui les a téléchargés',
    another: 'Envoyer autre chose',
  },
};
