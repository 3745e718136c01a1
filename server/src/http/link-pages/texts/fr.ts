import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const fr: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined
      ? `Des fichiers pour vous de ${service}`
      : `${sender} vous a envoyé des fichiers`,
  lead: 'Cette page s’ouvre avec un code. Il montre qu’elle vous est bien destinée.',
  unreachable:
    'Cette page s’ouvre avec un code, et nous ne savons pas comment vous en envoyer un. Demandez à l’expéditeur.',
  ask: 'Recevoir un code',
  again: 'Pas encore de code ?',
  bySms: ({ to }) => `L’envoyer par SMS au ${to}`,
  byEmail: ({ to }) => `L’envoyer par e-mail à ${to}`,
  sent: ({ to }) =>
    `Nous avons envoyé un code de 8 chiffres à ${to}. Il peut mettre une minute à arriver et il est valable 10 minutes.`,
  label: 'Code',
  form: '8 chiffres',
  submit: 'Continuer',
  wrong: ({ tries }) =>
    plural('fr', tries, {
      one: `Ce n’est pas le bon code. Il vous reste ${tries} essai.`,
      other: `Ce n’est pas le bon code. Il vous reste ${tries} essais.`,
    }),
  spent: 'Ce code a été mal saisi trop souvent et n’est plus valable. Demandez-en un nouveau.',
  expired: 'Le code a expiré. Demandez-en un nouveau.',
  cookies:
    'Un code ne fonctionne que dans le navigateur qui l’a demandé. Autorisez les cookies pour cette page, puis demandez un nouveau code.',
  stuck: ({ to }) =>
    `Aucun code n’est encore parvenu à ${to}. Patientez un peu ou demandez-en un autre.`,
  wait: ({ to }) =>
    `Aucun autre code ne peut être envoyé à ${to} pour le moment. Patientez une heure.`,
};
