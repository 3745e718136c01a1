import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('fr', count, { one: '{count} fichier', other: '{count} fichiers' });
}

export const fr: MailTexts = {
  downloadSubject: (sender, files) => `${sender} vous a envoyé ${filesOf(files)}`,
  downloadDefault: () =>
    'Des fichiers vous attendent. Ouvrez le lien de ce message pour les télécharger.',
  downloadAction: (files) =>
    plural('fr', files, { one: 'Télécharger le fichier', other: 'Télécharger les fichiers' }),
  uploadSubject: (sender) => `${sender} vous demande des fichiers`,
  uploadDefault: () =>
    'On vous demande d’envoyer des fichiers. Ouvrez le lien de ce message pour les déposer.',
  uploadAction: () => 'Envoyer des fichiers',
  reminderSubject: (sender, files) => `Rappel\u00a0: ${sender} vous a envoyé ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('fr', files, {
      one: 'Vous n’avez pas encore téléchargé ce fichier. Le délai arrive bientôt à sa fin.',
      other: 'Vous n’avez pas encore téléchargé ces fichiers. Le délai arrive bientôt à sa fin.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('fr', files, {
      one: 'a téléchargé votre fichier',
      other: 'a téléchargé vos {count} fichiers',
    })}`,
  receiptIntro: (date) => `Terminé\u00a0: ${date}.`,
  receivedSubject: (contact, files) => `${contact} vous a répondu avec ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('fr', files, {
      one: 'Le fichier est dans votre boîte de réception. Récupérez-le avec le programme qui utilise votre clé d’API : le navigateur montre seulement ce qui est arrivé.',
      other:
        'Les fichiers sont dans votre boîte de réception. Récupérez-les avec le programme qui utilise votre clé d’API : le navigateur montre seulement ce qui est arrivé.',
    }),
  receivedAction: () => 'Voir ce qui est arrivé',
  unfetchedSubject: (receiver, files) => `${receiver} n’a pas téléchargé ${filesOf(files)}`,
  unfetchedIntro: (date) =>
    `Le délai a pris fin\u00a0: ${date}. Toujours utiles\u00a0? Renvoyez les fichiers.`,
  moreFiles: (count) =>
    plural('fr', count, { one: 'et {count} autre', other: 'et {count} autres' }),
  orOpen: () => 'Ou ouvrez cette adresse dans votre navigateur\u00a0:',
  availableUntil: (date) => `Disponible jusqu’au ${date}.`,
  uploadUntil: (date) => `Vous pouvez envoyer des fichiers jusqu’au ${date}.`,
  messageGoesOn: () => 'Le message est plus long. Le texte entier se trouve derrière le lien.',
  keepLink: () => 'Ce lien n’est destiné qu’à vous. Ne le transmettez pas.',
  unexpected: () =>
    'Vous n’attendiez pas ce message\u00a0? N’ouvrez pas le lien. Demandez d’abord à l’expéditeur, par un moyen que vous connaissez déjà.',
  report: (address) => `Quelque chose vous semble suspect ? Écrivez à : ${address}`,
  receiptReason: () =>
    'Vous recevez ce message parce que les accusés de réception sont activés pour votre compte.',
  receivedReason: () => 'Vous recevez ce message parce que vous avez demandé des fichiers.',
  unfetchedReason: () =>
    'Vous recevez ce message parce que les rappels sont activés pour votre compte.',
  codeSubject: (sender) => `${sender} : votre code`,
  codeIntro: (code) => `Votre code : ${code}`,
  codeUntil: (date) => `Valable jusqu’au ${date}. Saisissez-le sur la page qui l’a demandé.`,
  codeUnexpected: () =>
    'Vous n’avez pas demandé de code ? Alors quelqu’un d’autre a votre lien. Ne donnez le code à personne et prévenez l’expéditeur.',
  codeSms: (code, serviceName) =>
    `${code} est votre code pour ${serviceName}. Il est valable 10 minutes. Ne le donnez à personne.`,
  lockedSubject: (sender) => `${sender} vous a envoyé des fichiers`,
  lockedReminderSubject: (sender) => `Rappel : ${sender} vous a envoyé des fichiers`,
  lockedIntro: () =>
    'Ce qui a été envoyé s’affiche une fois qu’un code est saisi. La page derrière le lien vous l’envoie.',
  lockedAction: () => 'Ouvrir la page',
  undeliveredSubject: (receiver) => `Non remis\u00a0: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('fr', receivers, {
      one: '{count} destinataire n’a pas pu être joint',
      other: '{count} destinataires n’ont pas pu être joints',
    }),
  undeliveredIntro: () =>
    'Ces messages n’ont pas pu être remis. Vérifiez les adresses ou contactez les destinataires par un autre moyen.',
  undeliveredUnwanted: () => 'ne souhaite plus recevoir de messages',
  undeliveredReason: () =>
    'Vous recevez ce message parce que vous avez envoyé ou demandé des fichiers.',
  unfetchedManySubject: (receivers) =>
    plural('fr', receivers, {
      one: '{count} destinataire n’a pas téléchargé vos fichiers',
      other: '{count} destinataires n’ont pas téléchargé vos fichiers',
    }),
  unfetchedManyIntro: () => 'Le délai a pris fin. Toujours utiles\u00a0? Renvoyez les fichiers.',
  codesRefusedSubject: (receiver) => `Codes erronés saisis\u00a0: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Dix codes erronés ont été saisis avec le lien de ce destinataire, le dernier\u00a0: ${date}. Une autre personne a peut-être le lien. Interrogez le destinataire et, en cas de doute, faites révoquer le lien.`,
  revokedSubject: () => 'L’exploitant a mis fin à l’un de vos envois',
  revokedIntro: (date) =>
    `Envoyé\u00a0: ${date}. Les liens ne fonctionnent plus et les fichiers ne sont plus lisibles.`,
  revokedReceiverIntro: (date) =>
    `Envoyé\u00a0: ${date}. Le lien de ce destinataire ne fonctionne plus.`,
  keyRotatedSubject: () => 'Votre compte a une nouvelle clé API',
  accountDisabledSubject: () => 'Votre compte a été désactivé',
  accountEnabledSubject: () => 'Votre compte est de nouveau actif',
  accountIntro: (date) => `Date\u00a0: ${date}.`,
  securityReason: () =>
    'Vous recevez ce message parce qu’il concerne la sécurité de votre compte. S’il est inattendu, contactez l’exploitant de ce service.',
  unwanted: () => 'Vous ne souhaitez plus recevoir ces messages\u00a0? Arrêtez-les ici\u00a0:',
  sentBy: (serviceName) => `Envoyé par ${serviceName}.`,
};
