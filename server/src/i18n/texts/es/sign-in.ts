import type { Texts } from '../en/shape.ts';

export const signIn: Texts['signIn'] = {
  title: 'Iniciar sesión',
  email: 'Dirección de correo',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  forgot: '¿Ha olvidado la contraseña?',
  refused: 'La dirección de correo o la contraseña no es correcta.',
  blocked: 'Demasiados intentos. Espere un minuto e inténtelo de nuevo.',
  signedOut: 'Ha cerrado la sesión.',
  insecureTitle: 'Se necesita una conexión segura',
  insecureText:
    'Solo puede iniciar sesión en una dirección que empiece por https://. Pídala al operador de este servicio.',
  joinTitle: 'Le damos la bienvenida a {service}',
  joinLead: 'Escriba su nombre y elija una contraseña. Después podrá enviar y solicitar archivos.',
  name: 'Su nombre',
  nameHint: 'Lo ven las personas que reciben sus archivos.',
  nameMissing: 'Escriba su nombre.',
  nameLong: 'El nombre puede tener como máximo {count} caracteres.',
  newPassword: 'Contraseña nueva',
  passwordHint: 'Al menos 12 caracteres. Funcionan bien varias palabras sin relación entre sí.',
  passwordShort: 'La contraseña debe tener al menos {count} caracteres.',
  passwordLong: 'Esta contraseña es demasiado larga.',
  passwordCommon: 'Esta contraseña es demasiado común y fácil de adivinar. Elija otra.',
  passwordPattern:
    'Esta contraseña es fácil de adivinar: repite caracteres, sigue el teclado o el alfabeto, o solo tiene cifras. Elija otra.',
  passwordPersonal:
    'Esta contraseña se compone de su nombre, su dirección de correo o el nombre de este servicio. Elija otra.',
  join: 'Crear cuenta',
  joinWithoutPassword: 'Sin contraseña',
  joinWithPasskey: 'Crear cuenta con una clave de acceso',
  joinPasskeyLost:
    'Si pierde la clave de acceso, elija «¿Ha olvidado la contraseña?» al iniciar sesión: le enviaremos un enlace para establecer una contraseña. Su administrador también puede enviarle uno.',
  joinWithProvider: 'Crear cuenta con {provider}',
  joinPasskeyRefused:
    'No se ha aceptado la clave de acceso. Su invitación sigue siendo válida: inténtelo de nuevo o elija una contraseña.',
  resetTitle: 'Elegir una contraseña nueva',
  resetLead: 'Después se cerrará su sesión en todos los demás lugares.',
  resetKeys: 'Sus claves API dejarán de funcionar.',
  resetCodeLead:
    'Esta cuenta está protegida con una aplicación de autenticación. Introduzca primero un código de ella.',
  resetKeepTitle: 'Sus otras formas de iniciar sesión',
  resetKeepLead: 'Marque lo que es suyo y debe quedar. Lo demás se elimina.',
  resetPasskey: 'Clave de acceso «{name}», añadida el {date}',
  resetIdentity: '{name}, vinculado el {date}',
  setPassword: 'Guardar contraseña',
  endedTitle: 'Este enlace ya no funciona',
  endedInvitation:
    'Se ha utilizado o ha caducado. Si ya tiene una contraseña, inicie sesión. Si no, pida una invitación nueva al operador de este servicio.',
  endedReset: 'Se ha utilizado o ha caducado. Solicite uno nuevo.',
  forgotTitle: '¿Ha olvidado la contraseña?',
  forgotLead:
    'Escriba su dirección de correo y le enviaremos un enlace para elegir una nueva contraseña.',
  forgotPasskey: 'También sirve si ha perdido su clave de acceso.',
  forgotSubmit: 'Enviarme un enlace',
  emailMissing: 'Escriba su dirección de correo.',
  forgotSentTitle: 'Consulte su correo',
  forgotSentText:
    'Si existe una cuenta con esta dirección, el enlace está en camino. Es válido durante una hora.',
  codeTitle: 'Escriba un código',
  codeLead: 'Abra su aplicación de autenticación y escriba el código que muestra.',
  codeLabel: 'Código',
  codeHint: '¿No tiene la aplicación a mano? Escriba uno de sus códigos de recuperación.',
  codeRefused:
    'Este código no es correcto o ya se ha usado. Escriba el que muestra ahora la aplicación.',
  codeBlocked: 'Demasiados intentos. Inténtelo de nuevo en 15 minutos.',
  setUpLead:
    'Aquí, iniciar sesión requiere un segundo paso. Configure una aplicación de autenticación para continuar.',
  setUpPasskey: 'O añadir una clave de acceso',
  passkeyNeeded:
    'Aquí no basta con una contraseña: inicie sesión con su clave de acceso. Si la ha perdido, restablezca su contraseña.',
  backToSignIn: 'Volver al inicio de sesión',
};
