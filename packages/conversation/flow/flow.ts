import type { Directory } from '../directory/person.ts';
import type { Responses } from '../response/response.ts';
import type { EnumerationOption } from '../slot/enumeration.ts';
import type { FreeTextLimits } from '../slot/free-text.ts';
import type { NumberLimits } from '../slot/number.ts';
import type { Locale, Localized } from '../text/locale.ts';

/** What kind of value a slot holds, with what its reader needs. */
export type SlotKind =
  | { readonly type: 'pattern'; readonly pattern: string; readonly near: string | null }
  | { readonly type: 'enum'; readonly options: readonly EnumerationOption[] }
  | { readonly type: 'date_range' }
  | { readonly type: 'directory' }
  | ({ readonly type: 'text' } & FreeTextLimits)
  | ({ readonly type: 'number' } & NumberLimits);

export interface Slot {
  readonly name: string;
  readonly kind: SlotKind;
  readonly title: Localized;
  /** Words by which a user refers to it: "change the *address*". */
  readonly names: readonly string[];
  readonly required: boolean;
  /** Names who is speaking: while it is asked the state is `identify_user`. */
  readonly identifiesUser: boolean;
  /** Response keys. `ask` is null only for an optional slot that is never asked for. */
  readonly ask: string | null;
  readonly invalid: string | null;
  readonly which: string | null;
  readonly unknown: string | null;
  readonly why: string | null;
  readonly offer: string | null;
  /** Profile field whose value is offered instead of asking. */
  readonly offerFrom: string | null;
  /** Profile field that what the user says is worth remembering in. */
  readonly learn: string | null;
}

/** An intent that gathers slots and then acts. */
export interface TaskFlow {
  readonly kind: 'task';
  readonly intent: string;
  readonly title: Localized;
  readonly near: readonly string[];
  readonly examples: Readonly<Record<Locale, readonly string[]>>;
  readonly slots: readonly Slot[];
  /** Response key of the confirmation; null when it acts as soon as it is complete. */
  readonly confirm: string | null;
  /** Response key said when it goes downstream. */
  readonly accepted: string;
  /** Response of a refused look-up → the slot it invites another value for, which is then asked again. */
  readonly refused: Readonly<Record<string, string>>;
}

/** An intent that is answered at once from a template and never leaves the conversation. */
export interface AnswerFlow {
  readonly kind: 'answer';
  readonly intent: string;
  readonly title: Localized;
  readonly near: readonly string[];
  readonly examples: Readonly<Record<Locale, readonly string[]>>;
  readonly reply: string;
  /** A greeting, a thank-you: beside a request it asks for nothing. */
  readonly courtesy: boolean;
}

export type Flow = TaskFlow | AnswerFlow;

/** Everything `createConversation` needs. */
export interface FlowSet {
  readonly flows: readonly Flow[];
  readonly responses: Responses;
  readonly directory: Directory | null;
}
