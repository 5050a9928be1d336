import { Menu } from 'electron';
import { hostText } from './host-text.ts';

/** The application menu: opening files is ours, everything else is the system's own roles. */
export function setMenu(locale: string, openFiles: () => void): void {
  const text = hostText(locale);
  const mac = process.platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' as const }] : []),
      {
        label: text.file,
        submenu: [
          { label: text.open, accelerator: 'CmdOrCtrl+O', click: openFiles },
          { type: 'separator' },
          { role: mac ? 'close' : 'quit' },
        ],
      },
      // Undo stays off the menu's accelerators: Ctrl Z in triage takes a label back, and the page decides which it is.
      {
        label: text.edit,
        submenu: [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
      },
      {
        label: text.view,
        submenu: [
          { role: 'reload' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
          { role: 'toggleDevTools' },
        ],
      },
      { role: 'windowMenu', label: text.window },
    ]),
  );
}
