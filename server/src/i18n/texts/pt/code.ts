import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} enviou-lhe ficheiros',
  titleUnnamed: 'Ficheiros para si de {service}',
  lead: 'Introduza um código para abrir esta página, para sabermos que é mesmo você.',
  unreachable:
    'Precisa de um código para abrir esta página, mas não temos forma de lho enviar. Contacte o remetente.',
  ask: 'Pedir um código',
  again: 'O código não chegou?',
  bySms: 'Enviar por SMS para {to}',
  byEmail: 'Enviar por e-mail para {to}',
  sent: 'Enviámos um código de 8 dígitos para {to}. Pode demorar um minuto a chegar e é válido durante 10 minutos.',
  label: 'Código',
  form: '8 dígitos',
  submit: 'Continuar',
  wrong: {
    one: 'O código não está correto. Resta-lhe {tries} tentativa.',
    other: 'O código não está correto. Restam-lhe {tries} tentativas.',
  },
  spent:
    'O código foi introduzido incorretamente demasiadas vezes e já não é válido. Peça um novo.',
  expired: 'O código expirou. Peça um novo.',
  cookies:
    'Um código só funciona no navegador em que foi pedido. Permita cookies nesta página e peça depois um novo código.',
  stuck: 'Ainda não chegou nenhum código a {to}. Espere um pouco ou peça outro.',
  wait: 'De momento não podem ser enviados mais códigos para {to}. Tente de novo dentro de uma hora.',
};
