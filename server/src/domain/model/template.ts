import type { Instant } from './clock.ts';
import type { DraftContents } from './draft.ts';
import type { AccountId, TemplateId } from './ids.ts';

/** What a person chose for a drop, kept under a name. */
export interface Template {
  id: TemplateId;
  name: string;
  contents: DraftContents;
  createdAt: Instant;
}

export interface TemplateRepository {
  /** By name. */
  list(accountId: AccountId): Promise<Template[]>;
  find(accountId: AccountId, id: TemplateId): Promise<Template | undefined>;
  /** The one whose folded name is the same. */
  findByName(accountId: AccountId, name: string): Promise<Template | undefined>;
  /** Its folded name must be free. */
  add(accountId: AccountId, template: Template): Promise<void>;
  rename(id: TemplateId, name: string): Promise<void>;
  remove(id: TemplateId): Promise<void>;
}
