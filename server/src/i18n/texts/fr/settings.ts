import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Vos paramètres ont été enregistrés.',
  address: 'Vous vous connectez avec {address}.',
  displayName: 'Votre nom',
  displayNameHint:
    'Affiché avec votre adresse aux personnes à qui vous envoyez. Laissez vide pour n’afficher que l’adresse.',
  language: 'Langue',
  languageHint: 'De ces pages et des e-mails qui vous sont adressés',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Pour les dates et heures de ces pages et de vos e-mails',
  defaultTimeZone: 'Par défaut ({zone})',
  defaultDays: 'Durée par défaut en jours',
  defaultDaysHint: 'Pour les nouveaux envois et demandes : de {from} à {to} jours. Vide : {usual}.',
  secondFactorHint: 'Appliqué aux nouveaux envois, sauf choix contraire au moment de l’envoi.',
  notices: 'E-mails pour vous',
  receipts: 'Quand quelqu’un a téléchargé tous les fichiers',
  reminders:
    'Avant l’expiration de fichiers que quelqu’un n’a pas téléchargés (nous le lui rappelons aussi)',
  save: 'Enregistrer',
  problems: {
    displayName: 'Saisissez un nom de 100 caractères au plus, sur une ligne.',
    language: 'Choisissez une langue dans la liste.',
    timeZone: 'Choisissez un fuseau horaire dans la liste.',
    defaultDays: 'Saisissez un nombre entier de {from} à {to}, ou laissez le champ vide.',
    secondFactor: 'Choisissez une option de la liste.',
  },
};
