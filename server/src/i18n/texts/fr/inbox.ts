import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Boîte de réception',
  empty: 'Votre boîte de réception est vide.',
  emptyHint:
    'Les fichiers que d’autres envoient à {email} apparaissent ici, ainsi que ceux que vous demandez.',
  from: 'De',
  files: 'Fichiers',
  until: 'Disponible jusqu’au',
  new: 'Nouveau',
  unknown: 'Expéditeur inconnu',
  named: '{name} (nom indiqué par l’expéditeur)',
  fileCount: {
    one: '{count} fichier, {size}',
    other: '{count} fichiers, {size}',
  },
  needsCode: 'Code requis',
  older: 'Plus anciens',
  newest: 'Plus récents',
  all: 'Retour à la boîte de réception',
  filesFrom: 'Fichiers de {sender}',
  received: 'Reçu : {date}',
  availableUntil: 'Disponible jusqu’au : {date}',
  downloadAll: 'Tout télécharger ({size}, .zip)',
  downloaded: 'Téléchargé : {date}',
  deleteTitle: 'Supprimer',
  delete: 'Supprimer ces fichiers',
  deleteOwn: 'Les fichiers sont supprimés définitivement.',
  deleteDrop:
    'Vous ne pourrez plus ouvrir ces fichiers. L’expéditeur et les autres destinataires gardent les leurs.',
  deleted: 'Supprimé.',
  name: 'Nom',
  size: 'Taille',
  viaRequest: 'Vous avez demandé ces fichiers.',
};
