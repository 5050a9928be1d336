/** A part of a message as OpenAI-compatible servers take it. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image_url';
      readonly image_url: { readonly url: string; readonly detail?: 'auto' | 'low' | 'high' };
    };

export const chatRoles = ['system', 'user', 'assistant', 'developer'] as const;
export type ChatRole = (typeof chatRoles)[number];

/** A message of our own making. */
export interface ChatMessage {
  readonly role: ChatRole;
  readonly content: string | readonly ContentPart[];
}

/** A message read from a log: sent again exactly as it stands, with whatever other fields it has. */
export type LoggedMessage = Readonly<Record<string, unknown>> & { readonly role: string };

export type SentMessages = readonly (ChatMessage | LoggedMessage)[];

/** The text of a message's content; images are left out. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? part.text
        : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}
