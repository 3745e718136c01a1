import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Menu principal',
  home: 'Accueil',
  send: 'Envoyer',
  sent: 'Envoyés',
  requests: 'Demandes',
  inbox: 'Boîte de réception',
  contacts: 'Contacts',
  settings: 'Paramètres',
  security: 'Sécurité',
  admin: 'Administration',
  signOut: 'Se déconnecter',
  welcome: 'Bienvenue, {name}',
  problems: 'Un point est à corriger',
  backHome: 'Retour à l’accueil',
  reference: 'Référence :',
  errors: {
    notFound: {
      title: 'Page introuvable',
      text: 'Il n’y a rien à cette adresse, ou cela ne vous appartient pas.',
    },
    formExpired: {
      title: 'Cette page est trop ancienne',
      text: 'Rien n’a été modifié. Revenez en arrière, rechargez la page et réessayez.',
    },
    signedOut: {
      title: 'Vous avez été déconnecté',
      text: 'Ce que vous avez téléversé et ce qui a été enregistré est toujours là. Connectez-vous pour reprendre où vous en étiez.',
    },
    tooMany: {
      title: 'Trop de tentatives',
      text: 'Attendez une minute, puis réessayez.',
    },
    tooLarge: {
      title: 'C’est trop volumineux',
      text: 'Rien n’a été modifié. Revenez en arrière et envoyez-en moins à la fois.',
    },
    busy: {
      title: 'Le service est occupé',
      text: 'Vos fichiers sont en sécurité. Réessayez dans quelques minutes.',
    },
    failed: {
      title: 'Cela n’a pas fonctionné',
      text: 'Réessayez. Si le problème persiste, contactez l’exploitant de ce service.',
    },
  },
};
