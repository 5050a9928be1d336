import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface KeyBinding {
  /** Keys as they are shown: `s`, `g o` (one after the other), `mod+k`, `shift+Enter`, `ArrowDown`, `?`. */
  readonly keys: string;
  /** What the key does, translated. */
  readonly label: string;
  /** The heading it stands under in the list of keys, translated. */
  readonly group: string;
  readonly run: () => void;
  /** Also while a text field has the focus. */
  readonly whileTyping?: boolean;
}

const layers: (readonly KeyBinding[])[] = [];
let snapshot: readonly KeyBinding[] = [];
const listeners = new Set<() => void>();
let pending: { readonly key: string; readonly at: number } | null = null;
const sequenceMs = 1200;

export const isMac = navigator.userAgent.includes('Mac');

function publish(): void {
  snapshot = layers.flat();
  for (const listener of listeners) listener();
}

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type);
}

/** The event as a binding writes it. Shift is named only where the key itself does not show it. */
function written(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const named = event.key.length > 1;
  const key = event.key === ' ' ? 'Space' : named ? event.key : event.key.toLowerCase();
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${
    event.shiftKey && (named || mod) ? 'shift+' : ''
  }${key}`;
}

function find(keys: string, whileTyping: boolean): KeyBinding | undefined {
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const found = layers[layer]?.find(
      (binding) => binding.keys === keys && (!whileTyping || binding.whileTyping === true),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const inField = typing(event.target);
  const inDialog = document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
  const key = written(event);
  const now = performance.now();
  const sequence = pending !== null && now - pending.at < sequenceMs ? `${pending.key} ${key}` : null;
  pending = null;
  const binding = (sequence === null ? undefined : find(sequence, inField)) ?? find(key, inField);
  if (binding !== undefined && (!inDialog || binding.whileTyping === true)) {
    event.preventDefault();
    binding.run();
    return;
  }
  if (!inField && !inDialog && layers.some((layer) => layer.some((one) => one.keys.startsWith(`${key} `))))
    pending = { key, at: now };
}

let listening = false;

/** Binds keys while the component is mounted; what is bound later wins. `?` lists everything bound. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const signature = bindings.map((one) => `${one.keys}\u0000${one.label}\u0000${one.group}`).join('\u0001');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for the bindings; their actions are read late
  useEffect(() => {
    if (!listening) {
      listening = true;
      window.addEventListener('keydown', onKeyDown);
    }
    const layer = latest.current.map((binding, at) => ({
      ...binding,
      run: () => latest.current[at]?.run(),
    }));
    layers.push(layer);
    publish();
    return () => {
      const at = layers.indexOf(layer);
      if (at >= 0) layers.splice(at, 1);
      publish();
    };
  }, [signature]);
}

/** Everything bound now, for the list of keys. */
export function useBoundKeys(): readonly KeyBinding[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}
