import type { Texts } from './texts.ts';

export const pt: Texts = {
  download: {
    skipToContent: 'Ir para o conteúdo',
    promise: 'Os ficheiros são guardados cifrados e apagados quando o prazo termina.',
    language: 'Idioma',
    sentBy: {
      one: '{sender} enviou-lhe 1 ficheiro',
      many: '{sender} enviou-lhe {count} de ficheiros',
      other: '{sender} enviou-lhe {count} ficheiros',
    },
    sentThrough: {
      one: '1 ficheiro para si de {service}',
      many: '{count} de ficheiros para si de {service}',
      other: '{count} ficheiros para si de {service}',
    },
    sent: 'Enviado em',
    message: 'Mensagem',
    defaultMessage: 'Estes ficheiros são para si. Transfira-os antes de o prazo terminar.',
    files: 'Ficheiros',
    download: 'Transferir',
    fileListPages: 'Páginas da lista de ficheiros',
    shownFiles: 'Ficheiros {from} a {to} de {total}',
    previousFiles: 'Ficheiros anteriores',
    nextFiles: 'Ficheiros seguintes',
    downloadAll: 'Transferir tudo ({size}, .zip)',
    downloaded: 'Transferido em',
    allDownloaded: 'Transferiu todos os ficheiros.',
    checksums: 'Somas de verificação (SHA-256)',
    checksumsHelp:
      'Com uma soma de verificação pode provar que um ficheiro chegou exatamente como foi enviado.',
    availableUntil: 'Disponível até',
    timeLeft: 'faltam {duration}',
    endsSoon: {
      one: 'Este ficheiro expira em breve. Transfira-o agora.',
      other: 'Estes ficheiros expiram em breve. Transfira-os agora.',
    },
    unexpected: 'Não esperava isto?',
    whatThisIs:
      '{service} transmite ficheiros demasiado grandes ou demasiado privados para um e-mail. Alguém lhe enviou estes ficheiros, e esta página foi feita só para si.',
    whenInDoubt:
      'Se não conhece o remetente ou tem dúvidas, não abra os ficheiros. Pergunte primeiro ao remetente, por um meio que já conheça, por exemplo por telefone.',
    keepTheLink: 'Não reencaminhe a ligação: quem a tiver pode transferir os ficheiros.',
    report: 'Algo lhe parece suspeito? Escreva para: {address}',
    endedTitle: 'Estes ficheiros já não estão aqui',
    endedReason: 'O prazo terminou, o remetente retirou-os ou a ligação não está completa.',
    endedAdvice:
      'Abra a ligação exatamente como está no e-mail. Se não ajudar, peça ao remetente que envie os ficheiros de novo.',
    waitTitle: 'Aguarde um momento',
    waitAdvice:
      'O serviço está ocupado ou recebeu demasiados pedidos. Nada se perdeu. Tente de novo dentro de um minuto.',
    noReminder: {
      title: 'Sem mais lembretes?',
      text: 'Não receberá lembretes sobre estes ficheiros antes de o prazo terminar. A ligação no seu e-mail continua a funcionar.',
      action: 'Não me lembrar',
      done: 'Não receberá lembretes sobre estes ficheiros.',
    },
    noMail: {
      title: 'Não quer mais mensagens?',
      text: 'Escolha de quem não quer receber mais mensagens neste endereço. O que já lhe foi enviado continua disponível através da ligação.',
      fromSender: 'Mais nenhuma mensagem deste remetente',
      fromAll: 'Mais nenhuma mensagem de ninguém',
      done: 'Não receberá mais mensagens.',
    },
    running: {
      downloading: 'A transferir',
      checking: 'A verificar o ficheiro',
      checked: 'Transferido e verificado: o ficheiro chegou exatamente como foi enviado.',
      mismatch: 'O ficheiro não chegou como foi enviado e não foi guardado. Transfira-o de novo.',
      brokeOff: 'A transferência foi interrompida. Prima o botão de novo: continua onde parou.',
      offline:
        'Está sem ligação à Internet. Prima o botão de novo quando voltar a ter ligação: a transferência continua onde parou.',
      byBrowser: 'O navegador transfere este ficheiro grande por si mesmo.',
    },
  },
  upload: {
    title: '{sender} pede-lhe ficheiros',
    titleUnnamed: 'Pedem-lhe ficheiros',
    until: 'Aberta até',
    limits: {
      one: 'Até {count} ficheiro, {size} no total',
      other: 'Até {count} ficheiros, {size} no total',
    },
    limitsWithoutSize: {
      one: 'Até {count} ficheiro',
      other: 'Até {count} ficheiros',
    },
    fileLimit: 'Cada ficheiro, no máximo {size}',
    drop: 'Largue ficheiros aqui ou',
    choose: 'Escolher ficheiros',
    message: 'Mensagem (opcional)',
    send: 'Enviar',
    together:
      'Chegam todos os ficheiros juntos ou nenhum. Mantenha esta página aberta até serem enviados.',
    sentTitle: 'Os seus ficheiros chegaram',
    leftOut: 'Estes ficheiros não foram enviados',
    sentAt: 'Enviado a',
    told: 'Foi enviado um aviso a {sender}.',
    toldUnnamed: 'O destinatário foi avisado.',
    more: 'Enviar mais',
    full: 'Enviou tudo o que esta página aceita. Peça uma nova ligação para enviar mais.',
    begun: {
      title: 'Ainda por enviar',
      whole: 'Chegou, ainda por enviar',
      part: 'Chegaram {share}. Escolha de novo este ficheiro para continuar.',
    },
    unexpected: {
      title: 'Não estava à espera disto?',
      text: 'Antes de enviar algo, pergunte à pessoa indicada acima por outro meio, por exemplo por telefone. A ligação é só para si: não a reencaminhe.',
    },
    ended: {
      title: 'Esta página já não está aberta',
      text: 'O prazo pode ter terminado, ou a ligação não foi aberta por inteiro. Verifique a ligação na mensagem ou peça uma nova a quem a enviou. O que enviou antes chegou.',
    },
    refusals: {
      tooLarge:
        'É mais do que esta página aceita. Nada foi enviado. Escolha menos ficheiros ou ficheiros mais pequenos.',
      noFiles: 'Não escolheu nenhum ficheiro. Escolha pelo menos um e depois envie.',
      invalid:
        'O nome de um ficheiro ou a mensagem contém algo que não pode ser usado. Nada foi enviado. Altere-o e envie de novo.',
      noSpace:
        'De momento não há espaço para os ficheiros. Nada foi enviado. Tente de novo mais tarde.',
      ended: 'Esta página foi fechada durante o envio. Nada foi enviado.',
      locked:
        'Esta página precisa de um novo código. Ainda nada foi enviado e o que chegou fica guardado: recarregue a página, introduza um código e continue.',
      failed: 'Não resultou. Nada foi enviado. Tente de novo dentro de alguns minutos.',
    },
    script: {
      send: {
        one: 'Enviar {count} ficheiro',
        other: 'Enviar {count} ficheiros',
      },
      remove: 'Retirar',
      cancel: 'Cancelar',
      pause: 'Pausar',
      resume: 'Continuar',
      paused: 'Em pausa',
      waiting: 'A ligação caiu. O envio continua sozinho assim que ela voltar.',
      total: 'Todos os ficheiros',
      sending: 'A enviar',
      storing: 'Quase pronto: os ficheiros estão a ser guardados.',
      left: 'faltam {time}',
      stopped: 'Parado. Nada foi enviado. Os ficheiros continuam escolhidos.',
      lost: 'A ligação caiu. Nada foi enviado. Os ficheiros continuam escolhidos: envie-os de novo.',
      checking: 'A ligação caiu. Assim que voltar, verá aqui o que chegou.',
      alreadyChosen: 'já está na lista.',
      emptyFolder: 'não contém ficheiros.',
      unreadable: 'não pode ser lido.',
      refused: {
        one: '{count} ficheiro não será enviado. A lista indica o motivo.',
        other: '{count} ficheiros não serão enviados. A lista indica o motivo.',
      },
      badName: 'Este nome não pode ser usado, não será enviado',
      fileTooLarge: 'Demasiado grande, não será enviado',
      tooManyFiles: 'Demasiados ficheiros, não será enviado',
      noRoom: 'Sem espaço, não será enviado',
    },
  },
  code: {
    title: '{sender} enviou-lhe ficheiros',
    titleUnnamed: 'Ficheiros para si de {service}',
    lead: 'Esta página abre com um código. Mostra que ela se destina a si.',
    unreachable:
      'Esta página abre com um código e não se conhece forma de lho enviar. Pergunte ao remetente.',
    ask: 'Obter um código',
    again: 'O código não chegou?',
    bySms: 'Enviar por SMS para {to}',
    byEmail: 'Enviar por e-mail para {to}',
    sent: 'Enviámos um código de 8 algarismos para {to}. Pode demorar um minuto a chegar e é válido durante 10 minutos.',
    label: 'Código',
    form: '8 algarismos',
    submit: 'Continuar',
    wrong: {
      one: 'Esse não é o código certo. Resta-lhe {tries} tentativa.',
      other: 'Esse não é o código certo. Restam-lhe {tries} tentativas.',
    },
    spent: 'O código foi introduzido mal demasiadas vezes e já não é válido. Obtenha um novo.',
    expired: 'O código expirou. Obtenha um novo.',
    cookies:
      'Um código só funciona no navegador em que foi pedido. Permita cookies nesta página e peça depois um novo código.',
    stuck: 'Ainda não chegou nenhum código a {to}. Espere um pouco ou peça outro.',
    wait: 'De momento não podem ser enviados mais códigos para {to}. Espere uma hora.',
  },
  mail: {
    downloadSubject: {
      one: '{sender} enviou-lhe {files} ficheiro',
      other: '{sender} enviou-lhe {files} ficheiros',
    },
    downloadDefault:
      'Foram-lhe enviados ficheiros. Abra a ligação nesta mensagem para os transferir.',
    downloadAction: {
      one: 'Transferir o ficheiro',
      other: 'Transferir os ficheiros',
    },
    uploadSubject: '{sender} pede-lhe ficheiros',
    uploadDefault: 'Pedem-lhe que envie ficheiros. Abra a ligação nesta mensagem para os carregar.',
    uploadAction: 'Enviar ficheiros',
    reminderSubject: {
      one: 'Lembrete: {sender} enviou-lhe {files} ficheiro',
      other: 'Lembrete: {sender} enviou-lhe {files} ficheiros',
    },
    reminderIntro: {
      one: 'Ainda não transferiu este ficheiro. O prazo está a terminar.',
      other: 'Ainda não transferiu estes ficheiros. O prazo está a terminar.',
    },
    receiptSubject: {
      one: '{receiver} transferiu o seu ficheiro',
      other: '{receiver} transferiu os seus {files} ficheiros',
    },
    receiptIntro: 'Concluído: {date}.',
    receivedSubject: {
      one: '{contact} respondeu com {files} ficheiro',
      other: '{contact} respondeu com {files} ficheiros',
    },
    receivedIntro: {
      one: 'O ficheiro está na sua caixa de entrada. Obtenha-o com o programa que usa a sua chave de API: no navegador só se vê o que chegou.',
      other:
        'Os ficheiros estão na sua caixa de entrada. Obtenha-os com o programa que usa a sua chave de API: no navegador só se vê o que chegou.',
    },
    receivedAction: 'Ver o que chegou',
    unfetchedSubject: {
      one: '{receiver} não transferiu {files} ficheiro',
      other: '{receiver} não transferiu {files} ficheiros',
    },
    unfetchedIntro:
      'O prazo terminou: {date}. Os ficheiros ainda são necessários? Envie-os de novo.',
    moreFiles: 'e mais {count}',
    orOpen: 'Ou abra este endereço no navegador:',
    availableUntil: 'Disponível até {date}.',
    uploadUntil: 'Pode enviar ficheiros até {date}.',
    messageGoesOn: 'A mensagem é mais longa. O texto completo está na ligação.',
    keepLink: 'A ligação destina-se apenas a si. Não a reencaminhe.',
    unexpected:
      'Não esperava esta mensagem? Não abra a ligação. Pergunte primeiro ao remetente, por um meio que já conhece.',
    report: 'Algo lhe parece suspeito? Escreva para: {address}',
    receiptReason: 'Recebe esta mensagem porque os recibos estão ativos na sua conta.',
    receivedReason: 'Recebe esta mensagem porque pediu ficheiros.',
    unfetchedReason: 'Recebe esta mensagem porque os lembretes estão ativos na sua conta.',
    codeSubject: '{sender}: o seu código',
    codeIntro: 'O seu código: {code}',
    codeUntil: 'Válido até {date}. Introduza-o na página que o pediu.',
    codeUnexpected:
      'Não pediu nenhum código? Então outra pessoa tem a sua ligação. Não dê o código a ninguém e avise o remetente.',
    codeSms:
      '{code} é o seu código para {service}. É válido durante 10 minutos. Não o dê a ninguém.',
    lockedSubject: '{sender} enviou-lhe ficheiros',
    lockedReminderSubject: 'Lembrete: {sender} enviou-lhe ficheiros',
    lockedIntro:
      'O que foi enviado é mostrado depois de introduzir um código. A página da ligação envia-o.',
    lockedAction: 'Abrir a página',
    undeliveredSubject: 'Não foi possível entregar: {receiver}',
    undeliveredManySubject: {
      one: 'Não foi possível contactar {receivers} destinatário',
      other: 'Não foi possível contactar {receivers} destinatários',
    },
    undeliveredIntro:
      'Não foi possível entregar estas mensagens. Verifique os endereços ou contacte os destinatários por outro meio.',
    undeliveredUnwanted: 'não quer receber mais mensagens',
    undeliveredReason: 'Recebe esta mensagem porque enviou ou pediu ficheiros.',
    unfetchedManySubject: {
      one: '{receivers} destinatário não transferiu os seus ficheiros',
      other: '{receivers} destinatários não transferiram os seus ficheiros',
    },
    unfetchedManyIntro: 'O prazo terminou. Os ficheiros ainda são necessários? Envie-os de novo.',
    codesRefusedSubject: 'Foram introduzidos códigos errados: {receiver}',
    codesRefusedIntro:
      'Foram introduzidos dez códigos errados com a ligação deste destinatário, o último: {date}. É possível que outra pessoa tenha a ligação. Pergunte ao destinatário e, em caso de dúvida, peça que a ligação seja revogada.',
    revokedSubject: 'O operador terminou um dos seus envios',
    revokedIntro:
      'Enviado: {date}. As ligações já não funcionam e os ficheiros já não podem ser lidos.',
    revokedReceiverIntro: 'Enviado: {date}. A ligação deste destinatário já não funciona.',
    keyRotatedSubject: 'A sua conta tem uma nova chave de API',
    accountDisabledSubject: 'A sua conta foi desativada',
    accountEnabledSubject: 'A sua conta está novamente ativa',
    accountIntro: 'Data: {date}.',
    securityReason:
      'Recebe esta mensagem porque diz respeito à segurança da sua conta. Se não a esperava, contacte o operador deste serviço.',
    unwanted: 'Não quer receber estas mensagens? Pare-as aqui:',
    sentBy: 'Enviado por {service}.',
  },
};
