import { contextBridge, ipcRenderer, webUtils } from 'electron';

/** What only the desktop can do; the renderer asks `window.assayHost?.…` and does without where it is missing. */
contextBridge.exposeInMainWorld('assayHost', {
  openFiles: (): Promise<readonly string[]> => ipcRenderer.invoke('assay:open-files'),
  pathOf: (file: File): string => webUtils.getPathForFile(file),
  reveal: (path: string): Promise<void> => ipcRenderer.invoke('assay:reveal', path),
  onEngineRestart: (listener: (exitCode: number) => void): void => {
    ipcRenderer.on('assay:engine-restarted', (_event, exitCode: number) => listener(exitCode));
  },
});
