import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const es: UploadPageTexts = {
  title: (sender) => (sender === undefined ? 'Le piden archivos' : `${sender} le pide archivos`),
  until: 'Abierto hasta el',
  limits: (count, size) =>
    plural('es', count, {
      one: 'Hasta {count} archivo',
      other: 'Hasta {count} archivos',
    }) + (size === undefined ? '' : `, ${size} en total`),
  fileLimit: (size) => `Cada archivo, ${size} como máximo`,
  drop: 'Suelte archivos aquí o',
  choose: 'Elegir archivos',
  message: 'Mensaje (opcional)',
  send: 'Enviar',
  together:
    'Llegan todos los archivos juntos o ninguno. Deje esta página abierta hasta que se envíen.',
  sentTitle: 'Sus archivos han llegado',
  leftOut: 'Estos archivos no se han enviado',
  sentAt: 'Enviado el',
  told: (sender) =>
    sender === undefined ? 'Se ha avisado al destinatario.' : `Se ha avisado a ${sender}.`,
  more: 'Enviar más',
  full: 'Ha enviado todo lo que admite esta página. Pida un enlace nuevo para enviar más.',
  begun: {
    title: 'Aún sin enviar',
    whole: 'Ha llegado, aún sin enviar',
    part: (share) => `Ha llegado el ${share}. Elija de nuevo este archivo para continuar.`,
  },
  unexpected: {
    title: '¿No esperaba esto?',
    text: 'Pregunte a la persona indicada arriba por otro medio, por teléfono por ejemplo, antes de enviar nada. El enlace es solo para usted: no lo comparta.',
  },
  ended: {
    title: 'Esta página ya no está abierta',
    text: 'Puede que haya acabado su plazo o que el enlace no se abriera completo. Compruebe el enlace del mensaje o pida uno nuevo a quien se lo envió. Lo que envió antes ha llegado.',
  },
  refusals: {
    tooLarge:
      'Es más de lo que admite esta página. No se ha enviado nada. Elija menos archivos o más pequeños.',
    noFiles: 'No ha elegido ningún archivo. Elija al menos uno y envíelo.',
    invalid:
      'El nombre de un archivo o el mensaje contiene algo que no se puede usar. No se ha enviado nada. Cámbielo y envíe de nuevo.',
    noSpace: 'Ahora no hay sitio para los archivos. No se ha enviado nada. Inténtelo más tarde.',
    ended: 'Esta página se cerró mientras se enviaban los archivos. No se ha enviado nada.',
    locked:
      'Esta página necesita un código nuevo. Aún no se ha enviado nada y lo que ha llegado se conserva: vuelva a cargar la página, escriba un código y continúe.',
    failed: 'No ha funcionado. No se ha enviado nada. Inténtelo dentro de unos minutos.',
  },
  script: {
    send: { one: 'Enviar {count} archivo', other: 'Enviar {count} archivos' },
    remove: 'Quitar',
    cancel: 'Cancelar',
    pause: 'Pausar',
    resume: 'Continuar',
    paused: 'En pausa',
    waiting: 'Se perdió la conexión. El envío continuará solo en cuanto vuelva.',
    total: 'Todos los archivos',
    sending: 'Enviando',
    storing: 'Casi listo: se están guardando los archivos.',
    left: 'quedan {time}',
    stopped: 'Detenido. No se ha enviado nada. Los archivos siguen elegidos.',
    lost: 'Se perdió la conexión. No se ha enviado nada. Los archivos siguen elegidos: envíelos de nuevo.',
    checking: 'Se perdió la conexión. En cuanto vuelva, verá aquí lo que ha llegado.',
    alreadyChosen: 'ya está en la lista.',
    emptyFolder: 'no contiene archivos.',
    unreadable: 'no se puede leer.',
    refused: {
      one: '{count} archivo no se enviará. La lista indica el motivo.',
      other: '{count} archivos no se enviarán. La lista indica el motivo.',
    },
    badName: 'Este nombre no se puede usar, no se enviará',
    fileTooLarge: 'Demasiado grande, no se enviará',
    tooManyFiles: 'Demasiados archivos, no se enviará',
    noRoom: 'No queda sitio, no se enviará',
  },
};
