import type { Texts } from '../en/shape.ts';

export const settings: Texts['settings'] = {
  saved: 'As suas definições foram guardadas.',
  address: 'Inicia sessão como {address}.',
  displayName: 'O seu nome',
  displayNameHint:
    'Mostrado com o seu endereço às pessoas a quem envia. Deixe vazio para mostrar apenas o endereço.',
  language: 'Idioma',
  languageHint: 'Destas páginas e dos e-mails que recebe',
  timeZone: 'Fuso horário',
  timeZoneHint: 'Para datas e horas nestas páginas e nos e-mails que recebe',
  defaultTimeZone: 'Predefinido ({zone})',
  defaultDays: 'Duração predefinida em dias',
  defaultDaysHint:
    'Para os novos envios e pedidos: de {from} a {to} dias. Vazio significa {usual}.',
  secondFactorHint: 'Usado nos novos envios, salvo se escolher outra opção ao enviar.',
  notices: 'E-mails para si',
  receipts: 'Quando alguém tiver transferido todos os ficheiros',
  reminders:
    'Antes de expirarem ficheiros que alguém não transferiu (também lembramos os destinatários)',
  save: 'Guardar',
  problems: {
    displayName: 'Introduza um nome com 100 caracteres no máximo, numa linha.',
    language: 'Escolha um idioma da lista.',
    timeZone: 'Escolha um fuso horário da lista.',
    defaultDays: 'Introduza um número inteiro de {from} a {to} ou deixe o campo vazio.',
    secondFactor: 'Escolha uma opção da lista.',
  },
};
