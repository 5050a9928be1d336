import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView, TableView } from '../../../electron/api/types.ts';
import { type ApiInput, useApiMutation, useApiQuery } from '../../app/api.ts';
import { useShowFailure } from '../../app/failure-message.ts';
import { useKeys } from '../../app/keys.ts';
import { useGoTo, useParam } from '../../app/location.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { sameView } from './same-view.ts';
import styles from './verdicts.module.css';
import { viewParams } from './view-address.ts';

const noViews: readonly SavedView[] = [];

/** A view as the contract takes it: lists of its own. */
function toInput(view: TableView): ApiInput<'views.save'>['view'] {
  return {
    filter: view.filter,
    search: view.search,
    sort: view.sort.map(({ column, direction }) => ({ column, direction })),
    columns: view.columns === null ? null : [...view.columns],
    widths: { ...view.widths },
  };
}

/** Saved views: filter, search, sort and columns under a name. They are kept with the workspace. */
export function SavedViews({ present }: { readonly present: TableView }) {
  const { t } = useTranslation(['verdicts', 'common']);
  const say = useShowFailure();
  const goTo = useGoTo();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [current, setCurrent] = useParam('view');
  const list = useApiQuery('views.list', { screen: 'verdicts' });
  const views = list.data ?? noViews;
  const active = views.find((one) => one.view_id === current);
  const save = useApiMutation('views.save', {
    invalidates: ['views'],
    onSuccess: (saved) => {
      setName('');
      setCurrent(saved.view_id);
    },
  });
  const overwrite = useApiMutation('views.overwrite', {
    invalidates: ['views'],
    onSuccess: (saved) => setCurrent(saved.view_id),
  });
  const rename = useApiMutation('views.rename', {
    invalidates: ['views'],
    onSuccess: () => setRenamed(null),
  });
  const remove = useApiMutation('views.remove', { invalidates: ['views'] });
  useKeys([
    { keys: 'v', label: t('views.open'), group: t('keys.group'), run: () => setOpened((shown) => !shown) },
  ]);

  const onSave = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return;
    const same = views.find((one) => one.name === wanted);
    const view = toInput(present);
    if (same === undefined) save.mutateAsync({ screen: 'verdicts', name: wanted, view }).catch(say);
    else overwrite.mutateAsync({ view_id: same.view_id, view }).then(() => setName(''), say);
  };
  const taken = views.some((one) => one.name === name.trim());

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus width={400}>
      <Popover.Target>
        <Button onClick={() => setOpened((shown) => !shown)} aria-haspopup="dialog">
          <span className={styles.viewName}>
            {active === undefined ? t('views.button') : visibleText(active.name)}
            {active !== undefined && !sameView(active.view, present) ? (
              <span title={t('views.changed')}> •</span>
            ) : null}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views.label')}>
        {views.length === 0 ? (
          <p className="muted small">{t('views.none')}</p>
        ) : (
          <ul className={styles.viewList}>
            {views.map((one) => (
              <li key={one.view_id} data-active={one.view_id === current || undefined}>
                {renamed?.id === one.view_id ? (
                  <form
                    className={styles.viewRename}
                    onSubmit={(event) => {
                      event.preventDefault();
                      if (renamed.name.trim() !== '')
                        rename.mutateAsync({ view_id: one.view_id, name: renamed.name.trim() }).catch(say);
                    }}
                  >
                    <TextInput
                      autoFocus
                      aria-label={t('views.newName')}
                      maxLength={100}
                      value={renamed.name}
                      onChange={(event) => setRenamed({ id: one.view_id, name: event.currentTarget.value })}
                      onKeyDown={(event) => {
                        if (event.key !== 'Escape') return;
                        event.stopPropagation();
                        setRenamed(null);
                      }}
                    />
                    <Button type="submit">{t('views.rename')}</Button>
                  </form>
                ) : (
                  <>
                    <button
                      type="button"
                      className={styles.viewOpen}
                      aria-current={one.view_id === current ? 'true' : undefined}
                      title={visibleText(one.view.filter)}
                      onClick={() => {
                        setOpened(false);
                        goTo('verdicts', viewParams(one));
                      }}
                    >
                      <bdi>{visibleText(one.name)}</bdi>
                    </button>
                    {removing === one.view_id ? (
                      <>
                        <Button
                          color="red"
                          onClick={() => {
                            setRemoving(null);
                            if (one.view_id === current) setCurrent('');
                            remove.mutateAsync({ view_id: one.view_id }).catch(say);
                          }}
                        >
                          {t('views.remove')}
                        </Button>
                        <Button autoFocus onClick={() => setRemoving(null)}>
                          {t('views.keep')}
                        </Button>
                      </>
                    ) : (
                      <>
                        {one.view_id === current && !sameView(one.view, present) ? (
                          <Button
                            onClick={() =>
                              overwrite
                                .mutateAsync({ view_id: one.view_id, view: toInput(present) })
                                .catch(say)
                            }
                          >
                            {t('views.overwrite')}
                          </Button>
                        ) : null}
                        <ActionIcon
                          aria-label={t('views.renameThis', { name: one.name })}
                          title={t('views.rename')}
                          onClick={() => setRenamed({ id: one.view_id, name: one.name })}
                        >
                          ✎
                        </ActionIcon>
                        <ActionIcon
                          aria-label={t('views.removeThis', { name: one.name })}
                          title={t('views.remove')}
                          onClick={() => setRemoving(one.view_id)}
                        >
                          ✕
                        </ActionIcon>
                      </>
                    )}
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        <form className={styles.viewSave} onSubmit={onSave}>
          <TextInput
            data-autofocus
            aria-label={t('views.name')}
            placeholder={t('views.name')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="filled" disabled={name.trim() === ''} loading={save.isPending}>
            {taken ? t('views.overwrite') : t('views.save')}
          </Button>
        </form>
        <p className="muted small">{t('views.what')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
