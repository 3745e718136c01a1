import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const fr: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'On vous demande des fichiers' : `${sender} vous demande des fichiers`,
  until: 'Ouvert jusqu’au',
  limits: (count, size) =>
    plural('fr', count, {
      one: '{count} fichier au plus',
      other: '{count} fichiers au plus',
    }) + (size === undefined ? '' : `, ${size} en tout`),
  fileLimit: (size) => `${size} au plus par fichier`,
  drop: 'Déposez des fichiers ici ou',
  choose: 'Choisir des fichiers',
  message: 'Message (facultatif)',
  send: 'Envoyer',
  together:
    'Tous les fichiers arrivent ensemble, ou aucun. Gardez cette page ouverte jusqu’à la fin de l’envoi.',
  sentTitle: 'Vos fichiers sont arrivés',
  leftOut: 'Ces fichiers n’ont pas été envoyés',
  sentAt: 'Envoyé le',
  told: (sender) =>
    sender === undefined ? 'Le destinataire a été prévenu.' : `Un avis a été envoyé à ${sender}.`,
  more: 'Envoyer d’autres fichiers',
  full: 'Vous avez envoyé tout ce que cette page accepte. Demandez un nouveau lien pour en envoyer plus.',
  begun: {
    title: 'Pas encore envoyé',
    whole: 'Arrivé, pas encore envoyé',
    part: (share) => `${share} arrivés. Choisissez à nouveau ce fichier pour continuer.`,
  },
  unexpected: {
    title: 'Vous ne vous y attendiez pas ?',
    text: 'Interrogez la personne nommée ci-dessus par un autre moyen, par téléphone par exemple, avant d’envoyer quoi que ce soit. Ce lien n’est destiné qu’à vous : ne le transmettez pas.',
  },
  ended: {
    title: 'Cette page n’est plus ouverte',
    text: 'Son délai est peut-être écoulé, ou le lien n’a pas été ouvert en entier. Vérifiez le lien dans le message, ou demandez-en un nouveau à son expéditeur. Ce que vous avez envoyé auparavant est bien arrivé.',
  },
  refusals: {
    tooLarge:
      'C’est plus que cette page n’accepte. Rien n’a été envoyé. Choisissez des fichiers moins nombreux ou plus petits.',
    noFiles: 'Aucun fichier n’est choisi. Choisissez-en au moins un, puis envoyez.',
    invalid:
      'Un nom de fichier ou le message contient quelque chose d’inutilisable. Rien n’a été envoyé. Modifiez-le, puis renvoyez.',
    noSpace:
      'Il n’y a pas de place pour les fichiers en ce moment. Rien n’a été envoyé. Réessayez plus tard.',
    ended: 'Cette page a été fermée pendant l’envoi. Rien n’a été envoyé.',
    locked:
      'Cette page demande un nouveau code. Rien n’a encore été envoyé et ce qui est arrivé est conservé : rechargez la page, saisissez un code et continuez.',
    failed: 'Cela n’a pas marché. Rien n’a été envoyé. Réessayez dans quelques minutes.',
  },
  script: {
    send: { one: 'Envoyer {count} fichier', other: 'Envoyer {count} fichiers' },
    remove: 'Retirer',
    cancel: 'Annuler',
    pause: 'Suspendre',
    resume: 'Reprendre',
    paused: 'Suspendu',
    waiting: 'La connexion a été coupée. L’envoi reprendra de lui-même dès son retour.',
    total: 'Tous les fichiers',
    sending: 'Envoi en cours',
    storing: 'Presque fini : les fichiers sont en cours d’enregistrement.',
    left: 'encore {time}',
    stopped: 'Arrêté. Rien n’a été envoyé. Vos fichiers sont toujours choisis.',
    lost: 'La connexion a été coupée. Rien n’a été envoyé. Vos fichiers sont toujours choisis : renvoyez-les.',
    checking: 'La connexion a été coupée. Dès son retour, vous verrez ici ce qui est arrivé.',
    alreadyChosen: 'est déjà dans la liste.',
    emptyFolder: 'ne contient aucun fichier.',
    unreadable: 'ne peut pas être lu.',
    refused: {
      one: '{count} fichier ne sera pas envoyé. La liste indique pourquoi.',
      other: '{count} fichiers ne seront pas envoyés. La liste indique pourquoi.',
    },
    badName: 'Ce nom n’est pas utilisable, ne sera pas envoyé',
    fileTooLarge: 'Trop volumineux, ne sera pas envoyé',
    tooManyFiles: 'Trop de fichiers, ne sera pas envoyé',
    noRoom: 'Plus de place, ne sera pas envoyé',
  },
};
