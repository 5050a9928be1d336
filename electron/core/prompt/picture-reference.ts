import type { SentMessages } from './chat-message.ts';

const scheme = 'assay-picture:';

/** What stands in a stored prompt for a picture file: prompts are stored by the thousand, a picture lies in its file once. */
export function pictureReference(sha256: string): string {
  return `${scheme}${sha256}`;
}

/** The hash a reference names; null for any other address. */
function referredPicture(url: string): string | null {
  return /^assay-picture:([0-9a-f]{64})$/.exec(url)?.[1] ?? null;
}

/** Hashes of the pictures that messages refer to, in order, each once. */
export function picturesIn(messages: SentMessages): readonly string[] {
  const found = new Set<string>();
  withPictures(messages, (sha256) => {
    found.add(sha256);
    return '';
  });
  return [...found];
}

/** How many pictures messages show, referred to or written out. */
export function countPictures(messages: SentMessages): number {
  let count = 0;
  for (const message of messages) {
    const content: unknown = 'content' in message ? message.content : null;
    if (Array.isArray(content)) count += content.filter((part: unknown) => pictureUrl(part) !== null).length;
  }
  return count;
}

/** The messages with each reference replaced by what `urlOf` gives for its hash; all else as it stands. */
export function withPictures(messages: SentMessages, urlOf: (sha256: string) => string): SentMessages {
  return messages.map((message) => {
    const content: unknown = 'content' in message ? message.content : null;
    if (!Array.isArray(content)) return message;
    const parts: readonly unknown[] = content.map((part: unknown) => {
      const address = addressOf(part);
      const sha256 = address === null ? null : referredPicture(address.url);
      if (address === null || sha256 === null) return part;
      return { ...address.part, image_url: { ...address.image_url, url: urlOf(sha256) } };
    });
    return parts.every((part, at) => part === content[at]) ? message : { ...message, content: parts };
  });
}

/** The address of a part of a message that is a picture; null for any other part. */
export function pictureUrl(part: unknown): string | null {
  return addressOf(part)?.url ?? null;
}

function addressOf(
  part: unknown,
): { readonly part: object; readonly image_url: object; readonly url: string } | null {
  if (typeof part !== 'object' || part === null || !('image_url' in part)) return null;
  const { image_url } = part;
  if (typeof image_url !== 'object' || image_url === null || !('url' in image_url)) return null;
  return typeof image_url.url === 'string' ? { part, image_url, url: image_url.url } : null;
}
