import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
  title: '{sender} le pide archivos',
  titleUnnamed: 'Le piden archivos',
  until: 'Abierto hasta el',
  limits: {
    one: 'Hasta {count} archivo, {size} en total',
    other: 'Hasta {count} archivos, {size} en total',
  },
  limitsWithoutSize: {
    one: 'Hasta {count} archivo',
    other: 'Hasta {count} archivos',
  },
  fileLimit: 'Hasta {size} por archivo',
  drop: 'Suelte archivos aquí o',
  choose: 'Elegir archivos',
  from: 'Su nombre',
  message: 'Mensaje (opcional)',
  send: 'Enviar',
  together:
    'Los archivos llegan todos juntos o no llega ninguno. Deje esta página abierta hasta que se envíen.',
  sentTitle: 'Sus archivos han llegado',
  leftOut: 'Estos archivos no se han enviado',
  sentAt: 'Enviado el',
  told: 'Se ha avisado a {sender}.',
  toldUnnamed: 'Se ha avisado al destinatario.',
  more: 'Enviar más',
  full: 'Ha alcanzado el límite de esta página. Pida un enlace nuevo para enviar más.',
  begun: {
    title: 'Aún sin enviar',
    whole: 'Subido, aún sin enviar',
    part: 'Subido el {share}. Elija de nuevo este archivo para reanudar.',
  },
  unexpected: {
    title: '¿No esperaba esto?',
    text: 'Antes de enviar nada, consulte a la persona indicada arriba por otro medio, por ejemplo por teléfono.',
    keepLink: 'El enlace es solo para usted: no lo comparta.',
  },
  ended: {
    title: 'Esta página ya no está disponible',
    text: 'Puede que haya caducado o que el enlace esté incompleto. Abra el enlace completo desde su correo o pida uno nuevo a quien se lo envió. Los archivos que ya envió han llegado.',
  },
  refusals: {
    tooLarge:
      'Es más de lo que admite esta página. No se ha enviado nada. Elija menos archivos o más pequeños.',
    noFiles: 'No ha elegido ningún archivo. Elija al menos uno y envíelo.',
    invalid:
      'El nombre de un archivo o el mensaje contiene algo que no se puede usar. No se ha enviado nada. Cámbielo y envíe de nuevo.',
    noSpace:
      'Ahora no hay espacio suficiente para los archivos. No se ha enviado nada. Inténtelo más tarde.',
    ended: 'Esta página se cerró mientras se subían los archivos. No se ha enviado nada.',
    locked:
      'Esta página necesita un código nuevo. Aún no se ha enviado nada y los archivos subidos se conservan: vuelva a cargar la página, escriba un código y continúe.',
    failed: 'Algo ha ido mal. No se ha enviado nada. Inténtelo dentro de unos minutos.',
  },
  script: {
    send: {
      one: 'Enviar {count} archivo',
      other: 'Enviar {count} archivos',
    },
    remove: 'Quitar',
    retry: 'Reintentar',
    vanished: 'Este archivo se ha movido o modificado en su dispositivo. Elíjalo de nuevo.',
    cancel: 'Cancelar',
    pause: 'Pausar',
    resume: 'Reanudar',
    paused: 'En pausa',
    waiting: 'Se perdió la conexión. El envío se reanudará automáticamente cuando vuelva.',
    busy: 'El servicio está ocupado. El envío se reanudará automáticamente.',
    total: 'Todos los archivos',
    sending: 'Enviando',
    storing: 'Casi listo: se están guardando los archivos.',
    left: 'quedan {time}',
    stopped: 'Detenido. No se ha enviado nada. Los archivos siguen elegidos.',
    lost: 'Se perdió la conexión. No se ha enviado nada. Los archivos siguen elegidos: envíelos de nuevo.',
    checking: 'Se perdió la conexión. En cuanto vuelva, verá aquí lo que ha llegado.',
    alreadyChosen: 'ya está en la lista.',
    manyChosen: {
      one: '{count} archivo ya está en la lista.',
      other: '{count} archivos ya están en la lista.',
    },
    emptyFolder: 'no contiene archivos.',
    unreadable: 'no se puede leer.',
    refused: {
      one: '{count} archivo no se enviará. La lista indica el motivo.',
      other: '{count} archivos no se enviarán. La lista indica el motivo.',
    },
    badName: 'Nombre no permitido, no se enviará',
    fileTooLarge: 'Demasiado grande, no se enviará',
    tooManyFiles: 'Demasiados archivos, no se enviará',
    noRoom: 'No queda espacio, no se enviará',
  },
};
