import type { Texts } from '../en/shape.ts';

export const app: Texts['app'] = {
  navigation: 'Menu principal',
  home: 'Início',
  send: 'Enviar',
  sent: 'Enviados',
  requests: 'Pedidos',
  inbox: 'Caixa de entrada',
  contacts: 'Contactos',
  settings: 'Definições',
  security: 'Segurança',
  admin: 'Administração',
  signOut: 'Terminar sessão',
  welcome: 'Bem-vindo, {name}',
  problems: 'Há um problema',
  backHome: 'Voltar ao início',
  reference: 'Referência:',
  errors: {
    notFound: {
      title: 'Página não encontrada',
      text: 'Não há nada neste endereço, ou não lhe pertence.',
    },
    formExpired: {
      title: 'Esta página expirou',
      text: 'Nada foi alterado. Volte atrás, recarregue a página e tente de novo.',
    },
    signedOut: {
      title: 'A sua sessão terminou',
      text: 'O que carregou e o que foi guardado continua aqui. Inicie sessão para continuar onde estava.',
    },
    tooMany: {
      title: 'Demasiadas tentativas',
      text: 'Aguarde um minuto e tente de novo.',
    },
    tooLarge: {
      title: 'É demasiado grande',
      text: 'Nada foi alterado. Volte atrás e envie menos de cada vez.',
    },
    busy: {
      title: 'O serviço está ocupado',
      text: 'Os seus ficheiros estão seguros. Tente de novo dentro de alguns minutos.',
    },
    failed: {
      title: 'Não funcionou',
      text: 'Tente de novo. Se voltar a acontecer, contacte o operador deste serviço.',
    },
  },
};
