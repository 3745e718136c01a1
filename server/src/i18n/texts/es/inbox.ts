import type { Texts } from '../en/shape.ts';

export const inbox: Texts['inbox'] = {
  title: 'Bandeja de entrada',
  empty: 'Su bandeja de entrada está vacía.',
  emptyHint: 'Aquí aparecen los archivos que otros envían a {email} y los que usted pide.',
  from: 'De',
  files: 'Archivos',
  until: 'Disponible hasta',
  new: 'Nuevo',
  unknown: 'Remitente desconocido',
  named: '{name} (nombre indicado por el remitente)',
  fileCount: {
    one: '{count} archivo, {size}',
    other: '{count} archivos, {size}',
  },
  older: 'Anteriores',
  newest: 'Más recientes',
  all: 'Volver a la bandeja de entrada',
  filesFrom: 'Archivos de {sender}',
  received: 'Recibido: {date}',
  availableUntil: 'Disponible hasta: {date}',
  downloadAll: 'Descargar todo ({size}, .zip)',
  downloaded: 'Descargado: {date}',
  deleteTitle: 'Eliminar',
  delete: 'Eliminar estos archivos',
  deleteOwn: 'Los archivos se eliminan definitivamente.',
  deleteDrop:
    'Ya no podrá abrir estos archivos. El remitente y los demás destinatarios conservan los suyos.',
  deleted: 'Eliminado.',
  name: 'Nombre',
  size: 'Tamaño',
  viaRequest: 'Usted pidió estos archivos.',
};
