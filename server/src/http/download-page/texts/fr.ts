import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const french: DownloadPageTexts = {
  skipToContent: 'Aller au contenu',
  promise: 'Les fichiers sont conservés chiffrés et effacés à la fin de leur délai.',
  language: 'Langue',

  sentBy: ({ sender, count }) => `${sender} vous a envoyé ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} pour vous de la part de ${service}`,
  sent: 'Envoyé le',
  message: 'Message',
  defaultMessage: 'Ces fichiers vous sont destinés. Téléchargez-les avant la fin de leur délai.',

  files: 'Fichiers',
  download: 'Télécharger',
  fileListPages: 'Pages de la liste des fichiers',
  shownFiles: ({ from, to, total }) => `Fichiers ${from} à ${to} sur ${total}`,
  previousFiles: 'Fichiers précédents',
  nextFiles: 'Fichiers suivants',
  downloadAll: ({ size }) => `Tout télécharger (${size}, .zip)`,
  downloaded: 'Téléchargé le',
  allDownloaded: 'Vous avez téléchargé tous les fichiers.',
  checksums: 'Sommes de contrôle (SHA-256)',
  checksumsHelp:
    'Une somme de contrôle permet de prouver qu’un fichier est arrivé exactement tel qu’il a été envoyé.',

  availableUntil: 'Disponible jusqu’au',
  timeLeft: ({ duration }) => `encore ${duration}`,
  endsSoon: ({ count }) =>
    plural('fr', count, {
      one: 'Ce fichier va bientôt expirer. Téléchargez-le maintenant.',
      other: 'Ces fichiers vont bientôt expirer. Téléchargez-les maintenant.',
    }),

  unexpected: 'Vous ne vous y attendiez pas ?',
  whatThisIs: ({ service }) =>
    `${service} transmet des fichiers trop volumineux ou trop confidentiels pour un e-mail. Quelqu’un vous a envoyé ces fichiers, et cette page est faite pour vous seul.`,
  whenInDoubt:
    'Si vous ne connaissez pas l’expéditeur ou si vous avez un doute, n’ouvrez pas les fichiers. Demandez-lui d’abord, par un moyen que vous connaissez déjà, par exemple le téléphone.',
  keepTheLink: 'Ne transmettez pas ce lien : toute personne qui l’a peut télécharger les fichiers.',
  report: ({ address }) => `Quelque chose vous semble suspect ? Écrivez à : ${address}`,

  endedTitle: 'Ces fichiers ne sont plus ici',
  endedReason: 'Leur délai est écoulé, l’expéditeur les a retirés ou le lien n’est pas complet.',
  endedAdvice:
    'Ouvrez le lien exactement comme il figure dans l’e-mail. Si cela ne suffit pas, demandez à l’expéditeur de renvoyer les fichiers.',
  waitTitle: 'Veuillez patienter un instant',
  waitAdvice:
    'Le service est occupé ou a reçu trop de demandes. Rien n’est perdu. Réessayez dans une minute.',

  noReminder: {
    title: 'Plus de rappel ?',
    text: 'Aucun rappel ne vous sera envoyé pour ces fichiers avant leur échéance. Le lien dans votre message reste valable.',
    action: 'Ne pas me le rappeler',
    done: 'Aucun rappel ne vous sera envoyé pour ces fichiers.',
  },

  noMail: {
    title: 'Plus de messages ?',
    text: 'Choisissez de qui vous ne souhaitez plus recevoir de messages à cette adresse. Ce qui vous a déjà été envoyé reste accessible par son lien.',
    fromSender: 'Plus de messages de cet expéditeur',
    fromAll: 'Plus de messages de personne',
    done: 'Vous ne recevrez plus de messages.',
  },

  running: {
    downloading: 'Téléchargement en cours',
    checking: 'Vérification du fichier',
    checked: 'Téléchargé et vérifié : le fichier est arrivé exactement tel qu’il a été envoyé.',
    mismatch:
      'Le fichier n’est pas arrivé tel qu’il a été envoyé et n’a pas été enregistré. Téléchargez-le à nouveau.',
    brokeOff:
      'Le téléchargement s’est interrompu. Appuyez de nouveau sur le bouton : il reprend où il s’est arrêté.',
    offline:
      'Vous êtes hors ligne. Appuyez de nouveau sur le bouton une fois reconnecté : le téléchargement reprend où il s’est arrêté.',
    byBrowser: 'Votre navigateur télécharge lui-même ce fichier volumineux.',
  },
};

function files(count: number): string {
  return plural('fr', count, {
    one: '{count} fichier',
    many: '{count} de fichiers',
    other: '{count} fichiers',
  });
}
