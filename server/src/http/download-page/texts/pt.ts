import { plural } from '../../../i18n/plural.ts';
import type { DownloadPageTexts } from './download-page-texts.ts';

export const portuguese: DownloadPageTexts = {
  skipToContent: 'Ir para o conteúdo',
  promise: 'Os ficheiros são guardados cifrados e apagados quando o prazo termina.',
  language: 'Idioma',

  sentBy: ({ sender, count }) => `${sender} enviou-lhe ${files(count)}`,
  sentThrough: ({ service, count }) => `${files(count)} para si de ${service}`,
  sent: 'Enviado em',
  message: 'Mensagem',
  defaultMessage: 'Estes ficheiros são para si. Transfira-os antes de o prazo terminar.',

  files: 'Ficheiros',
  download: 'Transferir',
  fileListPages: 'Páginas da lista de ficheiros',
  shownFiles: ({ from, to, total }) => `Ficheiros ${from} a ${to} de ${total}`,
  previousFiles: 'Ficheiros anteriores',
  nextFiles: 'Ficheiros seguintes',
  downloadAll: ({ size }) => `Transferir tudo (${size}, .zip)`,
  downloaded: 'Transferido em',
  allDownloaded: 'Transferiu todos os ficheiros.',
  checksums: 'Somas de verificação (SHA-256)',
  checksumsHelp:
    'Com uma soma de verificação pode provar que um ficheiro chegou exatamente como foi enviado.',

  availableUntil: 'Disponível até',
  timeLeft: ({ duration }) => `faltam ${duration}`,
  endsSoon: ({ count }) =>
    plural('pt', count, {
      one: 'Este ficheiro expira em breve. Transfira-o agora.',
      other: 'Estes ficheiros expiram em breve. Transfira-os agora.',
    }),

  unexpected: 'Não esperava isto?',
  whatThisIs: ({ service }) =>
    `${service} transmite ficheiros demasiado grandes ou demasiado privados para um e-mail. Alguém lhe enviou estes ficheiros, e esta página foi feita só para si.`,
  whenInDoubt:
    'Se não conhece o remetente ou tem dúvidas, não abra os ficheiros. Pergunte primeiro ao remetente, por um meio que já conheça, por exemplo por telefone.',
  keepTheLink: 'Não reencaminhe a ligação: quem a tiver pode transferir os ficheiros.',
  report: ({ address }) => `Algo lhe parece suspeito? Escreva para: ${address}`,

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
};

function files(count: number): string {
  return plural('pt', count, {
    one: '1 ficheiro',
    many: '{count} de ficheiros',
    other: '{count} ficheiros',
  });
}
