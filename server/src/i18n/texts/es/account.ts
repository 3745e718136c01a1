import type { Texts } from '../en/shape.ts';

export const account: Texts['account'] = {
  title: 'Su cuenta',
  timeZone: 'Las horas de esta página corresponden a la zona horaria {zone}.',
  glance: 'De un vistazo',
  live: 'Envíos disponibles',
  tray: 'Archivos aún no enviados',
  programHelp: 'Cómo usa un programa esta cuenta',
  tokenHelp:
    'Cada operación necesita la cabecera CSRF-Token. Su valor está en un campo oculto de esta página y sigue siendo válido mientras se use. Los comandos de esta página piden la clave API y leen el token de $TOKEN:',
  contactsHint:
    'Añada con contacts_add.cgi a las personas con las que intercambia archivos. Un envío necesita al menos un contacto.',
  noShared: 'El operador no comparte contactos.',
  receivers: 'Destinatarios del próximo envío',
  noReceivers: 'Aún no se ha elegido a nadie.',
  receiversHint:
    'Elija con receivers_set.cgi quién recibe el próximo envío. La elección vale para un solo envío.',
  type: 'Tipo',
  uploaded: 'Subido',
  removed: 'Se eliminará',
  noFiles: 'No hay archivos pendientes de envío.',
  filesHint:
    'Suba un archivo con upload.cgi. Permanece aquí hasta que lo envíe, lo quite o se elimine.',
  historyHint:
    'Elija un destinatario, suba un archivo, obtenga la lista con get_files.cgi y envíe con createdrop.cgi. Todos los envíos quedan en esta lista.',
  arrived: 'Recibido',
  token: 'Token de descarga',
  fetchHint:
    'Los archivos los descarga el programa que usa la clave API de esta cuenta. Un navegador no puede descargarlos aquí.',
  inboxHint:
    'Aquí aparecen los archivos que otros envían a su dirección. Para pedir archivos a alguien, elíjalo como destinatario y dele acceso de subida con givedrop.cgi.',
  more: {
    one: '{count} entrada más no se muestra aquí.',
    other: '{count} entradas más no se muestran aquí.',
  },
};
