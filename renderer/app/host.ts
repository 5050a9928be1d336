/** What the desktop's preload adds to the page; absent in a browser. */
interface AssayHost {
  /** The host's own file dialog; an empty list where the person closed it. */
  openFiles?(): Promise<readonly string[]>;
  /** The path of a dropped file, '' where it has none. */
  pathOf?(file: File): string;
  /** Shows a file in its folder. */
  reveal?(path: string): Promise<void>;
  /** The engine died and was started again. */
  onEngineRestart?(listener: (exitCode: number) => void): void;
}

declare global {
  interface Window {
    readonly assayHost?: AssayHost;
  }
}

export function host(): AssayHost | undefined {
  return window.assayHost;
}
