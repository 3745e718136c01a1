import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} vous a envoyé des fichiers',
  titleUnnamed: 'Des fichiers pour vous de {service}',
  lead: 'Saisissez un code pour ouvrir cette page, afin que nous sachions que c’est bien vous.',
  unreachable:
    'Il vous faut un code pour ouvrir cette page, mais nous n’avons aucun moyen de vous en envoyer un. Contactez l’expéditeur.',
  ask: 'Recevoir un code',
  again: 'Pas encore de code ?',
  bySms: 'L’envoyer par SMS au {to}',
  byEmail: 'L’envoyer par e-mail à {to}',
  sent: 'Nous avons envoyé un code à 8 chiffres à {to}. Il peut mettre une minute à arriver et il est valable 10 minutes.',
  label: 'Code',
  form: '8 chiffres',
  submit: 'Continuer',
  wrong: {
    one: 'Ce n’est pas le bon code. Il vous reste {tries} essai.',
    other: 'Ce n’est pas le bon code. Il vous reste {tries} essais.',
  },
  spent: 'Ce code a été mal saisi trop de fois et n’est plus valable. Demandez-en un nouveau.',
  expired: 'Le code a expiré. Demandez-en un nouveau.',
  cookies:
    'Un code ne fonctionne que dans le navigateur qui l’a demandé. Autorisez les cookies pour cette page, puis demandez un nouveau code.',
  stuck: 'Aucun code n’est encore parvenu à {to}. Patientez un peu ou demandez-en un autre.',
  wait: 'Aucun autre code ne peut être envoyé à {to} pour le moment. Réessayez dans une heure.',
};
