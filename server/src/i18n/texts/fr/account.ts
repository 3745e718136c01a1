import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Votre compte',
  timeZone: 'Les heures de cette page sont dans le fuseau horaire {zone}.',
  glance: 'En un coup d’œil',
  live: 'Envois disponibles',
  tray: 'Fichiers pas encore envoyés',
  programHelp: 'Comment un programme utilise ce compte',
  tokenHelp:
    'Chaque opération nécessite l’en-tête CSRF-Token. Sa valeur figure dans un champ caché de cette page et reste valable tant qu’elle est utilisée. Les commandes de cette page demandent la clé API et lisent le jeton dans $TOKEN :',
  contactsHint:
    'Ajoutez avec contacts_add.cgi les personnes avec qui vous échangez des fichiers. Un envoi nécessite au moins un contact.',
  noShared: 'L’opérateur ne partage aucun contact.',
  receivers: 'Destinataires du prochain envoi',
  noReceivers: 'Personne n’a encore été choisi.',
  receiversHint:
    'Choisissez avec receivers_set.cgi qui reçoit le prochain envoi. Le choix vaut pour un seul envoi.',
  type: 'Type',
  uploaded: 'Téléversé',
  removed: 'Sera supprimé',
  noFiles: 'Aucun fichier n’attend d’être envoyé.',
  filesHint:
    'Téléversez un fichier avec upload.cgi. Il reste ici jusqu’à ce que vous l’envoyiez, que vous le retiriez ou qu’il soit supprimé.',
  historyHint:
    'Choisissez un destinataire, téléversez un fichier, affichez la liste avec get_files.cgi et envoyez avec createdrop.cgi. Chaque envoi reste dans cette liste.',
  arrived: 'Reçu',
  token: 'Jeton de téléchargement',
  fetchHint:
    'Les fichiers sont téléchargés par le programme qui utilise la clé API de ce compte. Un navigateur ne peut pas les télécharger ici.',
  inboxHint:
    'Les fichiers que d’autres envoient à votre adresse apparaissent ici. Pour demander des fichiers à quelqu’un, choisissez-le comme destinataire et donnez-lui un accès de téléversement avec givedrop.cgi.',
  more: {
    one: '{count} autre entrée n’est pas affichée ici.',
    other: '{count} autres entrées ne sont pas affichées ici.',
  },
};
