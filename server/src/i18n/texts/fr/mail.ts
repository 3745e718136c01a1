import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
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
    one: 'Vous n’avez pas encore téléchargé ce fichier. Il expire bientôt.',
    other: 'Vous n’avez pas encore téléchargé ces fichiers. Ils expirent bientôt.',
  },
  receiptSubject: {
    one: '{receiver} a téléchargé votre fichier',
    other: '{receiver} a téléchargé vos {files} fichiers',
  },
  receiptIntro: 'Terminé : {date}.',
  receivedSubject: {
    one: '{contact} vous a envoyé {files} fichier',
    other: '{contact} vous a envoyé {files} fichiers',
  },
  receivedIntro: {
    one: 'Le fichier est dans votre boîte de réception. Récupérez-le avec le programme qui utilise votre clé d’API : le navigateur montre seulement ce qui est arrivé.',
    other:
      'Les fichiers sont dans votre boîte de réception. Récupérez-les avec le programme qui utilise votre clé d’API : le navigateur montre seulement ce qui est arrivé.',
  },
  receivedAction: 'Voir ce qui est arrivé',
  receivedInInbox: {
    one: 'Le fichier est dans votre boîte de réception.',
    other: 'Les fichiers sont dans votre boîte de réception.',
  },
  receivedOpen: 'Ouvrir la boîte de réception',
  returnedSubject: {
    one: '{receiver} a bien reçu votre fichier',
    other: '{receiver} a bien reçu vos {files} fichiers',
  },
  returnedIntro: 'Reçu : {date}. Conservez ce message comme confirmation.',
  returnedReason: 'Vous recevez ce message parce que vous avez envoyé ces fichiers.',
  unfetchedSubject: {
    one: '{receiver} n’a pas téléchargé {files} fichier',
    other: '{receiver} n’a pas téléchargé {files} fichiers',
  },
  unfetchedIntro: 'Les fichiers ont expiré le {date}. S’ils sont toujours utiles, renvoyez-les.',
  moreFiles: {
    one: 'et {count} autre',
    other: 'et {count} autres',
  },
  orOpen: 'Ou ouvrez cette adresse dans votre navigateur :',
  availableUntil: 'Disponible jusqu’au {date}.',
  uploadUntil: 'Vous pouvez envoyer des fichiers jusqu’au {date}.',
  messageGoesOn: 'Le message est plus long. Ouvrez le lien pour le lire en entier.',
  keepLink: 'Ce lien vous est réservé. Ne le partagez pas.',
  unexpected:
    'Vous n’attendiez pas ce message ? N’ouvrez pas le lien. Vérifiez d’abord auprès de l’expéditeur, par un moyen que vous connaissez déjà.',
  report: 'Quelque chose vous semble suspect ? Écrivez à : {address}',
  receiptOpen: 'Voir le transfert',
  receiptDrop: 'Transfert : {id}',
  receiptReason:
    'Vous recevez ce message parce que les accusés de réception sont activés pour votre compte.',
  receivedReason: 'Vous recevez ce message parce que vous avez demandé des fichiers.',
  unfetchedReason: 'Vous recevez ce message parce que les rappels sont activés pour votre compte.',
  codeSubject: 'Votre code pour ouvrir la page de {sender}',
  codeIntro: 'Votre code : {code}',
  codeUntil: 'Valable jusqu’au {date}. Saisissez-le sur la page qui l’a demandé.',
  codeUnexpected:
    'Vous n’avez pas demandé de code ? Alors quelqu’un d’autre a votre lien. Ne communiquez ce code à personne et prévenez l’expéditeur.',
  codeSms:
    '{code} est votre code pour {service}. Il est valable 10 minutes. Ne le communiquez à personne.',
  lockedSubject: '{sender} vous a envoyé des fichiers',
  lockedReminderSubject: 'Rappel : {sender} vous a envoyé des fichiers',
  lockedIntro:
    'Il vous faut un code à usage unique pour voir les fichiers. Ouvrez la page et nous vous l’enverrons.',
  lockedAction: 'Ouvrir la page',
  undeliveredSubject: 'Non remis : {receiver}',
  undeliveredManySubject: {
    one: '{receivers} destinataire n’a pas pu être joint',
    other: '{receivers} destinataires n’ont pas pu être joints',
  },
  undeliveredIntro:
    'Ces messages n’ont pas pu être remis. Vérifiez les adresses ou contactez les destinataires par un autre moyen.',
  undeliveredUnwanted: 'ne souhaite plus recevoir de messages',
  undeliveredReason: 'Vous recevez ce message parce que vous avez envoyé ou demandé des fichiers.',
  unfetchedManySubject: {
    one: '{receivers} destinataire n’a pas téléchargé vos fichiers',
    other: '{receivers} destinataires n’ont pas téléchargé vos fichiers',
  },
  unfetchedManyIntro: 'Les fichiers ont expiré. S’ils sont toujours utiles, renvoyez-les.',
  codesRefusedSubject: 'Codes erronés saisis : {receiver}',
  codesRefusedIntro:
    'Dix codes erronés ont été saisis avec le lien de ce destinataire, le dernier : {date}. Une autre personne a peut-être le lien. Contactez le destinataire et, en cas de doute, faites révoquer le lien.',
  codesUsedUpSubject: 'Plus de codes pour le moment : {receiver}',
  codesUsedUpIntro:
    'Tant de codes ont été demandés avec le lien de ce destinataire qu’aucun autre n’est envoyé pour le moment. Le dernier : {date}. Si le destinataire ne les a pas demandés, une autre personne a le lien : révoquez-le et envoyez-en un nouveau.',
  revokedSubject: 'L’exploitant a mis fin à l’un de vos envois',
  revokedIntro:
    'Envoyé : {date}. Les liens ne fonctionnent plus et les fichiers ne sont plus lisibles.',
  revokedReceiverIntro: 'Envoyé : {date}. Le lien de ce destinataire ne fonctionne plus.',
  invitationSubject: 'Votre compte : {service}',
  invitationIntro:
    'Vous êtes invité à envoyer et recevoir des fichiers en toute sécurité. Choisissez un mot de passe pour commencer.',
  invitationFrom:
    '{inviter} vous invite à envoyer et à recevoir des fichiers en toute sécurité. Choisissez un mot de passe pour commencer.',
  invitationAction: 'Choisir un mot de passe',
  resetSubject: 'Choisissez un nouveau mot de passe',
  resetIntro: 'Vous avez demandé un lien pour choisir un nouveau mot de passe.',
  resetUnexpected:
    'Vous ne l’avez pas demandé ? Ignorez ce message : votre mot de passe reste inchangé.',
  linkUntil: 'Le lien fonctionne une seule fois, jusqu’au {date}.',
  keyRotatedSubject: 'Votre compte a une nouvelle clé API',
  keyEndingSubject: 'Une de vos clés API expire bientôt',
  keyEndingIntro:
    'Les scripts qui utilisent ces clés ne pourront plus se connecter. Créez de nouvelles clés à temps sous Sécurité, Clés API.',
  keyEndingItem: '{name} : valable jusqu’au {date}',
  passwordChangedSubject: 'Votre mot de passe a été modifié',
  passkeyAddedSubject: 'Une clé d’accès a été ajoutée à votre compte',
  passkeyRemovedSubject: 'Une clé d’accès a été supprimée de votre compte',
  identityLinkedSubject: 'Un service de connexion a été lié à votre compte',
  identityUnlinkedSubject: 'Un service de connexion n’est plus lié à votre compte',
  authenticatorAddedSubject: 'Une application d’authentification a été ajoutée à votre compte',
  authenticatorRemovedSubject: 'L’application d’authentification a été retirée de votre compte',
  recoveryCodesMadeSubject: 'De nouveaux codes de secours ont été créés pour votre compte',
  signInCodesRefusedSubject: 'Des codes incorrects ont été saisis pour se connecter à votre compte',
  signInCodesRefusedAdvice:
    'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un connaît votre mot de passe ou peut lire vos e-mails : changez les deux mots de passe.',
  signInAttemptsSubject: 'De nombreux mots de passe incorrects ont été saisis pour votre compte',
  signInAttemptsAdvice:
    'Personne n’est entré ainsi. Vous pouvez vous connecter comme d’habitude là où vous l’avez déjà fait, ou avec une clé d’accès. Si votre mot de passe est court ou utilisé ailleurs, changez-le.',
  secondFactorRemovedSubject:
    'Un administrateur a retiré l’application d’authentification de votre compte',
  accountDisabledSubject: 'Votre compte a été désactivé',
  accountEnabledSubject: 'Votre compte est de nouveau actif',
  accountIntro: 'Date : {date}.',
  securityReason:
    'Vous recevez ce message parce qu’il concerne la sécurité de votre compte. S’il est inattendu, contactez l’exploitant de ce service.',
  unwanted: 'Vous ne souhaitez plus recevoir ces messages ? Désabonnez-vous ici :',
  sentBy: 'Envoyé par {service}.',
};
