import type { Texts } from '../en/shape.ts';

export const passkeys: Texts['passkeys'] = {
  useProvider: 'Iniciar sesión con {provider}',
  usePasskey: 'Iniciar sesión con una clave de acceso',
  passkeyRefused:
    'No se ha aceptado la clave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
  awayTitle: 'No se puede contactar con {provider}',
  awayText: 'Inténtelo de nuevo en un momento o inicie sesión de otra forma.',
  notSignedIn: 'No ha iniciado sesión',
  refusedAnswer:
    '{provider} no ha confirmado su identidad o ha tardado demasiado. Inténtelo de nuevo.',
  refusedUnknown:
    'Su identidad en {provider} no está vinculada a ninguna cuenta. Inicie sesión de otra forma y vincúlela después en Seguridad.',
  refusedTaken:
    'Ya existe una cuenta con su dirección de correo. Inicie sesión en ella de otra forma y vincule después {provider} en Seguridad.',
  refusedNotAllowed:
    '{provider} ha confirmado su identidad, pero no puede iniciar sesión aquí. Pregunte al responsable de este servicio.',
  refusedElsewhere: 'Su identidad en {provider} está vinculada a otra cuenta.',
  refusedEnded:
    'La invitación se ha usado o ha caducado. Inicie sesión o pida una nueva al operador de este servicio.',
  backToSecurity: 'Volver a Seguridad',
  title: 'Claves de acceso y servicios vinculados',
  lead: 'Con una clave de acceso inicia sesión mediante la huella, el rostro o el PIN de su dispositivo. No necesita contraseña y no funciona en una página falsa.',
  none: 'Aún no tiene ninguna clave de acceso.',
  name: 'Nombre',
  nameHint: 'Por ejemplo, «Portátil del trabajo», para reconocerla más adelante.',
  add: 'Añadir una clave de acceso',
  needsScript: 'Para añadir una clave de acceso, su navegador debe admitirlas y permitir scripts.',
  wrongPlace:
    'Las claves de acceso no funcionan en esta dirección. Abra el servicio por su nombre, con https://.',
  rename: 'Cambiar nombre',
  remove: 'Eliminar',
  addedOn: 'Añadida el {date}',
  lastUsed: 'Último uso: {date}',
  neverUsed: 'Sin usar todavía',
  forOther: 'Creada para {host}. No funciona aquí.',
  added: 'Se ha añadido la clave de acceso.',
  renamed: 'Se ha cambiado el nombre de la clave de acceso.',
  removed: 'Se ha eliminado la clave de acceso.',
  addRefused: 'No se ha añadido la clave de acceso. Inténtelo de nuevo.',
  known: 'Esta clave de acceso ya está en uso.',
  tooMany: 'Tiene {count} claves de acceso. Elimine una primero.',
  lastWay: 'Es su única forma de iniciar sesión. Añada otra primero.',
  servicesTitle: 'Servicios vinculados',
  servicesLead: 'Inicie sesión con una cuenta que tenga en otro lugar.',
  link: 'Vincular {provider}',
  unlink: 'Desvincular',
  linkedAs: '{provider}: {name}',
  linked: '{provider} está vinculado a su cuenta.',
  unlinked: '{provider} ya no está vinculado a su cuenta.',
};
