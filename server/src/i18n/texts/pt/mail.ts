import type { Texts } from '../en/shape.ts';

export const mail: Texts['mail'] = {
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
    one: 'Ainda não transferiu este ficheiro. Expira em breve.',
    other: 'Ainda não transferiu estes ficheiros. Expiram em breve.',
  },
  receiptSubject: {
    one: '{receiver} transferiu o seu ficheiro',
    other: '{receiver} transferiu os seus {files} ficheiros',
  },
  receiptIntro: 'Concluído: {date}.',
  receivedSubject: {
    one: '{contact} enviou-lhe {files} ficheiro',
    other: '{contact} enviou-lhe {files} ficheiros',
  },
  receivedIntro: {
    one: 'O ficheiro está na sua caixa de entrada. Obtenha-o com o programa que usa a sua chave de API: no navegador só se vê o que chegou.',
    other:
      'Os ficheiros estão na sua caixa de entrada. Obtenha-os com o programa que usa a sua chave de API: no navegador só se vê o que chegou.',
  },
  receivedAction: 'Ver o que chegou',
  receivedInInbox: {
    one: 'O ficheiro está na sua caixa de entrada.',
    other: 'Os ficheiros estão na sua caixa de entrada.',
  },
  receivedOpen: 'Abrir a caixa de entrada',
  returnedSubject: {
    one: '{receiver} recebeu o seu ficheiro',
    other: '{receiver} recebeu os seus {files} ficheiros',
  },
  returnedIntro: 'Recebido: {date}. Guarde esta mensagem como confirmação.',
  returnedReason: 'Recebe esta mensagem porque enviou estes ficheiros.',
  unfetchedSubject: {
    one: '{receiver} não transferiu {files} ficheiro',
    other: '{receiver} não transferiu {files} ficheiros',
  },
  unfetchedIntro: 'Os ficheiros expiraram em {date}. Se ainda forem necessários, envie-os de novo.',
  moreFiles: 'e mais {count}',
  orOpen: 'Ou abra este endereço no navegador:',
  availableUntil: 'Disponível até {date}.',
  uploadUntil: 'Pode enviar ficheiros até {date}.',
  messageGoesOn: 'A mensagem é mais longa. Abra a ligação para a ler toda.',
  keepLink: 'Esta ligação é só para si. Não a partilhe.',
  unexpected:
    'Não esperava esta mensagem? Não abra a ligação. Confirme primeiro com o remetente por um meio que já conheça.',
  report: 'Algo lhe parece suspeito? Escreva para: {address}',
  receiptOpen: 'Ver a transferência',
  receiptDrop: 'Transferência: {id}',
  receiptReason: 'Recebe esta mensagem porque os recibos estão ativos na sua conta.',
  receivedReason: 'Recebe esta mensagem porque pediu ficheiros.',
  unfetchedReason: 'Recebe esta mensagem porque os lembretes estão ativos na sua conta.',
  codeSubject: 'O seu código para abrir a página de {sender}',
  codeIntro: 'O seu código: {code}',
  codeUntil: 'Válido até {date}. Introduza-o na página que o pediu.',
  codeUnexpected:
    'Não pediu nenhum código? Então outra pessoa tem a sua ligação. Não partilhe este código com ninguém e avise o remetente.',
  codeSms:
    '{code} é o seu código para {service}. É válido durante 10 minutos. Não o partilhe com ninguém.',
  lockedSubject: '{sender} enviou-lhe ficheiros',
  lockedReminderSubject: 'Lembrete: {sender} enviou-lhe ficheiros',
  lockedIntro:
    'Precisa de um código de utilização única para ver os ficheiros. Abra a página e nós enviamo-lo.',
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
  unfetchedManyIntro: 'Os ficheiros expiraram. Se ainda forem necessários, envie-os de novo.',
  codesRefusedSubject: 'Foram introduzidos códigos errados: {receiver}',
  codesRefusedIntro:
    'Foram introduzidos dez códigos errados com a ligação deste destinatário, o último: {date}. É possível que outra pessoa tenha a ligação. Pergunte ao destinatário e, em caso de dúvida, peça que a ligação seja revogada.',
  codesUsedUpSubject: 'Por agora não há mais códigos: {receiver}',
  codesUsedUpIntro:
    'Foram pedidos tantos códigos com a ligação deste destinatário que, por agora, não são enviados mais. O último: {date}. Se não foi o destinatário a pedi-los, outra pessoa tem a ligação: revogue-a e envie uma nova.',
  revokedSubject: 'O operador terminou um dos seus envios',
  revokedIntro:
    'Enviado: {date}. As ligações já não funcionam e os ficheiros já não podem ser lidos.',
  revokedReceiverIntro: 'Enviado: {date}. A ligação deste destinatário já não funciona.',
  invitationSubject: 'A sua conta: {service}',
  invitationIntro:
    'Foi convidado a enviar e receber ficheiros em segurança. Escolha uma palavra-passe para começar.',
  invitationFrom:
    '{inviter} enviou-lhe um convite para enviar e receber ficheiros em segurança. Escolha uma palavra-passe para começar.',
  invitationAction: 'Escolher uma palavra-passe',
  resetSubject: 'Escolha uma nova palavra-passe',
  resetIntro: 'Pediu uma ligação para escolher uma nova palavra-passe.',
  resetUnexpected: 'Não pediu isto? Ignore esta mensagem: a sua palavra-passe mantém-se.',
  linkUntil: 'A ligação funciona uma vez, até {date}.',
  keyRotatedSubject: 'A sua conta tem uma nova chave de API',
  keyEndingSubject: 'Uma das suas chaves de API expira em breve',
  keyEndingIntro:
    'Os scripts que utilizam estas chaves deixarão de poder iniciar sessão. Crie atempadamente novas chaves em Segurança, Chaves de API.',
  keyEndingItem: '{name}: válida até {date}',
  passwordChangedSubject: 'A sua palavra-passe foi alterada',
  passkeyAddedSubject: 'Foi adicionada uma chave de acesso à sua conta',
  passkeyRemovedSubject: 'Foi removida uma chave de acesso da sua conta',
  identityLinkedSubject: 'Foi associado um serviço de início de sessão à sua conta',
  identityUnlinkedSubject: 'Foi desassociado um serviço de início de sessão da sua conta',
  authenticatorAddedSubject: 'Foi adicionada uma aplicação de autenticação à sua conta',
  authenticatorRemovedSubject: 'A aplicação de autenticação foi removida da sua conta',
  recoveryCodesMadeSubject: 'Foram criados novos códigos de recuperação para a sua conta',
  signInCodesRefusedSubject: 'Foram introduzidos códigos errados para iniciar sessão na sua conta',
  signInCodesRefusedAdvice:
    'Se foi o próprio, não tem de fazer nada. Caso contrário, alguém conhece a sua palavra-passe ou consegue ler o seu correio: altere as duas palavras-passe.',
  signInAttemptsSubject: 'Foram introduzidas muitas palavras-passe erradas na sua conta',
  signInAttemptsAdvice:
    'Ninguém entrou com elas. Pode iniciar sessão como habitualmente onde já o fez antes e com uma chave de acesso. Se a sua palavra-passe for curta ou usada noutros sítios, altere-a.',
  secondFactorRemovedSubject: 'Um administrador removeu a aplicação de autenticação da sua conta',
  accountDisabledSubject: 'A sua conta foi desativada',
  accountEnabledSubject: 'A sua conta está novamente ativa',
  accountIntro: 'Data: {date}.',
  securityReason:
    'Recebe esta mensagem porque diz respeito à segurança da sua conta. Se não a esperava, contacte o operador deste serviço.',
  unwanted: 'Não quer receber estas mensagens? Cancele-as aqui:',
  sentBy: 'Enviado por {service}.',
};
