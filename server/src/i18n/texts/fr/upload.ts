import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} vous demande des fichiers',
  titleUnnamed: 'On vous demande des fichiers',
  until: 'Ouvert jusqu’au',
  limits: {
    one: '{count} fichier au plus, {size} en tout',
    other: '{count} fichiers au plus, {size} en tout',
  },
  limitsWithoutSize: {
    one: '{count} fichier au plus',
    other: '{count} fichiers au plus',
  },
  fileLimit: '{size} au plus par fichier',
  drop: 'Déposez des fichiers ici ou',
  choose: 'Choisir des fichiers',
  from: 'Votre nom',
  message: 'Message (facultatif)',
  send: 'Envoyer',
  together:
    'Tous les fichiers arrivent ensemble ou pas du tout. Gardez cette page ouverte jusqu’à la fin de l’envoi.',
  sentTitle: 'Vos fichiers sont arrivés',
  leftOut: 'Ces fichiers n’ont pas été envoyés',
  sentAt: 'Envoyé le',
  told: 'Une notification a été envoyée à {sender}.',
  toldUnnamed: 'Le destinataire a été averti.',
  more: 'Envoyer d’autres fichiers',
  full: 'Vous avez atteint la limite de cette page. Demandez un nouveau lien pour en envoyer plus.',
  begun: {
    title: 'Pas encore envoyé',
    whole: 'Reçu, pas encore envoyé',
    part: '{share} reçus. Choisissez à nouveau ce fichier pour reprendre.',
  },
  unexpected: {
    title: 'Vous ne vous y attendiez pas ?',
    text: 'Avant d’envoyer quoi que ce soit, contactez la personne nommée ci-dessus par un autre moyen, par téléphone par exemple.',
    keepLink: 'Ce lien vous est réservé : ne le partagez pas.',
  },
  ended: {
    title: 'Cette page n’est plus disponible',
    text: 'Elle a peut-être expiré, ou le lien est incomplet. Ouvrez le lien complet depuis votre e-mail, ou demandez-en un nouveau à la personne qui l’a envoyé. Les fichiers déjà envoyés sont bien arrivés.',
  },
  refusals: {
    tooLarge:
      'C’est plus que cette page n’accepte. Rien n’a été envoyé. Choisissez moins de fichiers ou des fichiers plus petits.',
    noFiles: 'Aucun fichier n’est choisi. Choisissez-en au moins un, puis envoyez.',
    invalid:
      'Un nom de fichier ou le message contient quelque chose d’inutilisable. Rien n’a été envoyé. Modifiez-le, puis envoyez à nouveau.',
    noSpace:
      'Il n’y a pas assez d’espace pour les fichiers en ce moment. Rien n’a été envoyé. Réessayez plus tard.',
    ended: 'Cette page a été fermée pendant l’envoi. Rien n’a été envoyé.',
    locked:
      'Cette page demande un nouveau code. Rien n’a encore été envoyé et les fichiers reçus sont conservés : rechargez la page, saisissez un code et continuez.',
    failed: 'Une erreur s’est produite. Rien n’a été envoyé. Réessayez dans quelques minutes.',
  },
  script: {
    send: {
      one: 'Envoyer {count} fichier',
      other: 'Envoyer {count} fichiers',
    },
    remove: 'Retirer',
    retry: 'Réessayer',
    vanished: 'Ce fichier a été déplacé ou modifié sur votre appareil. Choisissez-le à nouveau.',
    cancel: 'Annuler',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    paused: 'En pause',
    waiting: 'La connexion a été coupée. L’envoi reprendra automatiquement dès son retour.',
    busy: 'Le service est occupé. L’envoi reprendra automatiquement.',
    total: 'Tous les fichiers',
    sending: 'Envoi en cours',
    storing: 'Presque terminé : les fichiers sont en cours d’enregistrement.',
    left: 'encore {time}',
    stopped: 'Arrêté. Rien n’a été envoyé. Vos fichiers sont toujours choisis.',
    lost: 'La connexion a été coupée. Rien n’a été envoyé. Vos fichiers sont toujours choisis : renvoyez-les.',
    checking: 'La connexion a été coupée. Dès son retour, vous verrez ici ce qui est arrivé.',
    alreadyChosen: 'est déjà dans la liste.',
    manyChosen: {
      one: '{count} fichier est déjà dans la liste.',
      other: '{count} fichiers sont déjà dans la liste.',
    },
    emptyFolder: 'ne contient aucun fichier.',
    unreadable: 'ne peut pas être lu.',
    refused: {
      one: '{count} fichier ne sera pas envoyé. La liste indique pourquoi.',
      other: '{count} fichiers ne seront pas envoyés. La liste indique pourquoi.',
    },
    badName: 'Nom non autorisé, ne sera pas envoyé',
    fileTooLarge: 'Trop volumineux, ne sera pas envoyé',
    tooManyFiles: 'Trop de fichiers, ne sera pas envoyé',
    noRoom: 'Plus d’espace, ne sera pas envoyé',
  },
};
