import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'Clés API',
  lead: 'Un script se connecte avec votre adresse e-mail et l’une de ces clés, puis agit en votre nom. Une clé ne donne pas accès à ces pages.',
  none: 'Vous n’avez aucune clé API.',
  created: 'Créée le {date}',
  validUntil: 'Valable jusqu’au {date}',
  lastUsed: 'Dernière utilisation le {date}',
  neverUsed: 'Pas encore utilisée',
  newTitle: 'Nouvelle clé API',
  name: 'Nom',
  nameHint: 'À quoi sert la clé, par exemple le nom du script',
  lifetime: 'Valable pendant',
  replaceContacts:
    'Autoriser cette clé à remplacer tous mes contacts (contacts_add.cgi). Un script qui veut seulement en ajouter un supprimerait les autres.',
  replacesContacts: 'Peut remplacer tous les contacts',
  create: 'Créer une clé API',
  revoke: 'Révoquer',
  revokeTitle: 'Révoquer cette clé API ?',
  revokeText:
    'Les scripts qui l’utilisent ne pourront plus se connecter. Cette action est irréversible.',
  revoked: 'La clé API a été révoquée.',
  madeTitle: 'Votre nouvelle clé API',
  madeText: 'Copiez-la maintenant et conservez-la en lieu sûr. Elle ne sera plus affichée.',
  tryIt: 'Essayez-la dans un terminal. La clé vous sera demandée :',
  copy: 'Copier la clé API',
  copied: 'Copiée',
  back: 'Retour aux clés API',
  problems: {
    name: 'Saisissez un nom de 100 caractères au plus, sur une seule ligne.',
    lifetime: 'Choisissez dans la liste la durée de validité de la clé.',
    tooMany: 'Vous avez déjà {count} clés API. Révoquez-en d’abord une.',
  },
};
