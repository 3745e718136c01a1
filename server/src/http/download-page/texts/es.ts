import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const spanish: DownloadPageTexts = {
  skipToContent: 'Ir al contenido',
  promise: 'Los archivos se guardan cifrados y se borran cuando termina su plazo.',
  language: 'Idioma',

  sentBy: ({ sender, count }) => `${sender} le ha enviado ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} para usted de ${service}`,
  sent: 'Enviado el',
  message: 'Mensaje',
  defaultMessage: 'Estos archivos son para usted. Descárguelos antes de que termine su plazo.',

  files: 'Archivos',
  download: 'Descargar',
  fileListPages: 'Páginas de la lista de archivos',
  shownFiles: ({ from, to, total }) => `Archivos ${from} a ${to} de ${total}`,
  previousFiles: 'Archivos anteriores',
  nextFiles: 'Archivos siguientes',
  downloadAll: ({ size }) => `Descargar todo (${size}, .zip)`,
  downloaded: 'Descargado el',
  allDownloaded: 'Ha descargado todos los archivos.',
  checksums: 'Sumas de comprobación (SHA-256)',
  checksumsHelp:
    'Con una suma de comprobación puede demostrar que un archivo llegó exactamente como se envió.',

  availableUntil: 'Disponible hasta el',
  timeLeft: ({ duration }) => `quedan ${duration}`,
  endsSoon: ({ count }) =>
    plural('es', count, {
      one: 'Este archivo caduca pronto. Descárguelo ahora.',
      other: 'Estos archivos caducan pronto. Descárguelos ahora.',
    }),

  unexpected: '¿No esperaba esto?',
  whatThisIs: ({ service }) =>
    `${service} transmite archivos demasiado grandes o demasiado privados para un correo. Alguien le ha enviado estos archivos, y esta página es solo para usted.`,
  whenInDoubt:
    'Si no conoce al remitente o tiene dudas, no abra los archivos. Pregúntele antes por un medio que ya conozca, por ejemplo por teléfono.',
  keepTheLink: 'No reenvíe el enlace: quien lo tenga puede descargar los archivos.',
  report: ({ address }) => `¿Algo le parece sospechoso? Escriba a: ${address}`,

  endedTitle: 'Estos archivos ya no están aquí',
  endedReason: 'Su plazo ha terminado, el remitente los ha retirado o el enlace no está completo.',
  endedAdvice:
    'Abra el enlace exactamente como figura en el correo. Si no funciona, pida al remitente que envíe los archivos de nuevo.',
  waitTitle: 'Espere un momento',
  waitAdvice:
    'El servicio está ocupado o ha recibido demasiadas solicitudes. No se ha perdido nada. Inténtelo de nuevo en un minuto.',

  noReminder: {
    title: '¿No más recordatorios?',
    text: 'No recibirá ningún recordatorio sobre estos archivos antes de que venza su plazo. El enlace de su correo sigue funcionando.',
    action: 'No recordármelo',
    done: 'No recibirá ningún recordatorio sobre estos archivos.',
  },

  noMail: {
    title: '¿No quiere más mensajes?',
    text: 'Elija de quién no desea recibir más mensajes en esta dirección. Lo que ya se le ha enviado sigue disponible en su enlace.',
    fromSender: 'No más mensajes de este remitente',
    fromAll: 'No más mensajes de nadie',
    done: 'No recibirá más mensajes.',
  },

  running: {
    downloading: 'Descargando',
    checking: 'Comprobando el archivo',
    checked: 'Descargado y comprobado: el archivo llegó exactamente como se envió.',
    mismatch: 'El archivo no llegó como se envió y no se ha guardado. Descárguelo de nuevo.',
    brokeOff: 'La descarga se interrumpió. Pulse el botón otra vez: continúa donde se detuvo.',
    offline:
      'No tiene conexión. Pulse el botón otra vez cuando la recupere: la descarga continúa donde se detuvo.',
    byBrowser: 'Su navegador descarga por sí mismo este archivo grande.',
  },
};

function files(count: number): string {
  return plural('es', count, {
    one: '1 archivo',
    many: '{count} de archivos',
    other: '{count} archivos',
  });
}
