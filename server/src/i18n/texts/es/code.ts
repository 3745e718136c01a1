import type { Texts } from '../en/shape.ts';

export const code: Texts['code'] = {
  title: '{sender} le ha enviado archivos',
  titleUnnamed: 'Archivos para usted de {service}',
  lead: 'Escriba un código para abrir esta página, así sabremos que es usted.',
  unreachable:
    'Necesita un código para abrir esta página, pero no tenemos forma de enviárselo. Póngase en contacto con el remitente.',
  ask: 'Pedir un código',
  again: '¿Aún no ha llegado el código?',
  bySms: 'Enviarlo por SMS a {to}',
  byEmail: 'Enviarlo por correo a {to}',
  sent: 'Hemos enviado un código de 8 dígitos a {to}. Puede tardar un minuto en llegar y es válido durante 10 minutos.',
  label: 'Código',
  form: '8 dígitos',
  submit: 'Continuar',
  wrong: {
    one: 'El código no es correcto. Le queda {tries} intento.',
    other: 'El código no es correcto. Le quedan {tries} intentos.',
  },
  spent: 'El código se ha escrito mal demasiadas veces y ya no es válido. Pida uno nuevo.',
  expired: 'El código ha caducado. Pida uno nuevo.',
  cookies:
    'Un código solo funciona en el navegador desde el que se pidió. Permita las cookies en esta página y pida un código nuevo.',
  stuck: 'Aún no ha llegado ningún código a {to}. Espere un poco o pida otro.',
  wait: 'De momento no se pueden enviar más códigos a {to}. Inténtelo de nuevo dentro de una hora.',
};
