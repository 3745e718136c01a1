import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Référence',
  badRequest: {
    title: 'La demande n’a pas été comprise',
    nextStep: 'Revenez en arrière, rechargez la page et réessayez.',
  },
  signIn: {
    title: 'Veuillez vous connecter',
    nextStep: 'Rechargez la page et saisissez votre adresse e-mail et votre clé.',
  },
  forbidden: {
    title: 'Vous n’avez pas accès à cette page',
    nextStep:
      'Revenez à votre propre page et repartez de là. Si la page est restée longtemps ouverte, rechargez-la d’abord.',
  },
  notFound: {
    title: 'Il n’y a rien à cette adresse',
    nextStep:
      'Ouvrez le lien complet depuis votre e-mail. S’il a expiré, demandez à l’expéditeur de renvoyer les fichiers.',
  },
  wrongMethod: {
    title: 'Cela ne fonctionne pas à cette adresse',
    nextStep: 'Revenez en arrière et utilisez les boutons et les liens de la page.',
  },
  conflict: {
    title: 'Quelque chose a changé entre-temps',
    nextStep: 'Rechargez la page pour voir l’état actuel, puis réessayez.',
  },
  tooLarge: {
    title: 'C’est trop volumineux',
    nextStep:
      'Envoyez moins de fichiers à la fois ou des fichiers plus petits, ou demandez plus d’espace à l’exploitant de ce service.',
  },
  tooMany: { title: 'Trop de demandes', nextStep: 'Patientez quelques minutes, puis réessayez.' },
  failed: {
    title: 'Une erreur s’est produite de notre côté',
    nextStep:
      'Réessayez dans quelques minutes. Si cela se reproduit, communiquez la référence ci-dessous à l’exploitant de ce service.',
  },
  busy: {
    title: 'Le service est occupé',
    nextStep: 'Vos fichiers sont en sécurité. Réessayez dans quelques minutes.',
  },
  otherRequest: {
    title: 'Cela n’a pas fonctionné',
    nextStep:
      'Revenez en arrière et réessayez. Si cela se reproduit, contactez l’exploitant de ce service.',
  },
  otherFailure: {
    title: 'Le service n’est pas disponible pour le moment',
    nextStep: 'Réessayez dans quelques minutes.',
  },
};
