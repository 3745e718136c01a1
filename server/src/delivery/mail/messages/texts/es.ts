import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('es', count, { one: '{count} archivo', other: '{count} archivos' });
}

export const es: MailTexts = {
  downloadSubject: (sender, files) => `${sender} le ha enviado ${filesOf(files)}`,
  downloadDefault: () =>
    'Le han enviado archivos. Abra el enlace de este mensaje para descargarlos.',
  downloadAction: (files) =>
    plural('es', files, { one: 'Descargar el archivo', other: 'Descargar los archivos' }),
  uploadSubject: (sender) => `${sender} le pide archivos`,
  uploadDefault: () => 'Le piden que envíe archivos. Abra el enlace de este mensaje para subirlos.',
  uploadAction: () => 'Enviar archivos',
  reminderSubject: (sender, files) => `Recordatorio: ${sender} le ha enviado ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('es', files, {
      one: 'Todavía no ha descargado este archivo. El plazo está a punto de terminar.',
      other: 'Todavía no ha descargado estos archivos. El plazo está a punto de terminar.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('es', files, {
      one: 'ha descargado su archivo',
      other: 'ha descargado sus {count} archivos',
    })}`,
  receiptIntro: (date) => `Completado: ${date}.`,
  receivedSubject: (contact, files) => `${contact} ha respondido con ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('es', files, {
      one: 'El archivo está en su bandeja de entrada. Recójalo con el programa que usa su clave de API: en el navegador solo se ve lo que ha llegado.',
      other:
        'Los archivos están en su bandeja de entrada. Recójalos con el programa que usa su clave de API: en el navegador solo se ve lo que ha llegado.',
    }),
  receivedAction: () => 'Ver lo que ha llegado',
  unfetchedSubject: (receiver, files) => `${receiver} no ha descargado ${filesOf(files)}`,
  unfetchedIntro: (date) =>
    `El plazo terminó: ${date}. ¿Aún hacen falta los archivos? Vuelva a enviarlos.`,
  moreFiles: (count) => plural('es', count, { other: 'y {count} más' }),
  orOpen: () => 'O abra esta dirección en el navegador:',
  availableUntil: (date) => `Disponible hasta el ${date}.`,
  uploadUntil: (date) => `Puede enviar archivos hasta el ${date}.`,
  messageGoesOn: () => 'El mensaje es más largo. El texto completo está en el enlace.',
  keepLink: () => 'El enlace es solo para usted. No lo reenvíe.',
  unexpected: () =>
    '¿No esperaba este mensaje? No abra el enlace. Pregunte antes al remitente, por un medio que ya conozca.',
  report: (address) => `¿Algo le parece sospechoso? Escriba a: ${address}`,
  receiptReason: () =>
    'Recibe este mensaje porque los acuses de recibo están activados en su cuenta.',
  receivedReason: () => 'Recibe este mensaje porque ha pedido archivos.',
  unfetchedReason: () =>
    'Recibe este mensaje porque los recordatorios están activados en su cuenta.',
  codeSubject: (sender) => `${sender}: su código`,
  codeIntro: (code) => `Su código: ${code}`,
  codeUntil: (date) => `Válido hasta el ${date}. Escríbalo en la página que lo pidió.`,
  codeUnexpected: () =>
    '¿No ha pedido ningún código? Entonces otra persona tiene su enlace. No dé el código a nadie y avise al remitente.',
  codeSms: (code, serviceName) =>
    `${code} es su código para ${serviceName}. Es válido durante 10 minutos. No lo dé a nadie.`,
  lockedSubject: (sender) => `${sender} le ha enviado archivos`,
  lockedReminderSubject: (sender) => `Recordatorio: ${sender} le ha enviado archivos`,
  lockedIntro: () =>
    'Lo enviado se muestra después de escribir un código. La página del enlace se lo envía.',
  lockedAction: () => 'Abrir la página',
  undeliveredSubject: (receiver) => `No se pudo entregar: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('es', receivers, {
      one: 'No se pudo contactar con {count} destinatario',
      other: 'No se pudo contactar con {count} destinatarios',
    }),
  undeliveredIntro: () =>
    'Estos mensajes no se pudieron entregar. Compruebe las direcciones o contacte con los destinatarios por otro medio.',
  undeliveredUnwanted: () => 'no desea recibir más mensajes',
  undeliveredReason: () => 'Recibe este mensaje porque ha enviado o pedido archivos.',
  unfetchedManySubject: (receivers) =>
    plural('es', receivers, {
      one: '{count} destinatario no ha descargado sus archivos',
      other: '{count} destinatarios no han descargado sus archivos',
    }),
  unfetchedManyIntro: () =>
    'El plazo ha terminado. ¿Aún hacen falta los archivos? Vuelva a enviarlos.',
  codesRefusedSubject: (receiver) => `Se han introducido códigos erróneos: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Se han introducido diez códigos erróneos con el enlace de este destinatario; el último: ${date}. Es posible que otra persona tenga el enlace. Pregunte al destinatario y, en caso de duda, pida que se anule el enlace.`,
  revokedSubject: () => 'El operador ha finalizado uno de sus envíos',
  revokedIntro: (date) =>
    `Enviado: ${date}. Los enlaces ya no funcionan y los archivos ya no se pueden leer.`,
  revokedReceiverIntro: (date) =>
    `Enviado: ${date}. El enlace de este destinatario ya no funciona.`,
  keyRotatedSubject: () => 'Su cuenta tiene una nueva clave API',
  accountDisabledSubject: () => 'Su cuenta se ha desactivado',
  accountEnabledSubject: () => 'Su cuenta vuelve a estar activa',
  accountIntro: (date) => `Fecha: ${date}.`,
  securityReason: () =>
    'Recibe este mensaje porque afecta a la seguridad de su cuenta. Si no lo esperaba, póngase en contacto con el operador de este servicio.',
  unwanted: () => '¿No quiere recibir estos mensajes? Deténgalos aquí:',
  sentBy: (serviceName) => `Enviado por ${serviceName}.`,
};
