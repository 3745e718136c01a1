import type { Texts } from '../en/shape.ts';

export const download: Texts['download'] = {
  skipToContent: 'Ir para o conteúdo',
  promise: 'Os ficheiros são guardados cifrados e eliminados quando expiram.',
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
  defaultMessage: 'Estes ficheiros são para si. Transfira-os antes de expirarem.',
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
    'Com uma soma de verificação pode confirmar que um ficheiro chegou exatamente como foi enviado.',
  availableUntil: 'Disponível até',
  timeLeft: 'faltam {duration}',
  endsSoon: {
    one: 'Este ficheiro expira em breve. Transfira-o agora.',
    other: 'Estes ficheiros expiram em breve. Transfira-os agora.',
  },
  unexpected: 'Não esperava isto?',
  whatThisIs:
    '{service} entrega ficheiros demasiado grandes ou demasiado confidenciais para o e-mail. Alguém lhe enviou estes ficheiros, e esta página é só para si.',
  whenInDoubt:
    'Se não conhece o remetente ou tem dúvidas, não abra os ficheiros. Confirme primeiro com o remetente por um meio que já conheça, por exemplo por telefone.',
  keepTheLink:
    'Não partilhe esta ligação: qualquer pessoa que a tenha pode transferir os ficheiros.',
  report: 'Algo lhe parece suspeito? Escreva para: {address}',
  endedTitle: 'Estes ficheiros já não estão disponíveis',
  endedReason:
    'Podem ter expirado, o remetente pode tê-los retirado ou a ligação pode estar incompleta.',
  endedAdvice:
    'Abra a ligação completa a partir do seu e-mail. Se não ajudar, peça ao remetente que envie os ficheiros de novo.',
  limitTitle: 'Limite de transferências atingido',
  limitAdvice:
    'Transferiu isto tantas vezes quantas o remetente permite. Se ainda precisar, peça ao remetente que o envie de novo.',
  waitTitle: 'Aguarde um momento',
  waitAdvice:
    'O serviço está ocupado ou recebeu demasiados pedidos. Nada se perdeu. Tente de novo dentro de um minuto.',
  noReminder: {
    title: 'Parar os lembretes?',
    text: 'Não receberá lembretes sobre estes ficheiros antes de expirarem. A ligação no seu e-mail continua a funcionar.',
    action: 'Não me lembrar',
    done: 'Não receberá lembretes sobre estes ficheiros.',
  },
  noMail: {
    title: 'Deixar de receber mensagens?',
    text: 'Escolha de quem não quer receber mais mensagens neste endereço. Os ficheiros que já lhe foram enviados continuam disponíveis através das suas ligações.',
    fromSender: 'Mais nenhuma mensagem deste remetente',
    fromAll: 'Mais nenhuma mensagem de ninguém',
    done: 'Não receberá mais mensagens.',
  },
  running: {
    downloading: 'A transferir',
    checking: 'A verificar o ficheiro',
    checked: 'Transferido e verificado: o ficheiro chegou exatamente como foi enviado.',
    mismatch: 'O ficheiro não chegou como foi enviado e não foi guardado. Transfira-o de novo.',
    brokeOff: 'A ligação caiu. A transferência é retomada automaticamente.',
    busy: 'O serviço está ocupado. A transferência é retomada automaticamente.',
    offline:
      'Está sem ligação à Internet. A transferência é retomada automaticamente quando voltar a ter ligação.',
    byBrowser: 'O navegador está a transferir este ficheiro. Veja a lista de transferências.',
    saved: 'Transferência concluída.',
    notSaved:
      'Não foi possível guardar o ficheiro. Verifique se há espaço suficiente e transfira-o de novo.',
    cancel: 'Cancelar',
    cancelled: 'Transferência cancelada.',
  },
  find: 'Procurar um ficheiro pelo nome',
  findAction: 'Procurar',
  found: {
    one: '{count} ficheiro encontrado.',
    many: '{count} de ficheiros encontrados.',
    other: '{count} ficheiros encontrados.',
  },
  foundNone: 'Nenhum nome de ficheiro contém este texto.',
  showAll: 'Mostrar todos os ficheiros',
  kinds: {
    picture: 'Imagem',
    video: 'Vídeo',
    audio: 'Ficheiro de áudio',
    text: 'Documento',
    table: 'Folha de cálculo',
    slides: 'Apresentação',
    archive: 'Arquivo comprimido',
    file: 'Ficheiro',
  },
  view: 'Ver',
};
