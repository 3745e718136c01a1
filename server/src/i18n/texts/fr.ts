import type { Texts } from './texts.ts';

export const fr: Texts = {
  download: {
    skipToContent: 'Aller au contenu',
    promise: 'Les fichiers sont conservés chiffrés et effacés à la fin de leur délai.',
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
    defaultMessage: 'Ces fichiers vous sont destinés. Téléchargez-les avant la fin de leur délai.',
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
      'Une somme de contrôle permet de prouver qu’un fichier est arrivé exactement tel qu’il a été envoyé.',
    availableUntil: 'Disponible jusqu’au',
    timeLeft: 'encore {duration}',
    endsSoon: {
      one: 'Ce fichier va bientôt expirer. Téléchargez-le maintenant.',
      other: 'Ces fichiers vont bientôt expirer. Téléchargez-les maintenant.',
    },
    unexpected: 'Vous ne vous y attendiez pas ?',
    whatThisIs:
      '{service} transmet des fichiers trop volumineux ou trop confidentiels pour un e-mail. Quelqu’un vous a envoyé ces fichiers, et cette page est faite pour vous seul.',
    whenInDoubt:
      'Si vous ne connaissez pas l’expéditeur ou si vous avez un doute, n’ouvrez pas les fichiers. Demandez-lui d’abord, par un moyen que vous connaissez déjà, par exemple le téléphone.',
    keepTheLink:
      'Ne transmettez pas ce lien : toute personne qui l’a peut télécharger les fichiers.',
    report: 'Quelque chose vous semble suspect ? Écrivez à : {address}',
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
  },
  upload: {
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
    message: 'Message (facultatif)',
    send: 'Envoyer',
    together:
      'Tous les fichiers arrivent ensemble, ou aucun. Gardez cette page ouverte jusqu’à la fin de l’envoi.',
    sentTitle: 'Vos fichiers sont arrivés',
    leftOut: 'Ces fichiers n’ont pas été envoyés',
    sentAt: 'Envoyé le',
    told: 'Un avis a été envoyé à {sender}.',
    toldUnnamed: 'Le destinataire a été prévenu.',
    more: 'Envoyer d’autres fichiers',
    full: 'Vous avez envoyé tout ce que cette page accepte. Demandez un nouveau lien pour en envoyer plus.',
    begun: {
      title: 'Pas encore envoyé',
      whole: 'Arrivé, pas encore envoyé',
      part: '{share} arrivés. Choisissez à nouveau ce fichier pour continuer.',
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
      send: {
        one: 'Envoyer {count} fichier',
        other: 'Envoyer {count} fichiers',
      },
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
  },
  code: {
    title: '{sender} vous a envoyé des fichiers',
    titleUnnamed: 'Des fichiers pour vous de {service}',
    lead: 'Cette page s’ouvre avec un code. Il montre qu’elle vous est bien destinée.',
    unreachable:
      'Cette page s’ouvre avec un code, et nous ne savons pas comment vous en envoyer un. Demandez à l’expéditeur.',
    ask: 'Recevoir un code',
    again: 'Pas encore de code ?',
    bySms: 'L’envoyer par SMS au {to}',
    byEmail: 'L’envoyer par e-mail à {to}',
    sent: 'Nous avons envoyé un code de 8 chiffres à {to}. Il peut mettre une minute à arriver et il est valable 10 minutes.',
    label: 'Code',
    form: '8 chiffres',
    submit: 'Continuer',
    wrong: {
      one: 'Ce n’est pas le bon code. Il vous reste {tries} essai.',
      other: 'Ce n’est pas le bon code. Il vous reste {tries} essais.',
    },
    spent: 'Ce code a été mal saisi trop souvent et n’est plus valable. Demandez-en un nouveau.',
    expired: 'Le code a expiré. Demandez-en un nouveau.',
    cookies:
      'Un code ne fonctionne que dans le navigateur qui l’a demandé. Autorisez les cookies pour cette page, puis demandez un nouveau code.',
    stuck: 'Aucun code n’est encore parvenu à {to}. Patientez un peu ou demandez-en un autre.',
    wait: 'Aucun autre code ne peut être envoyé à {to} pour le moment. Patientez une heure.',
  },
  mail: {
    downloadSubject: {
      one: '{sender} vous a envoyé {files} fichier',
      other: '{sender} vous a envoyé {files} fichiers',
    },
    downloadDefault:
      'Des fichiers vous attendent. Ouvrez le lien de ce message pour les télécharger.',
    downloadAction: {
      one: 'Télécharger le fichier',
      other: 'Télécharger les fichiers',
    },
    uploadSubject: '{sender} vous demande des fichiers',
    uploadDefault:
      'On vous demande d’envoyer des fichiers. Ouvrez le lien de ce message pour les déposer.',
    uploadAction: 'Envoyer des fichiers',
    reminderSubject: {
      one: 'Rappel : {sender} vous a envoyé {files} fichier',
      other: 'Rappel : {sender} vous a envoyé {files} fichiers',
    },
    reminderIntro: {
      one: 'Vous n’avez pas encore téléchargé ce fichier. Le délai arrive bientôt à sa fin.',
      other: 'Vous n’avez pas encore téléchargé ces fichiers. Le délai arrive bientôt à sa fin.',
    },
    receiptSubject: {
      one: '{receiver} a téléchargé votre fichier',
      other: '{receiver} a téléchargé vos {files} fichiers',
    },
    receiptIntro: 'Terminé : {date}.',
    receivedSubject: {
      one: '{contact} vous a répondu avec {files} fichier',
      other: '{contact} vous a répondu avec {files} fichiers',
    },
    receivedIntro: {
      one: 'Le fichier est dans votre boîte de réception. Récupérez-le avec le programme qui utilise votre clé d’API : le navigateur montre seulement ce qui est arrivé.',
      other:
        'Les fichiers sont dans votre boîte de réception. Récupérez-les avec le programme qui utilise votre clé d’API : le navigateur montre seulement ce qui est arrivé.',
    },
    receivedAction: 'Voir ce qui est arrivé',
    unfetchedSubject: {
      one: '{receiver} n’a pas téléchargé {files} fichier',
      other: '{receiver} n’a pas téléchargé {files} fichiers',
    },
    unfetchedIntro: 'Le délai a pris fin : {date}. Toujours utiles ? Renvoyez les fichiers.',
    moreFiles: {
      one: 'et {count} autre',
      other: 'et {count} autres',
    },
    orOpen: 'Ou ouvrez cette adresse dans votre navigateur :',
    availableUntil: 'Disponible jusqu’au {date}.',
    uploadUntil: 'Vous pouvez envoyer des fichiers jusqu’au {date}.',
    messageGoesOn: 'Le message est plus long. Le texte entier se trouve derrière le lien.',
    keepLink: 'Ce lien n’est destiné qu’à vous. Ne le transmettez pas.',
    unexpected:
      'Vous n’attendiez pas ce message ? N’ouvrez pas le lien. Demandez d’abord à l’expéditeur, par un moyen que vous connaissez déjà.',
    report: 'Quelque chose vous semble suspect ? Écrivez à : {address}',
    receiptReason:
      'Vous recevez ce message parce que les accusés de réception sont activés pour votre compte.',
    receivedReason: 'Vous recevez ce message parce que vous avez demandé des fichiers.',
    unfetchedReason:
      'Vous recevez ce message parce que les rappels sont activés pour votre compte.',
    codeSubject: '{sender} : votre code',
    codeIntro: 'Votre code : {code}',
    codeUntil: 'Valable jusqu’au {date}. Saisissez-le sur la page qui l’a demandé.',
    codeUnexpected:
      'Vous n’avez pas demandé de code ? Alors quelqu’un d’autre a votre lien. Ne donnez le code à personne et prévenez l’expéditeur.',
    codeSms:
      '{code} est votre code pour {service}. Il est valable 10 minutes. Ne le donnez à personne.',
    lockedSubject: '{sender} vous a envoyé des fichiers',
    lockedReminderSubject: 'Rappel : {sender} vous a envoyé des fichiers',
    lockedIntro:
      'Ce qui a été envoyé s’affiche une fois qu’un code est saisi. La page derrière le lien vous l’envoie.',
    lockedAction: 'Ouvrir la page',
    undeliveredSubject: 'Non remis : {receiver}',
    undeliveredManySubject: {
      one: '{receivers} destinataire n’a pas pu être joint',
      other: '{receivers} destinataires n’ont pas pu être joints',
    },
    undeliveredIntro:
      'Ces messages n’ont pas pu être remis. Vérifiez les adresses ou contactez les destinataires par un autre moyen.',
    undeliveredUnwanted: 'ne souhaite plus recevoir de messages',
    undeliveredReason:
      'Vous recevez ce message parce que vous avez envoyé ou demandé des fichiers.',
    unfetchedManySubject: {
      one: '{receivers} destinataire n’a pas téléchargé vos fichiers',
      other: '{receivers} destinataires n’ont pas téléchargé vos fichiers',
    },
    unfetchedManyIntro: 'Le délai a pris fin. Toujours utiles ? Renvoyez les fichiers.',
    codesRefusedSubject: 'Codes erronés saisis : {receiver}',
    codesRefusedIntro:
      'Dix codes erronés ont été saisis avec le lien de ce destinataire, le dernier : {date}. Une autre personne a peut-être le lien. Interrogez le destinataire et, en cas de doute, faites révoquer le lien.',
    revokedSubject: 'L’exploitant a mis fin à l’un de vos envois',
    revokedIntro:
      'Envoyé : {date}. Les liens ne fonctionnent plus et les fichiers ne sont plus lisibles.',
    revokedReceiverIntro: 'Envoyé : {date}. Le lien de ce destinataire ne fonctionne plus.',
    keyRotatedSubject: 'Votre compte a une nouvelle clé API',
    accountDisabledSubject: 'Votre compte a été désactivé',
    accountEnabledSubject: 'Votre compte est de nouveau actif',
    accountIntro: 'Date : {date}.',
    securityReason:
      'Vous recevez ce message parce qu’il concerne la sécurité de votre compte. S’il est inattendu, contactez l’exploitant de ce service.',
    unwanted: 'Vous ne souhaitez plus recevoir ces messages ? Arrêtez-les ici :',
    sentBy: 'Envoyé par {service}.',
  },
};
