import type { Texts } from '../en/shape.ts';

export const welcome: Texts['welcome'] = {
  title: 'Envíe y reciba archivos con seguridad',
  about:
    '{service} entrega archivos demasiado grandes o demasiado confidenciales para el correo electrónico. Los archivos se guardan cifrados y se eliminan cuando caducan.',
  linkTitle: 'Ha recibido un correo con un enlace',
  link: 'Abra el enlace completo desde su correo. Es solo para usted: no lo comparta. Si no conoce al remitente, no lo abra y consulte antes por otro medio.',
  accountTitle: 'Tiene una cuenta',
  account:
    'Los programas usan esta dirección, seguida del correo electrónico de la cuenta y una barra, por ejemplo:',
  noAccountTitle: 'Desea una cuenta',
  noAccount: 'Las cuentas las crea el operador de este servicio. Aquí no es posible registrarse.',
  name: 'Bienvenida',
};
