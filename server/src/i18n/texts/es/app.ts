import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Menú principal',
  home: 'Inicio',
  send: 'Enviar',
  sent: 'Enviados',
  requests: 'Solicitudes',
  inbox: 'Bandeja de entrada',
  contacts: 'Contactos',
  settings: 'Ajustes',
  security: 'Seguridad',
  admin: 'Administración',
  signOut: 'Cerrar sesión',
  welcome: 'Le damos la bienvenida, {name}',
  problems: 'Hay un problema',
  backHome: 'Volver al inicio',
  reference: 'Referencia:',
  errors: {
    notFound: {
      title: 'Página no encontrada',
      text: 'No hay nada en esta dirección o no le pertenece.',
    },
    formExpired: {
      title: 'Esta página ha caducado',
      text: 'No se ha cambiado nada. Vuelva atrás, recargue la página e inténtelo de nuevo.',
    },
    signedOut: {
      title: 'Su sesión ha finalizado',
      text: 'Lo que subió y lo que se guardó sigue aquí. Inicie sesión para continuar donde estaba.',
    },
    tooMany: {
      title: 'Demasiados intentos',
      text: 'Espere un minuto e inténtelo de nuevo.',
    },
    tooLarge: {
      title: 'Es demasiado grande',
      text: 'No se ha cambiado nada. Vuelva atrás y envíe menos de una vez.',
    },
    busy: {
      title: 'El servicio está ocupado',
      text: 'Sus archivos están a salvo. Inténtelo de nuevo en unos minutos.',
    },
    failed: {
      title: 'No ha funcionado',
      text: 'Inténtelo de nuevo. Si vuelve a ocurrir, póngase en contacto con el operador de este servicio.',
    },
  },
};
