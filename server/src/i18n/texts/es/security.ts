import type { Texts } from '../en/shape.ts';

export const security: Texts['security'] = {
  title: 'Seguridad',
  confirmTitle: 'Confirme que es usted',
  confirmLead:
    'Volvemos a preguntar antes de los cambios importantes. Se conserva lo que ha escrito.',
  confirmWithPasskey: 'Confirmar con una clave de acceso',
  confirmWithProvider: 'Confirmar con {provider}',
  confirmNeedsScript:
    'Para confirmar con una clave de acceso, su navegador debe admitirlas y permitir scripts.',
  confirmNoWay:
    'Ninguna de sus formas de iniciar sesión funciona en esta dirección. Abra el servicio en la dirección donde suele iniciar sesión o solicite en la página de inicio de sesión un enlace para establecer una contraseña.',
  confirmPasskeyRefused:
    'No se ha aceptado la clave de acceso. Inténtelo de nuevo o confirme de otra forma.',
  confirmAway:
    'Inténtelo de nuevo en un momento o confirme de otra forma. Se conserva lo que ha escrito.',
  confirmAnotherWay: 'Confirmar de otra forma',
  confirmedTitle: 'Ha confirmado que es usted',
  confirmedLead: 'Se ha conservado lo que escribió. Continúe para terminar.',
  confirmedContinue: 'Continuar',
  confirmedGone: 'Ya no se conserva lo que escribió. Escríbalo de nuevo.',
  noPassword: 'Inicia sesión sin contraseña. También puede establecer una.',
  confirm: 'Confirmar',
  passwordWrong: 'La contraseña no es correcta.',
  currentPassword: 'Contraseña actual',
  changePassword: 'Cambiar contraseña',
  passwordChanged: 'Se ha cambiado la contraseña. Se ha cerrado su sesión en los demás lugares.',
  appTitle: 'Aplicación de autenticación',
  appOn: 'Al iniciar sesión se le pide un código de su aplicación.',
  appOff: 'Con una aplicación de autenticación, nadie puede iniciar sesión solo con su contraseña.',
  appAdd: 'Añadir una aplicación de autenticación',
  appScan: 'Escanee este código con su aplicación.',
  appType: 'O escriba esta clave:',
  appConfirm: 'Activar',
  appRemove: 'Quitar la aplicación',
  appRemoved: 'Se ha quitado la aplicación. Basta la contraseña para iniciar sesión.',
  codesTitle: 'Sus códigos de recuperación',
  codesLead:
    'Imprímalos o guárdelos en un lugar seguro. Cada uno sustituye una vez un código de la aplicación. No se vuelven a mostrar.',
  codesKept: 'Los he guardado',
  codesLeft: 'Códigos de recuperación restantes: {count}',
  newCodes: 'Crear nuevos códigos de recuperación',
  sessions: 'Dónde ha iniciado sesión',
  thisOne: 'este navegador',
  lastUsed: 'último uso: {date}',
  endSession: 'Cerrar sesión',
  endOthers: 'Cerrar sesión en los demás lugares',
  sessionEnded: 'Sesión cerrada en ese dispositivo.',
  back: 'Volver a seguridad',
};
