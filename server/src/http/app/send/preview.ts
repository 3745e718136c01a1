import type { Draft } from '../../../domain/model/draft.ts';
import type { ForeseenDrop, PreviewedMail } from '../../../domain/ports/mail-preview.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { appHeaders, mailPolicy } from '../../connection/response-headers.ts';
import { operations } from '../../generated/operations.js';
import { crumb, renderFacts, renderHead } from '../../html/cards.ts';
import { html, userText } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';

/** Our page, which may show a frame of its own origin. */
const framingPolicy = `${appHeaders['content-security-policy'] ?? ''}; frame-src 'self'`;

interface Preview {
  draft: Draft;
  drop: ForeseenDrop;
  mail: PreviewedMail;
}

/** The mail of a draft, as its first receiver would get it. It is shown in a frame that runs and loads nothing. */
export function previewRoutes({ drafts, previewMail }: Services, pages: Pages): Route[] {
  async function find({ account, reader, origin }: PageContext, id: string): Promise<Preview> {
    const draft = await drafts.get(account, id);
    const drop = await drafts.foresee(account, draft, reader.timeZone);
    return { draft, drop, mail: await previewMail(drop, origin) };
  }

  return [
    pages.page(operations.send.preview, async (context, { params }) => {
      const preview = await orInvalid(find(context, params.draft));
      // The page of the draft says what is wrong, or that it was sent.
      if (preview === 'invalid' || preview.draft.dispatchId !== undefined) {
        return { redirect: `/app/send/${params.draft}` };
      }
      context.exchange.reply.header('content-security-policy', framingPolicy);
      return previewPage(context, preview);
    }),
    pages.file(operations.send.previewedMail, async (context, { params }) => {
      const { mail } = await find(context, params.draft);
      return {
        send: ({ reply }) =>
          reply
            .headers({ 'content-security-policy': mailPolicy, 'x-frame-options': 'SAMEORIGIN' })
            .type('text/html; charset=utf-8')
            .send(mail.html),
      };
    }),
  ];
}

async function orInvalid(preview: Promise<Preview>): Promise<Preview | 'invalid'> {
  try {
    return await preview;
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'invalid') return 'invalid';
    throw error;
  }
}

function previewPage({ reader: { say } }: PageContext, { draft, drop, mail }: Preview): AppPage {
  const title = say('send.mail.title');
  const body = html`${renderHead(title, {
      above: crumb(`send/${draft.id}`, say('send.mail.back')),
      lead: html`<p class="quiet">${say('send.mail.hint')}</p>`,
    })}
    <section class="card mail-preview" aria-label="${title}">
      <div class="card-pad">
        ${renderFacts([
          [say('send.mail.to'), userText(drop.receiver.email)],
          [say('send.mail.subject'), userText(mail.subject)],
        ])}
      </div>
      <iframe
        class="mail-frame"
        sandbox=""
        src="/app/send/${draft.id}/preview/mail"
        title="${say('send.mail.preview')}"
      ></iframe>
    </section>`;
  return { title, body };
}
