import type { Texts } from '../en/shape.ts';

export const upload: Texts['upload'] = {
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
  fileLimit: 'Até {size} por ficheiro',
  drop: 'Largue ficheiros aqui ou',
  choose: 'Escolher ficheiros',
  from: 'O seu nome',
  message: 'Mensagem (opcional)',
  send: 'Enviar',
  together:
    'Os ficheiros chegam todos juntos ou não chega nenhum. Mantenha esta página aberta até serem enviados.',
  sentTitle: 'Os seus ficheiros chegaram',
  leftOut: 'Estes ficheiros não foram enviados',
  sentAt: 'Enviado a',
  told: 'Foi enviada uma notificação a {sender}.',
  toldUnnamed: 'O destinatário foi avisado.',
  more: 'Enviar mais',
  full: 'Atingiu o limite desta página. Peça uma nova ligação para enviar mais.',
  begun: {
    title: 'Ainda por enviar',
    whole: 'Carregado, ainda por enviar',
    part: '{share} carregados. Escolha de novo este ficheiro para retomar.',
  },
  unexpected: {
    title: 'Não esperava isto?',
    text: 'Antes de enviar algo, confirme com a pessoa indicada acima por outro meio, por exemplo por telefone.',
    keepLink: 'A ligação é só para si: não a partilhe.',
  },
  ended: {
    title: 'Esta página já não está disponível',
    text: 'Pode ter expirado, ou a ligação pode estar incompleta. Abra a ligação completa a partir do seu e-mail ou peça uma nova a quem a enviou. Os ficheiros que já enviou chegaram.',
  },
  refusals: {
    tooLarge:
      'É mais do que esta página aceita. Nada foi enviado. Escolha menos ficheiros ou ficheiros mais pequenos.',
    noFiles: 'Não escolheu nenhum ficheiro. Escolha pelo menos um e depois envie.',
    invalid:
      'O nome de um ficheiro ou a mensagem contém algo que não pode ser usado. Nada foi enviado. Altere-o e envie de novo.',
    noSpace:
      'De momento não há espaço suficiente para os ficheiros. Nada foi enviado. Tente de novo mais tarde.',
    ended: 'Esta página foi fechada durante o carregamento dos ficheiros. Nada foi enviado.',
    locked:
      'Esta página precisa de um novo código. Ainda nada foi enviado e os ficheiros carregados ficam guardados: recarregue a página, introduza um código e continue.',
    failed: 'Algo correu mal. Nada foi enviado. Tente de novo dentro de alguns minutos.',
  },
  script: {
    send: {
      one: 'Enviar {count} ficheiro',
      other: 'Enviar {count} ficheiros',
    },
    remove: 'Remover',
    retry: 'Tentar de novo',
    vanished: 'Este ficheiro foi movido ou alterado no seu dispositivo. Escolha-o novamente.',
    cancel: 'Cancelar',
    pause: 'Pausar',
    resume: 'Retomar',
    paused: 'Em pausa',
    waiting: 'A ligação caiu. O envio é retomado automaticamente quando ela voltar.',
    busy: 'O serviço está ocupado. O envio é retomado automaticamente.',
    total: 'Todos os ficheiros',
    sending: 'A enviar',
    storing: 'Quase pronto: os ficheiros estão a ser guardados.',
    left: 'faltam {time}',
    stopped: 'Parado. Nada foi enviado. Os ficheiros continuam escolhidos.',
    lost: 'A ligação caiu. Nada foi enviado. Os ficheiros continuam escolhidos: envie-os de novo.',
    checking: 'A ligação caiu. Assim que voltar, verá aqui o que chegou.',
    alreadyChosen: 'já está na lista.',
    manyChosen: {
      one: '{count} ficheiro já está na lista.',
      other: '{count} ficheiros já estão na lista.',
    },
    emptyFolder: 'não contém ficheiros.',
    unreadable: 'não pode ser lido.',
    refused: {
      one: '{count} ficheiro não será enviado. A lista indica o motivo.',
      other: '{count} ficheiros não serão enviados. A lista indica o motivo.',
    },
    badName: 'Nome não permitido, não será enviado',
    fileTooLarge: 'Demasiado grande, não será enviado',
    tooManyFiles: 'Demasiados ficheiros, não será enviado',
    noRoom: 'Sem espaço, não será enviado',
  },
};
