import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Envoyer et recevoir des fichiers en toute sécurité',
  about:
    '{service} transmet des fichiers trop volumineux ou trop confidentiels pour un e-mail. Les fichiers sont conservés chiffrés et supprimés à leur expiration.',
  linkTitle: 'Vous avez reçu un e-mail avec un lien',
  link: 'Ouvrez le lien complet depuis votre e-mail. Il vous est réservé : ne le partagez pas. Si vous ne connaissez pas l’expéditeur, ne l’ouvrez pas et vérifiez d’abord par un autre moyen.',
  accountTitle: 'Vous avez un compte',
  account:
    'Les programmes utilisent cette adresse, suivie de l’adresse e-mail du compte et d’une barre oblique, par exemple :',
  noAccountTitle: 'Vous souhaitez un compte',
  noAccount:
    'Les comptes sont créés par l’exploitant de ce service. Il n’y a pas d’inscription ici.',
  name: 'Bienvenue',
};
