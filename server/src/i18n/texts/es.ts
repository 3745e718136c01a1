import type { Texts } from './texts.ts';

export const es: Texts = {
  download: {
    skipToContent: 'Ir al contenido',
    promise: 'Los archivos se guardan cifrados y se borran cuando termina su plazo.',
    language: 'Idioma',
    sentBy: {
      one: '{sender} le ha enviado {count} archivo',
      many: '{sender} le ha enviado {count} de archivos',
      other: '{sender} le ha enviado {count} archivos',
    },
    sentThrough: {
      one: '{count} archivo para usted de {service}',
      many: '{count} de archivos para usted de {service}',
      other: '{count} archivos para usted de {service}',
    },
    sent: 'Enviado el',
    message: 'Mensaje',
    defaultMessage: 'Estos archivos son para usted. Descárguelos antes de que termine su plazo.',
    files: 'Archivos',
    download: 'Descargar',
    fileListPages: 'Páginas de la lista de archivos',
    shownFiles: 'Archivos {from} a {to} de {total}',
    previousFiles: 'Archivos anteriores',
    nextFiles: 'Archivos siguientes',
    downloadAll: 'Descargar todo ({size}, .zip)',
    downloaded: 'Descargado el',
    allDownloaded: 'Ha descargado todos los archivos.',
    checksums: 'Sumas de comprobación (SHA-256)',
    checksumsHelp:
      'Con una suma de comprobación puede demostrar que un archivo llegó exactamente como se envió.',
    availableUntil: 'Disponible hasta el',
    timeLeft: 'quedan {duration}',
    endsSoon: {
      one: 'Este archivo caduca pronto. Descárguelo ahora.',
      other: 'Estos archivos caducan pronto. Descárguelos ahora.',
    },
    unexpected: '¿No esperaba esto?',
    whatThisIs:
      '{service} transmite archivos demasiado grandes o demasiado privados para un correo. Alguien le ha enviado estos archivos, y esta página es solo para usted.',
    whenInDoubt:
      'Si no conoce al remitente o tiene dudas, no abra los archivos. Pregúntele antes por un medio que ya conozca, por ejemplo por teléfono.',
    keepTheLink: 'No reenvíe el enlace: quien lo tenga puede descargar los archivos.',
    report: '¿Algo le parece sospechoso? Escriba a: {address}',
    endedTitle: 'Estos archivos ya no están aquí',
    endedReason:
      'Su plazo ha terminado, el remitente los ha retirado o el enlace no está completo.',
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
  },
  upload: {
    title: '{sender} le pide archivos',
    titleUnnamed: 'Le piden archivos',
    until: 'Abierto hasta el',
    limits: {
      one: 'Hasta {count} archivo, {size} en total',
      other: 'Hasta {count} archivos, {size} en total',
    },
    limitsWithoutSize: {
      one: 'Hasta {count} archivo',
      other: 'Hasta {count} archivos',
    },
    fileLimit: 'Cada archivo, {size} como máximo',
    drop: 'Suelte archivos aquí o',
    choose: 'Elegir archivos',
    message: 'Mensaje (opcional)',
    send: 'Enviar',
    together:
      'Llegan todos los archivos juntos o ninguno. Deje esta página abierta hasta que se envíen.',
    sentTitle: 'Sus archivos han llegado',
    leftOut: 'Estos archivos no se han enviado',
    sentAt: 'Enviado el',
    told: 'Se ha avisado a {sender}.',
    toldUnnamed: 'Se ha avisado al destinatario.',
    more: 'Enviar más',
    full: 'Ha enviado todo lo que admite esta página. Pida un enlace nuevo para enviar más.',
    begun: {
      title: 'Aún sin enviar',
      whole: 'Ha llegado, aún sin enviar',
      part: 'Ha llegado el {share}. Elija de nuevo este archivo para continuar.',
    },
    unexpected: {
      title: '¿No esperaba esto?',
      text: 'Pregunte a la persona indicada arriba por otro medio, por teléfono por ejemplo, antes de enviar nada. El enlace es solo para usted: no lo comparta.',
    },
    ended: {
      title: 'Esta página ya no está abierta',
      text: 'Puede que haya acabado su plazo o que el enlace no se abriera completo. Compruebe el enlace del mensaje o pida uno nuevo a quien se lo envió. Lo que envió antes ha llegado.',
    },
    refusals: {
      tooLarge:
        'Es más de lo que admite esta página. No se ha enviado nada. Elija menos archivos o más pequeños.',
      noFiles: 'No ha elegido ningún archivo. Elija al menos uno y envíelo.',
      invalid:
        'El nombre de un archivo o el mensaje contiene algo que no se puede usar. No se ha enviado nada. Cámbielo y envíe de nuevo.',
      noSpace: 'Ahora no hay sitio para los archivos. No se ha enviado nada. Inténtelo más tarde.',
      ended: 'Esta página se cerró mientras se enviaban los archivos. No se ha enviado nada.',
      locked:
        'Esta página necesita un código nuevo. Aún no se ha enviado nada y lo que ha llegado se conserva: vuelva a cargar la página, escriba un código y continúe.',
      failed: 'No ha funcionado. No se ha enviado nada. Inténtelo dentro de unos minutos.',
    },
    script: {
      send: {
        one: 'Enviar {count} archivo',
        other: 'Enviar {count} archivos',
      },
      remove: 'Quitar',
      cancel: 'Cancelar',
      pause: 'Pausar',
      resume: 'Continuar',
      paused: 'En pausa',
      waiting: 'Se perdió la conexión. El envío continuará solo en cuanto vuelva.',
      total: 'Todos los archivos',
      sending: 'Enviando',
      storing: 'Casi listo: se están guardando los archivos.',
      left: 'quedan {time}',
      stopped: 'Detenido. No se ha enviado nada. Los archivos siguen elegidos.',
      lost: 'Se perdió la conexión. No se ha enviado nada. Los archivos siguen elegidos: envíelos de nuevo.',
      checking: 'Se perdió la conexión. En cuanto vuelva, verá aquí lo que ha llegado.',
      alreadyChosen: 'ya está en la lista.',
      emptyFolder: 'no contiene archivos.',
      unreadable: 'no se puede leer.',
      refused: {
        one: '{count} archivo no se enviará. La lista indica el motivo.',
        other: '{count} archivos no se enviarán. La lista indica el motivo.',
      },
      badName: 'Este nombre no se puede usar, no se enviará',
      fileTooLarge: 'Demasiado grande, no se enviará',
      tooManyFiles: 'Demasiados archivos, no se enviará',
      noRoom: 'No queda sitio, no se enviará',
    },
  },
  code: {
    title: '{sender} le ha enviado archivos',
    titleUnnamed: 'Archivos para usted de {service}',
    lead: 'Esta página se abre con un código. Muestra que va dirigida a usted.',
    unreachable:
      'Esta página se abre con un código y no conocemos ninguna forma de enviárselo. Pregunte al remitente.',
    ask: 'Obtener un código',
    again: '¿Aún no ha llegado el código?',
    bySms: 'Enviarlo por SMS a {to}',
    byEmail: 'Enviarlo por correo a {to}',
    sent: 'Hemos enviado un código de 8 cifras a {to}. Puede tardar un minuto en llegar y es válido durante 10 minutos.',
    label: 'Código',
    form: '8 cifras',
    submit: 'Continuar',
    wrong: {
      one: 'Ese no es el código correcto. Le queda {tries} intento.',
      other: 'Ese no es el código correcto. Le quedan {tries} intentos.',
    },
    spent: 'El código se escribió mal demasiadas veces y ya no es válido. Obtenga uno nuevo.',
    expired: 'El código ha caducado. Obtenga uno nuevo.',
    cookies:
      'Un código solo funciona en el navegador desde el que se pidió. Permita las cookies en esta página y pida un código nuevo.',
    stuck: 'Aún no ha llegado ningún código a {to}. Espere un poco o pida otro.',
    wait: 'De momento no se pueden enviar más códigos a {to}. Espere una hora.',
  },
  mail: {
    downloadSubject: {
      one: '{sender} le ha enviado {files} archivo',
      other: '{sender} le ha enviado {files} archivos',
    },
    downloadDefault: 'Le han enviado archivos. Abra el enlace de este mensaje para descargarlos.',
    downloadAction: {
      one: 'Descargar el archivo',
      other: 'Descargar los archivos',
    },
    uploadSubject: '{sender} le pide archivos',
    uploadDefault: 'Le piden que envíe archivos. Abra el enlace de este mensaje para subirlos.',
    uploadAction: 'Enviar archivos',
    reminderSubject: {
      one: 'Recordatorio: {sender} le ha enviado {files} archivo',
      other: 'Recordatorio: {sender} le ha enviado {files} archivos',
    },
    reminderIntro: {
      one: 'Todavía no ha descargado este archivo. El plazo está a punto de terminar.',
      other: 'Todavía no ha descargado estos archivos. El plazo está a punto de terminar.',
    },
    receiptSubject: {
      one: '{receiver} ha descargado su archivo',
      other: '{receiver} ha descargado sus {files} archivos',
    },
    receiptIntro: 'Completado: {date}.',
    receivedSubject: {
      one: '{contact} ha respondido con {files} archivo',
      other: '{contact} ha respondido con {files} archivos',
    },
    receivedIntro: {
      one: 'El archivo está en su bandeja de entrada. Recójalo con el programa que usa su clave de API: en el navegador solo se ve lo que ha llegado.',
      other:
        'Los archivos están en su bandeja de entrada. Recójalos con el programa que usa su clave de API: en el navegador solo se ve lo que ha llegado.',
    },
    receivedAction: 'Ver lo que ha llegado',
    unfetchedSubject: {
      one: '{receiver} no ha descargado {files} archivo',
      other: '{receiver} no ha descargado {files} archivos',
    },
    unfetchedIntro: 'El plazo terminó: {date}. ¿Aún hacen falta los archivos? Vuelva a enviarlos.',
    moreFiles: 'y {count} más',
    orOpen: 'O abra esta dirección en el navegador:',
    availableUntil: 'Disponible hasta el {date}.',
    uploadUntil: 'Puede enviar archivos hasta el {date}.',
    messageGoesOn: 'El mensaje es más largo. El texto completo está en el enlace.',
    keepLink: 'El enlace es solo para usted. No lo reenvíe.',
    unexpected:
      '¿No esperaba este mensaje? No abra el enlace. Pregunte antes al remitente, por un medio que ya conozca.',
    report: '¿Algo le parece sospechoso? Escriba a: {address}',
    receiptReason: 'Recibe este mensaje porque los acuses de recibo están activados en su cuenta.',
    receivedReason: 'Recibe este mensaje porque ha pedido archivos.',
    unfetchedReason: 'Recibe este mensaje porque los recordatorios están activados en su cuenta.',
    codeSubject: '{sender}: su código',
    codeIntro: 'Su código: {code}',
    codeUntil: 'Válido hasta el {date}. Escríbalo en la página que lo pidió.',
    codeUnexpected:
      '¿No ha pedido ningún código? Entonces otra persona tiene su enlace. No dé el código a nadie y avise al remitente.',
    codeSms: '{code} es su código para {service}. Es válido durante 10 minutos. No lo dé a nadie.',
    lockedSubject: '{sender} le ha enviado archivos',
    lockedReminderSubject: 'Recordatorio: {sender} le ha enviado archivos',
    lockedIntro:
      'Lo enviado se muestra después de escribir un código. La página del enlace se lo envía.',
    lockedAction: 'Abrir la página',
    undeliveredSubject: 'No se pudo entregar: {receiver}',
    undeliveredManySubject: {
      one: 'No se pudo contactar con {receivers} destinatario',
      other: 'No se pudo contactar con {receivers} destinatarios',
    },
    undeliveredIntro:
      'Estos mensajes no se pudieron entregar. Compruebe las direcciones o contacte con los destinatarios por otro medio.',
    undeliveredUnwanted: 'no desea recibir más mensajes',
    undeliveredReason: 'Recibe este mensaje porque ha enviado o pedido archivos.',
    unfetchedManySubject: {
      one: '{receivers} destinatario no ha descargado sus archivos',
      other: '{receivers} destinatarios no han descargado sus archivos',
    },
    unfetchedManyIntro: 'El plazo ha terminado. ¿Aún hacen falta los archivos? Vuelva a enviarlos.',
    codesRefusedSubject: 'Se han introducido códigos erróneos: {receiver}',
    codesRefusedIntro:
      'Se han introducido diez códigos erróneos con el enlace de este destinatario; el último: {date}. Es posible que otra persona tenga el enlace. Pregunte al destinatario y, en caso de duda, pida que se anule el enlace.',
    revokedSubject: 'El operador ha finalizado uno de sus envíos',
    revokedIntro:
      'Enviado: {date}. Los enlaces ya no funcionan y los archivos ya no se pueden leer.',
    revokedReceiverIntro: 'Enviado: {date}. El enlace de este destinatario ya no funciona.',
    keyRotatedSubject: 'Su cuenta tiene una nueva clave API',
    accountDisabledSubject: 'Su cuenta se ha desactivado',
    accountEnabledSubject: 'Su cuenta vuelve a estar activa',
    accountIntro: 'Fecha: {date}.',
    securityReason:
      'Recibe este mensaje porque afecta a la seguridad de su cuenta. Si no lo esperaba, póngase en contacto con el operador de este servicio.',
    unwanted: '¿No quiere recibir estos mensajes? Deténgalos aquí:',
    sentBy: 'Enviado por {service}.',
  },
};
