import { plural } from '../../../i18n/plural.ts';
import type { UploadPageTexts } from './upload-page-texts.ts';

export const pt: UploadPageTexts = {
  title: (sender) =>
    sender === undefined ? 'Pedem-lhe ficheiros' : `${sender} pede-lhe ficheiros`,
  until: 'Aberta até',
  limits: (count, size) =>
    plural('pt', count, {
      one: 'Até {count} ficheiro',
      other: 'Até {count} ficheiros',
    }) + (size === undefined ? '' : `, ${size} no total`),
  fileLimit: (size) => `Cada ficheiro, no máximo ${size}`,
  drop: 'Largue ficheiros aqui ou',
  choose: 'Escolher ficheiros',
  message: 'Mensagem (opcional)',
  send: 'Enviar',
  together:
    'Chegam todos os ficheiros juntos ou nenhum. Mantenha esta página aberta até serem enviados.',
  sentTitle: 'Os seus ficheiros chegaram',
  leftOut: 'Estes ficheiros não foram enviados',
  sentAt: 'Enviado a',
  told: (sender) =>
    sender === undefined ? 'O destinatário foi avisado.' : `Foi enviado um aviso a ${sender}.`,
  more: 'Enviar mais',
  full: 'Enviou tudo o que esta página aceita. Peça uma nova ligação para enviar mais.',
  begun: {
    title: 'Ainda por enviar',
    whole: 'Chegou, ainda por enviar',
    part: (share) => `Chegaram ${share}. Escolha de novo este ficheiro para continuar.`,
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
    send: { one: 'Enviar {count} ficheiro', other: 'Enviar {count} ficheiros' },
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
};
