import { plural } from '../../../i18n/plural.ts';
import type { CodeTexts } from './code-texts.ts';

export const es: CodeTexts = {
  title: ({ sender, service }) =>
    sender === undefined ? `Archivos para usted de ${service}` : `${sender} le ha enviado archivos`,
  lead: 'Esta página se abre con un código. Muestra que va dirigida a usted.',
  unreachable:
    'Esta página se abre con un código y no conocemos ninguna forma de enviárselo. Pregunte al remitente.',
  ask: 'Obtener un código',
  again: '¿Aún no ha llegado el código?',
  bySms: ({ to }) => `Enviarlo por SMS a ${to}`,
  byEmail: ({ to }) => `Enviarlo por correo a ${to}`,
  sent: ({ to }) =>
    `Hemos enviado un código de 8 cifras a ${to}. Puede tardar un minuto en llegar y es válido durante 10 minutos.`,
  label: 'Código',
  form: '8 cifras',
  submit: 'Continuar',
  wrong: ({ tries }) =>
    plural('es', tries, {
      one: `Ese no es el código correcto. Le queda ${tries} intento.`,
      other: `Ese no es el código correcto. Le quedan ${tries} intentos.`,
    }),
  spent: 'El código se escribió mal demasiadas veces y ya no es válido. Obtenga uno nuevo.',
  expired: 'El código ha caducado. Obtenga uno nuevo.',
  cookies:
    'Un código solo funciona en el navegador desde el que se pidió. Permita las cookies en esta página y pida un código nuevo.',
  stuck: ({ to }) => `Aún no ha llegado ningún código a ${to}. Espere un poco o pida otro.`,
  wait: ({ to }) => `De momento no se pueden enviar más códigos a ${to}. Espere una hora.`,
};
