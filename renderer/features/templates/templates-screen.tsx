import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../app/api.ts';
import { useParam } from '../../app/location.ts';
import { useWorkspace } from '../../app/workspace.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Loading } from '../../ui/loading.tsx';
import { TemplateWorkbench } from './template-workbench.tsx';

/** The name in the address for the app's own template. */
export const ownTemplate = 'default';

/** A template beside what the training judge was sent: the one named in the address, else the app's own. */
export function TemplatesScreen() {
  const { t } = useTranslation('templates');
  const workspace = useWorkspace();
  const list = useApiQuery('templates.list', undefined, { keep: true });
  const [chosen] = useParam('template');
  const known = list.data?.find((each) => each.template_id === chosen);
  const text = useApiQuery(
    'templates.text',
    { template_id: known?.template_id ?? null },
    { enabled: list.data !== undefined },
  );
  if (workspace.data === undefined || list.data === undefined || text.data === undefined) {
    const error = workspace.error ?? list.error ?? text.error;
    return error === null ? <Loading /> : <ErrorView error={error} onRetry={() => void text.refetch()} />;
  }
  return (
    <div className="screen screen-fixed" data-testid="templates">
      {chosen !== ownTemplate && known === undefined ? <p className="muted">{t('gone')}</p> : null}
      <TemplateWorkbench
        key={known?.template_id ?? ownTemplate}
        workspace={workspace.data.path}
        base={known?.template_id ?? ownTemplate}
        saved={text.data}
        heads={list.data}
      />
    </div>
  );
}
