import { Modal, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewParams } from '../features/verdicts/view-address.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useApiMutation, useApiQuery } from './api.ts';
import { screens, useGoTo } from './location.ts';
import type { Preferences } from './preferences.ts';
import { screenKeys } from './screen-keys.ts';
import styles from './shell.module.css';

interface Command {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Search and commands: go to a screen, open a saved view, look for a text in the verdicts, open a row by its name, change how it looks. */
export function CommandPalette({
  opened,
  onClose,
  onKeys,
  preferences,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onKeys: () => void;
  readonly preferences: Preferences;
}) {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  const sample = useApiMutation('workspace.openSample', { invalidates: ['workspace'] });
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const views = useApiQuery('views.list', { screen: 'verdicts' }, { enabled: opened });
  const list = useRef<HTMLUListElement | null>(null);

  useEffect(() => {
    if (opened) {
      setText('');
      setAt(0);
    }
  }, [opened]);

  const commands = useMemo((): readonly Command[] => {
    const fixed: readonly Command[] = [
      ...screens.map((screen) => ({
        id: screen,
        label: t('keys.goTo', { screen: t(`screens.${screen}`) }),
        keys: `g ${screenKeys[screen]}`,
        run: () => goTo(screen),
      })),
      ...(views.data ?? []).map((view) => ({
        id: `view-${view.view_id}`,
        label: t('palette.view', { name: view.name }),
        run: () => goTo('verdicts', viewParams(view)),
      })),
      { id: 'theme', label: t('switchTheme'), keys: 'mod+j', run: preferences.toggleTheme },
      { id: 'language', label: t('switchLanguage'), run: preferences.toggleLanguage },
      { id: 'keys', label: t('keys.list'), keys: '?', run: onKeys },
      { id: 'sample', label: t('empty.openSample'), run: () => sample.mutate() },
    ];
    const wanted = text.trim();
    if (wanted === '') return fixed;
    const folded = wanted.toLowerCase();
    const found = fixed.filter((one) => one.label.toLowerCase().includes(folded) || one.id.includes(folded));
    const row: readonly Command[] = /^\d+:\d+(\.\d+)?$/.test(wanted)
      ? [
          {
            id: 'row',
            label: t('palette.row', { row: wanted }),
            run: () => goTo('verdicts', { row: wanted }),
          },
        ]
      : [];
    return [
      ...row,
      ...found,
      {
        id: 'search',
        label: t('palette.search', { text: wanted }),
        run: () => goTo('verdicts', { q: wanted }),
      },
      {
        id: 'filter',
        label: t('palette.filter', { text: wanted }),
        run: () => goTo('verdicts', { where: wanted }),
      },
    ];
  }, [text, t, goTo, preferences, onKeys, sample, views.data]);

  const chosen = Math.min(at, commands.length - 1);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = (chosen + step + commands.length) % commands.length;
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(commands[chosen]);
    }
  };

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      title={null}
      padding={0}
      size={560}
      yOffset="12vh"
      aria-label={t('keys.commands')}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={styles.paletteInput}
        placeholder={t('searchOrJump')}
        aria-label={t('searchOrJump')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} className={styles.palette}>
        {commands.map((command, index) => (
          <li key={command.id}>
            <button
              type="button"
              tabIndex={-1}
              className={styles.command}
              data-chosen={index === chosen || undefined}
              onMouseMove={() => setAt(index)}
              onClick={() => run(command)}
            >
              <span className={styles.optionText}>{command.label}</span>
              {command.keys === undefined ? null : <KeyHint keys={command.keys} />}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
