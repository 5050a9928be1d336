import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../ui/key-hint.tsx';
import { type KeyBinding, useBoundKeys } from './keys.ts';
import styles from './shell.module.css';

const inTables = [
  ['↑ ↓', 'move'],
  ['PageUp PageDown', 'page'],
  ['Home End', 'ends'],
  ['Enter', 'open'],
  ['Space', 'select'],
  ['mod+a', 'all'],
  ['mod+c', 'copy'],
  ['← →', 'heads'],
  ['shift+← →', 'widen'],
  ['alt+← →', 'place'],
  ['Backspace', 'usual'],
] as const;

/** Every key that does something here and now, by heading. */
export function KeyList({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const bound = useBoundKeys();
  const table = inTables.map(
    ([keys, what]): KeyBinding => ({
      keys,
      label: t(`keys.table.${what}`),
      group: t('keys.tables'),
      run: () => undefined,
    }),
  );
  const groups = new Map<string, KeyBinding[]>();
  for (const binding of [...bound, ...table])
    groups.set(binding.group, [...(groups.get(binding.group) ?? []), binding]);
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.list')} size={760}>
      <div className={styles.keyList}>
        {[...groups].map(([group, bindings]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings.map((binding) => (
                <div key={binding.keys}>
                  <dt>{binding.label}</dt>
                  <dd>
                    <KeyHint keys={binding.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
