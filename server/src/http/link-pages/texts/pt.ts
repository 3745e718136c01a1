import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const pt: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `Ficheiros para si de ${service}` : `${sender} enviou-lhe ficheiros`,
  lead: 'Esta página abre com um código. Mostra que ela se destina a si.',
  unreachable:
    'Esta página abre com um código e não se conhece forma de lho enviar. Pergunte ao remetente.',
  ask: 'Obter um código',
  again: 'O código não chegou?',
  bySms: ({ to }) => `Enviar por SMS para ${to}`,
  byEmail: ({ to }) => `Enviar por e-mail para ${to}`,
  sent: ({ to }) =>
    `Enviámos um código de 8 algarismos para ${to}. Pode demorar um minuto a chegar e é válido durante 10 minutos.`,
  label: 'Código',
  form: '8 algarismos',
  submit: 'Continuar',
  wrong: ({ tries }) =>
    plural('pt', tries, {
      one: `Esse não é o código certo. Resta-lhe ${tries} tentativa.`,
      other: `Esse não é o código certo. Restam-lhe ${tries} tentativas.`,
    }),
  spent: 'O código foi introduzido mal demasiadas vezes e já não é válido. Obtenha um novo.',
  expired: 'O código expirou. Obtenha um novo.',
  cookies:
    'Um código só funciona no navegador em que foi pedido. Permita cookies nesta página e peça depois um novo código.',
  stuck: ({ to }) => `Ainda não chegou nenhum código a ${to}. Espere um pouco ou peça outro.`,
  wait: ({ to }) => `De momento não podem ser enviados mais códigos para ${to}. Espere uma hora.`,
};
