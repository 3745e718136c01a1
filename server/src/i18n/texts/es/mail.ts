import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
  downloadSubject: {
    one: '{sender} le ha enviado {files} archivo',
    other: '{sender} le ha enviado {files} archivos',
  },
  downloadDefault: 'Le han enviado archivos. Abra el enlace de este mensaje para descargarlos.',
  downloadAction: {
    one: 'Descargar el archivo',
    other: 'Descargar los archivos',
  },
  uploadSubject: '{sender} le pide archivos',
  uploadDefault: 'Le piden que envíe archivos. Abra el enlace de este mensaje para subirlos.',
  uploadAction: 'Enviar archivos',
  reminderSubject: {
    one: 'Recordatorio: {sender} le ha enviado {files} archivo',
    other: 'Recordatorio: {sender} le ha enviado {files} archivos',
  },
  reminderIntro: {
    one: 'Todavía no ha descargado este archivo. Caduca pronto.',
    other: 'Todavía no ha descargado estos archivos. Caducan pronto.',
  },
  receiptSubject: {
    one: '{receiver} ha descargado su archivo',
    other: '{receiver} ha descargado sus {files} archivos',
  },
  receiptIntro: 'Completado: {date}.',
  receivedSubject: {
    one: '{contact} le ha enviado {files} archivo',
    other: '{contact} le ha enviado {files} archivos',
  },
  receivedIntro: {
    one: 'El archivo está en su bandeja de entrada. Recójalo con el programa que usa su clave de API: en el navegador solo se ve lo que ha llegado.',
    other:
      'Los archivos están en su bandeja de entrada. Recójalos con el programa que usa su clave de API: en el navegador solo se ve lo que ha llegado.',
  },
  receivedAction: 'Ver lo que ha llegado',
  receivedInInbox: {
    one: 'El archivo está en su bandeja de entrada.',
    other: 'Los archivos están en su bandeja de entrada.',
  },
  receivedOpen: 'Abrir la bandeja de entrada',
  returnedSubject: {
    one: '{receiver} ha recibido su archivo',
    other: '{receiver} ha recibido sus {files} archivos',
  },
  returnedIntro: 'Recibido: {date}. Guarde este mensaje como confirmación.',
  returnedReason: 'Recibe este mensaje porque ha enviado estos archivos.',
  unfetchedSubject: {
    one: '{receiver} no ha descargado {files} archivo',
    other: '{receiver} no ha descargado {files} archivos',
  },
  unfetchedIntro: 'Los archivos caducaron el {date}. Si aún hacen falta, vuelva a enviarlos.',
  moreFiles: 'y {count} más',
  orOpen: 'O abra esta dirección en el navegador:',
  availableUntil: 'Disponible hasta el {date}.',
  uploadUntil: 'Puede enviar archivos hasta el {date}.',
  messageGoesOn: 'El mensaje es más largo. Abra el enlace para leerlo completo.',
  keepLink: 'Este enlace es solo para usted. No lo comparta.',
  unexpected:
    '¿No esperaba este mensaje? No abra el enlace. Consulte antes al remitente por un medio que ya conozca.',
  report: '¿Algo le parece sospechoso? Escriba a: {address}',
  receiptOpen: 'Ver la transferencia',
  receiptDrop: 'Transferencia: {id}',
  receiptReason: 'Recibe este mensaje porque los acuses de recibo están activados en su cuenta.',
  receivedReason: 'Recibe este mensaje porque ha pedido archivos.',
  unfetchedReason: 'Recibe este mensaje porque los recordatorios están activados en su cuenta.',
  codeSubject: 'Su código para abrir la página de {sender}',
  codeIntro: 'Su código: {code}',
  codeUntil: 'Válido hasta el {date}. Escríbalo en la página que lo pidió.',
  codeUnexpected:
    '¿No ha pedido ningún código? Entonces otra persona tiene su enlace. No comparta este código con nadie y avise al remitente.',
  codeSms:
    '{code} es su código para {service}. Es válido durante 10 minutos. No lo comparta con nadie.',
  lockedSubject: '{sender} le ha enviado archivos',
  lockedReminderSubject: 'Recordatorio: {sender} le ha enviado archivos',
  lockedIntro:
    'Necesita un código de un solo uso para ver los archivos. Abra la página y se lo enviaremos.',
  lockedAction: 'Abrir la página',
  undeliveredSubject: 'No se pudo entregar: {receiver}',
  undeliveredManySubject: {
    one: 'No se pudo contactar con {receivers} destinatario',
    other: 'No se pudo contactar con {receivers} destinatarios',
  },
  undeliveredIntro:
    'Estos mensajes no se pudieron entregar. Compruebe las direcciones o contacte con los destinatarios por otro medio.',
  undeliveredUnwanted: 'no desea recibir más mensajes',
  undeliveredReason: 'Recibe este mensaje porque ha enviado o pedido archivos.',
  unfetchedManySubject: {
    one: '{receivers} destinatario no ha descargado sus archivos',
    other: '{receivers} destinatarios no han descargado sus archivos',
  },
  unfetchedManyIntro: 'Los archivos han caducado. Si aún hacen falta, vuelva a enviarlos.',
  codesRefusedSubject: 'Se han introducido códigos erróneos: {receiver}',
  codesRefusedIntro:
    'Se han introducido diez códigos erróneos con el enlace de este destinatario; el último: {date}. Es posible que otra persona tenga el enlace. Pregunte al destinatario y, en caso de duda, pida que se anule el enlace.',
  codesUsedUpSubject: 'Por ahora no quedan códigos: {receiver}',
  codesUsedUpIntro:
    'Se han pedido tantos códigos con el enlace de este destinatario que por ahora no se envían más. El último: {date}. Si el destinatario no los ha pedido, otra persona tiene el enlace: anúlelo y envíe uno nuevo.',
  revokedSubject: 'El operador ha finalizado uno de sus envíos',
  revokedIntro: 'Enviado: {date}. Los enlaces ya no funcionan y los archivos ya no se pueden leer.',
  revokedReceiverIntro: 'Enviado: {date}. El enlace de este destinatario ya no funciona.',
  invitationSubject: 'Su cuenta en {service}',
  invitationIntro:
    'Se le ha invitado a enviar y recibir archivos de forma segura. Elija una contraseña para empezar.',
  invitationFrom:
    '{inviter} le ha invitado a enviar y recibir archivos de forma segura. Elija una contraseña para empezar.',
  invitationAction: 'Elegir una contraseña',
  resetSubject: 'Elija una contraseña nueva',
  resetIntro: 'Ha solicitado un enlace para elegir una contraseña nueva.',
  resetUnexpected: '¿No lo ha solicitado? Ignore este mensaje: su contraseña no cambia.',
  linkUntil: 'El enlace funciona una sola vez, hasta el {date}.',
  keyRotatedSubject: 'Su cuenta tiene una nueva clave API',
  keyEndingSubject: 'Una de sus claves API caduca pronto',
  keyEndingIntro:
    'Los scripts que usan estas claves ya no podrán iniciar sesión. Cree claves nuevas a tiempo en Seguridad, Claves API.',
  keyEndingItem: '{name}: válida hasta el {date}',
  passwordChangedSubject: 'Se ha cambiado su contraseña',
  passkeyAddedSubject: 'Se ha añadido una clave de acceso a su cuenta',
  passkeyRemovedSubject: 'Se ha eliminado una clave de acceso de su cuenta',
  identityLinkedSubject: 'Se ha vinculado un servicio de inicio de sesión a su cuenta',
  identityUnlinkedSubject: 'Se ha desvinculado un servicio de inicio de sesión de su cuenta',
  authenticatorAddedSubject: 'Se ha añadido una aplicación de autenticación a su cuenta',
  authenticatorRemovedSubject: 'Se ha quitado la aplicación de autenticación de su cuenta',
  recoveryCodesMadeSubject: 'Se han creado nuevos códigos de recuperación para su cuenta',
  signInCodesRefusedSubject:
    'Se han introducido códigos incorrectos para iniciar sesión en su cuenta',
  signInCodesRefusedAdvice:
    'Si fue usted, no tiene que hacer nada. Si no, alguien conoce su contraseña o puede leer su correo: cambie las dos contraseñas.',
  signInAttemptsSubject: 'Se han introducido muchas contraseñas incorrectas para su cuenta',
  signInAttemptsAdvice:
    'Nadie ha entrado con ellas. Puede iniciar sesión como siempre donde ya lo ha hecho antes, y con una clave de acceso. Si su contraseña es corta o la usa en otros sitios, cámbiela.',
  secondFactorRemovedSubject:
    'Un administrador ha quitado la aplicación de autenticación de su cuenta',
  accountDisabledSubject: 'Su cuenta se ha desactivado',
  accountEnabledSubject: 'Su cuenta vuelve a estar activa',
  accountIntro: 'Fecha: {date}.',
  securityReason:
    'Recibe este mensaje porque afecta a la seguridad de su cuenta. Si no lo esperaba, póngase en contacto con el operador de este servicio.',
  unwanted: '¿No quiere recibir estos mensajes? Cancele aquí:',
  sentBy: 'Enviado por {service}.',
};
