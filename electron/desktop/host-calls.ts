import { BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, shell } from 'electron';
import { appOrigin } from './window.ts';

/** The few native calls the preload offers. A sender that is not the app's own page is refused. */
export function registerHostCalls(): void {
  ipcMain.handle('assay:open-files', async (event) => {
    checkSender(event);
    const window = BrowserWindow.fromWebContents(event.sender);
    const options: Electron.OpenDialogOptions = { properties: ['openFile', 'multiSelections'] };
    const chosen =
      window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
    return chosen.canceled ? [] : chosen.filePaths;
  });
  ipcMain.handle('assay:reveal', (event, path: unknown) => {
    checkSender(event);
    if (typeof path === 'string') shell.showItemInFolder(path);
  });
}

function checkSender(event: IpcMainInvokeEvent): void {
  const url = event.senderFrame?.url ?? '';
  if (!url.startsWith(`${appOrigin}/`)) throw new Error(`a page at ${url} may not call the host`);
}
