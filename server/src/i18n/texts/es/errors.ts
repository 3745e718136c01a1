import type { Texts } from '../en/shape.ts';

export const errors: Texts['errors'] = {
  reference: 'Referencia',
  badRequest: {
    title: 'No se ha entendido la solicitud',
    nextStep: 'Vuelva atrás, recargue la página e inténtelo de nuevo.',
  },
  signIn: {
    title: 'Inicie sesión',
    nextStep: 'Recargue la página y escriba su correo electrónico y su clave.',
  },
  forbidden: {
    title: 'No tiene acceso a esta página',
    nextStep:
      'Vuelva a su propia página y empiece desde allí. Si la página ha estado abierta mucho tiempo, recárguela antes.',
  },
  notFound: {
    title: 'No hay nada en esta dirección',
    nextStep:
      'Abra el enlace completo desde su correo. Si ha caducado, pida al remitente que envíe los archivos de nuevo.',
  },
  wrongMethod: {
    title: 'Eso no funciona en esta dirección',
    nextStep: 'Vuelva atrás y use los botones y enlaces de la página.',
  },
  conflict: {
    title: 'Algo ha cambiado mientras tanto',
    nextStep: 'Recargue la página para ver el estado actual e inténtelo de nuevo.',
  },
  tooLarge: {
    title: 'Es demasiado grande',
    nextStep:
      'Envíe menos archivos a la vez o más pequeños, o pida más espacio al operador de este servicio.',
  },
  tooMany: {
    title: 'Demasiadas solicitudes',
    nextStep: 'Espere unos minutos e inténtelo de nuevo.',
  },
  failed: {
    title: 'Algo ha fallado por nuestra parte',
    nextStep:
      'Inténtelo de nuevo dentro de unos minutos. Si vuelve a ocurrir, indique al operador de este servicio la referencia siguiente.',
  },
  busy: {
    title: 'El servicio está ocupado',
    nextStep: 'Sus archivos están a salvo. Inténtelo de nuevo dentro de unos minutos.',
  },
  otherRequest: {
    title: 'Eso no ha funcionado',
    nextStep:
      'Vuelva atrás e inténtelo de nuevo. Si vuelve a ocurrir, póngase en contacto con el operador de este servicio.',
  },
  otherFailure: {
    title: 'El servicio no está disponible en este momento',
    nextStep: 'Inténtelo de nuevo dentro de unos minutos.',
  },
};
