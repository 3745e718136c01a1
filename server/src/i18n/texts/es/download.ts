import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Ir al contenido',
  promise: 'Los archivos se guardan cifrados y se eliminan cuando caducan.',
  language: 'Idioma',
  sentBy: {
    one: '{sender} le ha enviado {count} archivo',
    many: '{sender} le ha enviado {count} de archivos',
    other: '{sender} le ha enviado {count} archivos',
  },
  sentThrough: {
    one: '{count} archivo para usted de {service}',
    many: '{count} de archivos para usted de {service}',
    other: '{count} archivos para usted de {service}',
  },
  sent: 'Enviado el',
  message: 'Mensaje',
  defaultMessage: 'Estos archivos son para usted. Descárguelos antes de que caduquen.',
  files: 'Archivos',
  download: 'Descargar',
  fileListPages: 'Páginas de la lista de archivos',
  shownFiles: 'Archivos {from} a {to} de {total}',
  previousFiles: 'Archivos anteriores',
  nextFiles: 'Archivos siguientes',
  downloadAll: 'Descargar todo ({size}, .zip)',
  downloaded: 'Descargado el',
  allDownloaded: 'Ha descargado todos los archivos.',
  checksums: 'Sumas de comprobación (SHA-256)',
  checksumsHelp:
    'Con una suma de comprobación puede verificar que un archivo llegó exactamente como se envió.',
  availableUntil: 'Disponible hasta el',
  timeLeft: 'quedan {duration}',
  endsSoon: {
    one: 'Este archivo caduca pronto. Descárguelo ahora.',
    other: 'Estos archivos caducan pronto. Descárguelos ahora.',
  },
  unexpected: '¿No esperaba esto?',
  whatThisIs:
    '{service} entrega archivos demasiado grandes o demasiado confidenciales para el correo electrónico. Alguien le ha enviado estos archivos, y esta página es solo para usted.',
  whenInDoubt:
    'Si no conoce al remitente o tiene dudas, no abra los archivos. Consulte antes al remitente por un medio que ya conozca, por ejemplo por teléfono.',
  keepTheLink: 'No comparta este enlace: cualquiera que lo tenga puede descargar los archivos.',
  report: '¿Algo le parece sospechoso? Escriba a: {address}',
  endedTitle: 'Estos archivos ya no están disponibles',
  endedReason:
    'Puede que hayan caducado, que el remitente los haya retirado o que el enlace esté incompleto.',
  endedAdvice:
    'Abra el enlace completo desde su correo. Si no funciona, pida al remitente que envíe los archivos de nuevo.',
  limitTitle: 'Límite de descargas alcanzado',
  limitAdvice:
    'Ha descargado esto tantas veces como permite el remitente. Pídale que se lo envíe de nuevo si todavía lo necesita.',
  waitTitle: 'Espere un momento',
  waitAdvice:
    'El servicio está ocupado o ha recibido demasiadas solicitudes. No se ha perdido nada. Inténtelo de nuevo en un minuto.',
  noReminder: {
    title: '¿Detener los recordatorios?',
    text: 'No recibirá ningún recordatorio sobre estos archivos antes de que caduquen. El enlace de su correo sigue funcionando.',
    action: 'No recordármelo',
    done: 'No recibirá ningún recordatorio sobre estos archivos.',
  },
  noMail: {
    title: '¿Dejar de recibir mensajes?',
    text: 'Elija de quién no desea recibir más mensajes en esta dirección. Los archivos que ya se le han enviado siguen disponibles en sus enlaces.',
    fromSender: 'No más mensajes de este remitente',
    fromAll: 'No más mensajes de nadie',
    done: 'No recibirá más mensajes.',
  },
  running: {
    downloading: 'Descargando',
    checking: 'Comprobando el archivo',
    checked: 'Descargado y verificado: el archivo llegó exactamente como se envió.',
    mismatch: 'El archivo no llegó como se envió y no se ha guardado. Descárguelo de nuevo.',
    brokeOff: 'Se perdió la conexión. La descarga se reanudará automáticamente.',
    busy: 'El servicio está ocupado. La descarga se reanudará automáticamente.',
    offline: 'No tiene conexión. La descarga se reanudará automáticamente cuando la recupere.',
    byBrowser: 'Su navegador está descargando este archivo. Consulte su lista de descargas.',
    saved: 'Descarga completada.',
    notSaved:
      'No se ha podido guardar el archivo. Compruebe que hay espacio suficiente y descárguelo de nuevo.',
    cancel: 'Cancelar',
    cancelled: 'Descarga cancelada.',
  },
  find: 'Buscar un archivo por su nombre',
  findAction: 'Buscar',
  found: {
    one: '{count} archivo encontrado.',
    many: '{count} de archivos encontrados.',
    other: '{count} archivos encontrados.',
  },
  foundNone: 'Ningún nombre de archivo contiene este texto.',
  showAll: 'Mostrar todos los archivos',
  kinds: {
    picture: 'Imagen',
    video: 'Vídeo',
    audio: 'Archivo de audio',
    text: 'Documento',
    table: 'Hoja de cálculo',
    slides: 'Presentación',
    archive: 'Archivo comprimido',
    file: 'Archivo',
  },
  view: 'Ver',
};
