import type { Texts } from '../en/shape.ts';

export const security: Texts['security'] = {
  title: 'Sécurité',
  confirmTitle: 'Confirmez que c’est bien vous',
  confirmLead:
    'Nous redemandons une confirmation avant les modifications importantes. Ce que vous avez saisi est conservé.',
  confirmWithPasskey: 'Confirmer avec une clé d’accès',
  confirmWithProvider: 'Confirmer avec {provider}',
  confirmNeedsScript:
    'Pour confirmer avec une clé d’accès, votre navigateur doit les prendre en charge et autoriser les scripts.',
  confirmNoWay:
    'Aucun de vos moyens de connexion ne fonctionne à cette adresse. Ouvrez le service à l’adresse où vous vous connectez d’habitude, ou demandez sur la page de connexion un lien pour définir un mot de passe.',
  confirmPasskeyRefused: 'La clé d’accès n’a pas été acceptée. Réessayez ou confirmez autrement.',
  confirmAway:
    'Réessayez dans un instant ou confirmez autrement. Ce que vous avez saisi est conservé.',
  confirmAnotherWay: 'Confirmer autrement',
  confirmedTitle: 'Vous avez confirmé que c’est bien vous',
  confirmedLead: 'Ce que vous avez saisi a été conservé. Continuez pour terminer.',
  confirmedContinue: 'Continuer',
  confirmedGone: 'Ce que vous avez saisi n’est plus conservé. Veuillez le saisir à nouveau.',
  noPassword: 'Vous vous connectez sans mot de passe. Vous pouvez aussi en définir un.',
  confirm: 'Confirmer',
  passwordWrong: 'Le mot de passe est incorrect.',
  currentPassword: 'Mot de passe actuel',
  changePassword: 'Changer le mot de passe',
  passwordChanged: 'Votre mot de passe a été changé. Vous êtes déconnecté partout ailleurs.',
  appTitle: 'Application d’authentification',
  appOn: 'À la connexion, un code de votre application vous est demandé.',
  appOff:
    'Avec une application d’authentification, personne ne peut se connecter avec votre seul mot de passe.',
  appAdd: 'Ajouter une application d’authentification',
  appScan: 'Scannez ce code avec votre application.',
  appType: 'Ou saisissez cette clé :',
  appConfirm: 'Activer',
  appRemove: 'Retirer l’application',
  appRemoved: 'L’application a été retirée. Votre mot de passe suffit pour vous connecter.',
  codesTitle: 'Vos codes de secours',
  codesLead:
    'Imprimez-les ou conservez-les en lieu sûr. Chacun remplace une fois un code de l’application. Ils ne seront plus affichés.',
  codesKept: 'Je les ai conservés',
  codesLeft: 'Codes de secours restants : {count}',
  newCodes: 'Créer de nouveaux codes de secours',
  sessions: 'Où vous êtes connecté',
  thisOne: 'ce navigateur',
  lastUsed: 'dernière utilisation : {date}',
  endSession: 'Déconnecter',
  endOthers: 'Se déconnecter partout ailleurs',
  sessionEnded: 'Session fermée sur cet appareil.',
  back: 'Retour à la sécurité',
};
