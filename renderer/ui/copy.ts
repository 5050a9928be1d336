import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: i18next.t('common:copied'), autoClose: 1500, withCloseButton: false });
  } catch {
    notifications.show({ message: i18next.t('common:copyFailed'), color: 'red' });
  }
}
