import type { AppearanceWish } from '../../../domain/administration/appearance-administration.ts';
import type { Appearance } from '../../../domain/model/appearance.ts';
import { parseColor } from '../../../domain/model/appearance.ts';
import { RefusedFile } from '../../../domain/contacts/contact-import.ts';
import { pictureChoiceHeaders } from '../../connection/response-headers.ts';
import { sendWhole } from '../../connection/send-whole.ts';
import { operations } from '../../generated/operations.js';
import { maxLogoBytes } from '../../assets/assets.ts';
import { html } from '../../html/html.ts';
import type { Route, Services } from '../../routing/route.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { doneNotice } from '../frame/forms.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageAnswer, PageContext, Pages } from '../frame/pages.ts';
import { receiveForm } from '../frame/receive-file.ts';
import type { AppearanceView } from './appearance-page.ts';
import { appearancePage } from './appearance-page.ts';
import { previewSheetLink, renderPreview } from './appearance-preview.ts';

/** A logo in Base64 is larger by a third. */
const maxPartBytes = Math.ceil(maxLogoBytes * 1.5);

interface Shown extends Partial<Pick<AppearanceView, 'notice' | 'problems' | 'fields'>> {
  wished?: Appearance;
  chosenLogo?: Buffer | undefined;
}

/** How the service is called and looks, with a preview of what would be. */
export function appearanceRoutes(
  services: Pick<Services, 'administration' | 'brandPreview' | 'transferMemory'>,
  pages: Pages,
): Route[] {
  const { administration, brandPreview } = services;
  async function show(context: PageContext, shown: Shown = {}): Promise<AppPage> {
    const { reader, csrfToken, exchange } = context;
    // On the page alone: an answer that there is none has the headers of every other such answer.
    exchange.reply.headers(pictureChoiceHeaders);
    const kept = await administration.appearance.read();
    const { wished = kept, problems = [], chosenLogo } = shown;
    return appearancePage({
      ...{ reader, csrfToken, problems, notice: shown.notice, maxLogoBytes },
      fields: shown.fields ?? fieldsOf(kept),
      fixed: administration.appearance.fixed,
      hasOwnLogo: kept.logo !== undefined,
      now: brandPreview.brandOf(kept),
      preview: preview(context, { wished, chosenLogo, problems: [] }),
      sheet: previewSheetLink(wished),
    });
  }

  function preview(
    { reader }: PageContext,
    shown: { wished: Appearance; chosenLogo: Buffer | undefined; problems: FieldProblem[] },
  ) {
    return renderPreview({ reader, ...shown, brand: brandPreview.brandOf(shown.wished) });
  }

  function problemsOf({ reader }: PageContext, wrong: readonly string[]): FieldProblem[] {
    const { say, formats } = reader;
    const size = formats.size(maxLogoBytes);
    const texts: Record<string, FieldProblem> = {
      serviceName: { field: 'serviceName', text: say('admin.appearance.nameProblem') },
      accentColor: { field: 'accentColor', text: say('admin.appearance.colorProblem') },
      supportAddress: { field: 'supportAddress', text: say('admin.account.emailProblem') },
      logo: { field: 'file', text: say('admin.appearance.logoProblem', { size }) },
    };
    return wrong.flatMap((part) => texts[part] ?? []);
  }

  /** The form as it was sent, or that its file is too large. */
  async function receive(context: PageContext) {
    try {
      return await receiveForm(context, services.transferMemory, maxPartBytes);
    } catch (error) {
      if (error instanceof RefusedFile) return undefined;
      throw error;
    }
  }

  async function take(context: PageContext): Promise<PageAnswer> {
    const form = await receive(context);
    if (form === undefined) {
      return { status: 422, ...(await show(context, { problems: problemsOf(context, ['logo']) })) };
    }
    const text = (name: string) => form.fields.get(name) ?? '';
    const fields = {
      serviceName: text('serviceName'),
      accentColor: text('accentColor'),
      supportAddress: text('supportAddress'),
    };
    const chosenLogo = form.file ?? decode(text('chosenLogo'));
    const withoutLogo = form.fields.has('withoutLogo');
    const wish: AppearanceWish = {
      ...fields,
      logo: chosenLogo ?? (withoutLogo ? 'none' : 'kept'),
    };
    const { wished, wrong } = await administration.appearance.preview(wish);
    const problems = problemsOf(context, wrong);
    const shown = { wished, problems, chosenLogo: wrong.includes('logo') ? undefined : chosenLogo };
    if (context.wantsJson) {
      const part = preview(context, shown);
      return { part: html`${previewSheetLink(wished)}${part}` };
    }
    if (text('act') === 'save' && wrong.length === 0) {
      await administration.appearance.change(context.actor, wish);
      return { redirect: '/app/admin/appearance?done=saved' };
    }
    const page = await show(context, { ...shown, fields });
    return { ...page, status: wrong.length > 0 ? 422 : 200 };
  }

  return [
    pages.page(operations.admin.appearance, (context, { query }) => {
      const notice = doneNotice(query.done, () => context.say('admin.done.appearanceSaved'));
      return show(context, { notice });
    }),
    pages.page(operations.admin.setAppearance, take),
    pages.page(operations.admin.resetAppearance, async ({ actor }) => {
      await administration.appearance.reset(actor);
      return { redirect: '/app/admin/appearance?done=saved' };
    }),
    pages.file(operations.admin.previewSheet, async (_context, { query: { color = '' } }) => {
      const { body, type } = await brandPreview.sheetOf(parseColor(color));
      return {
        send: ({ request, reply }) => sendWhole(request, reply.type(type), body.toString()),
      };
    }),
  ];
}

function fieldsOf({ serviceName = '', accentColor = '', supportAddress = '' }: Appearance) {
  return { serviceName, accentColor, supportAddress };
}

function decode(base64: string): Buffer | undefined {
  return base64 === '' ? undefined : Buffer.from(base64, 'base64');
}
