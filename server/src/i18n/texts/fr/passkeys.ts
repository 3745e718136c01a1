import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Se connecter avec {provider}',
  usePasskey: 'Se connecter avec une clé d’accès',
  passkeyRefused: 'La clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous autrement.',
  awayTitle: '{provider} est injoignable',
  awayText: 'Réessayez dans un instant ou connectez-vous autrement.',
  notSignedIn: 'Vous n’êtes pas connecté',
  refusedAnswer:
    '{provider} n’a pas confirmé votre identité, ou cela a pris trop de temps. Réessayez.',
  refusedUnknown:
    'Votre identité chez {provider} n’est liée à aucun compte. Connectez-vous autrement, puis liez-la sous Sécurité.',
  refusedTaken:
    'Il existe déjà un compte avec votre adresse e-mail. Connectez-vous-y autrement, puis liez {provider} sous Sécurité.',
  refusedNotAllowed:
    '{provider} a confirmé votre identité, mais vous ne pouvez pas vous connecter ici. Adressez-vous à l’exploitant de ce service.',
  refusedElsewhere: 'Votre identité chez {provider} est liée à un autre compte.',
  refusedEnded:
    'L’invitation a été utilisée ou a expiré. Connectez-vous ou demandez-en une nouvelle à l’exploitant de ce service.',
  backToSecurity: 'Retour à Sécurité',
  title: 'Clés d’accès et services liés',
  lead: 'Une clé d’accès vous connecte par l’empreinte, le visage ou le code PIN de votre appareil. Elle ne demande aucun mot de passe et ne fonctionne pas sur une page falsifiée.',
  none: 'Vous n’avez pas encore de clé d’accès.',
  name: 'Nom',
  nameHint: 'Par exemple « Portable du bureau », pour la reconnaître plus tard.',
  add: 'Ajouter une clé d’accès',
  needsScript:
    'Pour ajouter une clé d’accès, votre navigateur doit les prendre en charge et autoriser les scripts.',
  wrongPlace:
    'Les clés d’accès ne fonctionnent pas à cette adresse. Ouvrez le service par son nom, avec https://.',
  rename: 'Renommer',
  remove: 'Supprimer',
  addedOn: 'Ajoutée le {date}',
  lastUsed: 'Dernière utilisation : {date}',
  neverUsed: 'Pas encore utilisée',
  forOther: 'Créée pour {host}. Elle ne fonctionne pas ici.',
  added: 'La clé d’accès a été ajoutée.',
  renamed: 'La clé d’accès a été renommée.',
  removed: 'La clé d’accès a été supprimée.',
  addRefused: 'La clé d’accès n’a pas été ajoutée. Réessayez.',
  known: 'Cette clé d’accès est déjà utilisée.',
  tooMany: 'Vous avez {count} clés d’accès. Supprimez-en d’abord une.',
  lastWay: 'C’est votre seul moyen de vous connecter. Ajoutez-en d’abord un autre.',
  servicesTitle: 'Services liés',
  servicesLead: 'Connectez-vous avec un compte que vous avez ailleurs.',
  link: 'Lier {provider}',
  unlink: 'Dissocier',
  linkedAs: '{provider} : {name}',
  linked: '{provider} est lié à votre compte.',
  unlinked: '{provider} n’est plus lié à votre compte.',
};
