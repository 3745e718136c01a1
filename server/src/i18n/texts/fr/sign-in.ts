import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Se connecter',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  submit: 'Se connecter',
  forgot: 'Mot de passe oublié ?',
  refused: 'L’adresse e-mail ou le mot de passe est incorrect.',
  blocked: 'Trop de tentatives. Attendez une minute, puis réessayez.',
  signedOut: 'Vous êtes déconnecté.',
  insecureTitle: 'Une connexion sécurisée est nécessaire',
  insecureText:
    'Vous ne pouvez vous connecter qu’à une adresse commençant par https://. Demandez-la à l’exploitant de ce service.',
  joinTitle: 'Bienvenue : {service}',
  joinLead:
    'Saisissez votre nom et choisissez un mot de passe. Vous pourrez ensuite envoyer et demander des fichiers.',
  name: 'Votre nom',
  nameHint: 'Les destinataires de vos fichiers le voient.',
  nameMissing: 'Saisissez votre nom.',
  nameLong: 'Le nom doit comporter au plus {count} caractères.',
  newPassword: 'Nouveau mot de passe',
  passwordHint: 'Au moins 12 caractères. Quelques mots sans rapport entre eux conviennent bien.',
  passwordShort: 'Le mot de passe doit comporter au moins {count} caractères.',
  passwordLong: 'Ce mot de passe est trop long.',
  passwordCommon: 'Ce mot de passe est trop courant et facile à deviner. Choisissez-en un autre.',
  passwordPattern:
    'Ce mot de passe est facile à deviner : il répète des caractères, suit le clavier ou l’alphabet, ou ne contient que des chiffres. Choisissez-en un autre.',
  passwordPersonal:
    'Ce mot de passe se compose de votre nom, de votre adresse e-mail ou du nom de ce service. Choisissez-en un autre.',
  join: 'Créer le compte',
  joinWithoutPassword: 'Sans mot de passe',
  joinWithPasskey: 'Créer le compte avec une clé d’accès',
  joinPasskeyLost:
    'Si vous perdez la clé d’accès, choisissez « Mot de passe oublié ? » lors de la connexion : nous vous enverrons un lien pour définir un mot de passe. Votre administrateur peut aussi vous en envoyer un.',
  joinWithProvider: 'Créer le compte avec {provider}',
  joinPasskeyRefused:
    'La clé d’accès n’a pas été acceptée. Votre invitation reste valable : réessayez ou choisissez un mot de passe.',
  resetTitle: 'Choisir un nouveau mot de passe',
  resetLead: 'Vous serez alors déconnecté partout ailleurs.',
  resetKeys: 'Vos clés API ne fonctionneront plus.',
  resetCodeLead:
    'Ce compte est protégé par une application d’authentification. Saisissez d’abord un code de celle-ci.',
  resetKeepTitle: 'Vos autres moyens de connexion',
  resetKeepLead: 'Cochez ce qui est à vous et doit rester. Le reste est supprimé.',
  resetPasskey: 'Clé d’accès « {name} », ajoutée le {date}',
  resetIdentity: '{name}, lié le {date}',
  setPassword: 'Définir le mot de passe',
  endedTitle: 'Ce lien n’est plus valable',
  endedInvitation:
    'Il a été utilisé ou a expiré. Si vous avez déjà un mot de passe, connectez-vous. Sinon, demandez une nouvelle invitation à l’exploitant de ce service.',
  endedReset: 'Il a été utilisé ou a expiré. Demandez-en un nouveau.',
  forgotTitle: 'Mot de passe oublié ?',
  forgotLead:
    'Saisissez votre adresse e-mail : nous vous enverrons un lien pour choisir un nouveau mot de passe.',
  forgotPasskey: 'Cela fonctionne aussi si vous avez perdu votre clé d’accès.',
  forgotSubmit: 'Envoyer un lien',
  emailMissing: 'Saisissez votre adresse e-mail.',
  forgotSentTitle: 'Consultez vos e-mails',
  forgotSentText:
    'S’il existe un compte avec cette adresse, un lien est en route. Il est valable une heure.',
  codeTitle: 'Saisir un code',
  codeLead: 'Ouvrez votre application d’authentification et saisissez le code affiché.',
  codeLabel: 'Code',
  codeHint: 'Pas d’application sous la main ? Saisissez un de vos codes de secours.',
  codeRefused:
    'Ce code est incorrect ou déjà utilisé. Saisissez celui que l’application affiche maintenant.',
  codeBlocked: 'Trop de tentatives. Réessayez dans 15 minutes.',
  setUpLead:
    'La connexion exige ici une seconde étape. Configurez une application d’authentification pour continuer.',
  setUpPasskey: 'Ou ajouter une clé d’accès',
  passkeyNeeded:
    'Un mot de passe seul ne suffit pas ici : connectez-vous avec votre clé d’accès. Si vous l’avez perdue, réinitialisez votre mot de passe.',
  backToSignIn: 'Retour à la connexion',
};
