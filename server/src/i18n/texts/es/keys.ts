import type { Texts } from '../en/shape.ts';

export const keys: Texts['keys'] = {
  title: 'Claves API',
  lead: 'Un script inicia sesión con su dirección de correo y una de estas claves, y actúa en su nombre. Una clave no abre estas páginas.',
  none: 'No tiene claves API.',
  created: 'Creada el {date}',
  validUntil: 'Válida hasta el {date}',
  lastUsed: 'Último uso: {date}',
  neverUsed: 'Aún no se ha usado',
  newTitle: 'Nueva clave API',
  name: 'Nombre',
  nameHint: 'Para qué sirve la clave, por ejemplo el nombre del script',
  lifetime: 'Válida durante',
  replaceContacts:
    'Permitir que esta clave sustituya todos mis contactos (contacts_add.cgi). Un script que solo quiera añadir uno borraría los demás.',
  replacesContacts: 'Puede sustituir todos los contactos',
  create: 'Crear clave API',
  revoke: 'Revocar',
  revokeTitle: '¿Revocar esta clave API?',
  revokeText: 'Los scripts que la usan ya no podrán iniciar sesión. Esto no se puede deshacer.',
  revoked: 'Se ha revocado la clave API.',
  madeTitle: 'Su nueva clave API',
  madeText: 'Cópiela ahora y guárdela en un lugar seguro. No se volverá a mostrar.',
  tryIt: 'Pruébela en un terminal. Se le pedirá la clave:',
  copy: 'Copiar clave API',
  copied: 'Copiada',
  back: 'Volver a las claves API',
  problems: {
    name: 'Introduzca un nombre de 100 caracteres como máximo, en una sola línea.',
    lifetime: 'Elija en la lista cuánto tiempo es válida la clave.',
    tooMany: 'Ya tiene {count} claves API. Revoque una primero.',
  },
};
