import { plural } from '../../../../i18n/plural.ts';
import type { MailTexts } from './mail-texts.ts';

function filesOf(count: number): string {
  return plural('pt', count, { one: '{count} ficheiro', other: '{count} ficheiros' });
}

export const pt: MailTexts = {
  downloadSubject: (sender, files) => `${sender} enviou-lhe ${filesOf(files)}`,
  downloadDefault: () =>
    'Foram-lhe enviados ficheiros. Abra a ligação nesta mensagem para os transferir.',
  downloadAction: (files) =>
    plural('pt', files, { one: 'Transferir o ficheiro', other: 'Transferir os ficheiros' }),
  uploadSubject: (sender) => `${sender} pede-lhe ficheiros`,
  uploadDefault: () =>
    'Pedem-lhe que envie ficheiros. Abra a ligação nesta mensagem para os carregar.',
  uploadAction: () => 'Enviar ficheiros',
  reminderSubject: (sender, files) => `Lembrete: ${sender} enviou-lhe ${filesOf(files)}`,
  reminderIntro: (files) =>
    plural('pt', files, {
      one: 'Ainda não transferiu este ficheiro. O prazo está a terminar.',
      other: 'Ainda não transferiu estes ficheiros. O prazo está a terminar.',
    }),
  receiptSubject: (receiver, files) =>
    `${receiver} ${plural('pt', files, {
      one: 'transferiu o seu ficheiro',
      other: 'transferiu os seus {count} ficheiros',
    })}`,
  receiptIntro: (date) => `Concluído: ${date}.`,
  receivedSubject: (contact, files) => `${contact} respondeu com ${filesOf(files)}`,
  receivedIntro: (files) =>
    plural('pt', files, {
      one: 'O ficheiro está na sua caixa de entrada. Obtenha-o com o programa que usa a sua chave de API: no navegador só se vê o que chegou.',
      other:
        'Os ficheiros estão na sua caixa de entrada. Obtenha-os com o programa que usa a sua chave de API: no navegador só se vê o que chegou.',
    }),
  receivedAction: () => 'Ver o que chegou',
  unfetchedSubject: (receiver, files) => `${receiver} não transferiu ${filesOf(files)}`,
  unfetchedIntro: (date) =>
    `O prazo terminou: ${date}. Os ficheiros ainda são necessários? Envie-os de novo.`,
  moreFiles: (count) => plural('pt', count, { other: 'e mais {count}' }),
  orOpen: () => 'Ou abra este endereço no navegador:',
  availableUntil: (date) => `Disponível até ${date}.`,
  uploadUntil: (date) => `Pode enviar ficheiros até ${date}.`,
  messageGoesOn: () => 'A mensagem é mais longa. O texto completo está na ligação.',
  keepLink: () => 'A ligação destina-se apenas a si. Não a reencaminhe.',
  unexpected: () =>
    'Não esperava esta mensagem? Não abra a ligação. Pergunte primeiro ao remetente, por um meio que já conhece.',
  report: (address) => `Algo lhe parece suspeito? Escreva para: ${address}`,
  receiptReason: () => 'Recebe esta mensagem porque os recibos estão ativos na sua conta.',
  receivedReason: () => 'Recebe esta mensagem porque pediu ficheiros.',
  unfetchedReason: () => 'Recebe esta mensagem porque os lembretes estão ativos na sua conta.',
  codeSubject: (sender) => `${sender}: o seu código`,
  codeIntro: (code) => `O seu código: ${code}`,
  codeUntil: (date) => `Válido até ${date}. Introduza-o na página que o pediu.`,
  codeUnexpected: () =>
    'Não pediu nenhum código? Então outra pessoa tem a sua ligação. Não dê o código a ninguém e avise o remetente.',
  codeSms: (code, serviceName) =>
    `${code} é o seu código para ${serviceName}. É válido durante 10 minutos. Não o dê a ninguém.`,
  lockedSubject: (sender) => `${sender} enviou-lhe ficheiros`,
  lockedReminderSubject: (sender) => `Lembrete: ${sender} enviou-lhe ficheiros`,
  lockedIntro: () =>
    'O que foi enviado é mostrado depois de introduzir um código. A página da ligação envia-o.',
  lockedAction: () => 'Abrir a página',
  undeliveredSubject: (receiver) => `Não foi possível entregar: ${receiver}`,
  undeliveredManySubject: (receivers) =>
    plural('pt', receivers, {
      one: 'Não foi possível contactar {count} destinatário',
      other: 'Não foi possível contactar {count} destinatários',
    }),
  undeliveredIntro: () =>
    'Não foi possível entregar estas mensagens. Verifique os endereços ou contacte os destinatários por outro meio.',
  undeliveredUnwanted: () => 'não quer receber mais mensagens',
  undeliveredReason: () => 'Recebe esta mensagem porque enviou ou pediu ficheiros.',
  unfetchedManySubject: (receivers) =>
    plural('pt', receivers, {
      one: '{count} destinatário não transferiu os seus ficheiros',
      other: '{count} destinatários não transferiram os seus ficheiros',
    }),
  unfetchedManyIntro: () =>
    'O prazo terminou. Os ficheiros ainda são necessários? Envie-os de novo.',
  codesRefusedSubject: (receiver) => `Foram introduzidos códigos errados: ${receiver}`,
  codesRefusedIntro: (date) =>
    `Foram introduzidos dez códigos errados com a ligação deste destinatário, o último: ${date}. É possível que outra pessoa tenha a ligação. Pergunte ao destinatário e, em caso de dúvida, peça que a ligação seja revogada.`,
  revokedSubject: () => 'O operador terminou um dos seus envios',
  revokedIntro: (date) =>
    `Enviado: ${date}. As ligações já não funcionam e os ficheiros já não podem ser lidos.`,
  revokedReceiverIntro: (date) => `Enviado: ${date}. A ligação deste destinatário já não funciona.`,
  keyRotatedSubject: () => 'A sua conta tem uma nova chave de API',
  accountDisabledSubject: () => 'A sua conta foi desativada',
  accountEnabledSubject: () => 'A sua conta está novamente ativa',
  accountIntro: (date) => `Data: ${date}.`,
  securityReason: () =>
    'Recebe esta mensagem porque diz respeito à segurança da sua conta. Se não a esperava, contacte o operador deste serviço.',
  unwanted: () => 'Não quer receber estas mensagens? Pare-as aqui:',
  sentBy: (serviceName) => `Enviado por ${serviceName}.`,
};
