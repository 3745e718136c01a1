import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'Le impostazioni sono state salvate.',
  address: 'Accede come {address}.',
  displayName: 'Il Suo nome',
  displayNameHint:
    'Mostrato insieme al Suo indirizzo alle persone a cui invia. Lasci vuoto per mostrare solo l’indirizzo.',
  language: 'Lingua',
  languageHint: 'Di queste pagine e delle e-mail per Lei',
  timeZone: 'Fuso orario',
  timeZoneHint: 'Per date e ore in queste pagine e nelle e-mail per Lei',
  defaultTimeZone: 'Predefinito ({zone})',
  defaultDays: 'Durata predefinita in giorni',
  defaultDaysHint:
    'Per i nuovi invii e richieste: da {from} a {to} giorni. Vuoto significa {usual}.',
  secondFactorHint: 'Usato per i nuovi invii, salvo scelta diversa al momento dell’invio.',
  notices: 'E-mail per Lei',
  receipts: 'Quando qualcuno ha scaricato tutti i file',
  reminders:
    'Prima che scadano file che qualcuno non ha scaricato (lo ricordiamo anche ai destinatari)',
  save: 'Salva',
  problems: {
    displayName: 'Inserisca un nome di al massimo 100 caratteri, su una riga.',
    language: 'Scelga una lingua dall’elenco.',
    timeZone: 'Scelga un fuso orario dall’elenco.',
    defaultDays: 'Inserisca un numero intero da {from} a {to}, oppure lasci il campo vuoto.',
    secondFactor: 'Scelga un’opzione dall’elenco.',
  },
};
