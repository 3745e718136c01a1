import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Aller au contenu',
  promise: 'Les fichiers sont conservés chiffrés et supprimés à leur expiration.',
  language: 'Langue',
  sentBy: {
    one: '{sender} vous a envoyé {count} fichier',
    many: '{sender} vous a envoyé {count} de fichiers',
    other: '{sender} vous a envoyé {count} fichiers',
  },
  sentThrough: {
    one: '{count} fichier pour vous de la part de {service}',
    many: '{count} de fichiers pour vous de la part de {service}',
    other: '{count} fichiers pour vous de la part de {service}',
  },
  sent: 'Envoyé le',
  message: 'Message',
  defaultMessage: 'Ces fichiers sont pour vous. Téléchargez-les avant leur expiration.',
  files: 'Fichiers',
  download: 'Télécharger',
  fileListPages: 'Pages de la liste des fichiers',
  shownFiles: 'Fichiers {from} à {to} sur {total}',
  previousFiles: 'Fichiers précédents',
  nextFiles: 'Fichiers suivants',
  downloadAll: 'Tout télécharger ({size}, .zip)',
  downloaded: 'Téléchargé le',
  allDownloaded: 'Vous avez téléchargé tous les fichiers.',
  checksums: 'Sommes de contrôle (SHA-256)',
  checksumsHelp:
    'Une somme de contrôle permet de vérifier qu’un fichier est arrivé exactement tel qu’il a été envoyé.',
  availableUntil: 'Disponible jusqu’au',
  timeLeft: 'encore {duration}',
  endsSoon: {
    one: 'Ce fichier va bientôt expirer. Téléchargez-le maintenant.',
    other: 'Ces fichiers vont bientôt expirer. Téléchargez-les maintenant.',
  },
  unexpected: 'Vous ne vous y attendiez pas ?',
  whatThisIs:
    '{service} transmet des fichiers trop volumineux ou trop confidentiels pour un e-mail. Quelqu’un vous a envoyé ces fichiers, et cette page vous est réservée.',
  whenInDoubt:
    'Si vous ne connaissez pas l’expéditeur ou si vous avez un doute, n’ouvrez pas les fichiers. Vérifiez d’abord auprès de lui, par un moyen que vous connaissez déjà, par exemple par téléphone.',
  keepTheLink: 'Ne partagez pas ce lien : toute personne qui l’a peut télécharger les fichiers.',
  report: 'Quelque chose vous semble suspect ? Écrivez à : {address}',
  endedTitle: 'Ces fichiers ne sont plus disponibles',
  endedReason:
    'Ils ont peut-être expiré, l’expéditeur les a peut-être retirés, ou le lien est incomplet.',
  endedAdvice:
    'Ouvrez le lien complet depuis votre e-mail. Si cela ne suffit pas, demandez à l’expéditeur de renvoyer les fichiers.',
  limitTitle: 'Limite de téléchargements atteinte',
  limitAdvice:
    'Vous avez téléchargé ceci autant de fois que l’expéditeur l’autorise. Demandez-lui de le renvoyer si vous en avez encore besoin.',
  waitTitle: 'Veuillez patienter un instant',
  waitAdvice:
    'Le service est occupé ou a reçu trop de demandes. Rien n’est perdu. Réessayez dans une minute.',
  noReminder: {
    title: 'Arrêter les rappels ?',
    text: 'Aucun rappel ne vous sera envoyé pour ces fichiers avant leur expiration. Le lien dans votre e-mail fonctionne toujours.',
    action: 'Ne pas me le rappeler',
    done: 'Aucun rappel ne vous sera envoyé pour ces fichiers.',
  },
  noMail: {
    title: 'Arrêter les messages ?',
    text: 'Choisissez de qui vous ne souhaitez plus recevoir de messages à cette adresse. Les fichiers qui vous ont déjà été envoyés restent accessibles par leurs liens.',
    fromSender: 'Plus de messages de cet expéditeur',
    fromAll: 'Plus aucun message, de qui que ce soit',
    done: 'Vous ne recevrez plus de messages.',
  },
  running: {
    downloading: 'Téléchargement en cours',
    checking: 'Vérification du fichier',
    checked: 'Téléchargé et vérifié : le fichier est arrivé exactement tel qu’il a été envoyé.',
    mismatch:
      'Le fichier n’est pas arrivé tel qu’il a été envoyé et n’a pas été enregistré. Téléchargez-le à nouveau.',
    brokeOff: 'La connexion a été coupée. Le téléchargement reprendra automatiquement.',
    busy: 'Le service est occupé. Le téléchargement reprendra automatiquement.',
    offline:
      'Vous êtes hors ligne. Le téléchargement reprendra automatiquement dès que vous serez de nouveau en ligne.',
    byBrowser: 'Votre navigateur télécharge ce fichier. Consultez sa liste de téléchargements.',
    saved: 'Téléchargement terminé.',
    notSaved:
      'Le fichier n’a pas pu être enregistré. Vérifiez qu’il y a assez d’espace, puis téléchargez-le à nouveau.',
    cancel: 'Annuler',
    cancelled: 'Téléchargement annulé.',
  },
  find: 'Rechercher un fichier par son nom',
  findAction: 'Rechercher',
  found: {
    one: '{count} fichier trouvé.',
    many: '{count} de fichiers trouvés.',
    other: '{count} fichiers trouvés.',
  },
  foundNone: 'Aucun nom de fichier ne contient ce texte.',
  showAll: 'Afficher tous les fichiers',
  kinds: {
    picture: 'Image',
    video: 'Vidéo',
    audio: 'Fichier audio',
    text: 'Document texte',
    table: 'Feuille de calcul',
    slides: 'Présentation',
    archive: 'Archive compressée',
    file: 'Fichier',
  },
  view: 'Afficher',
};
