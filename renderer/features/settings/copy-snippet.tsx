import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NeighbourTool, Snippet } from '../../../electron/api/types.ts';
import { failureOf, query } from '../../app/api.ts';
import { copyText } from '../../ui/copy.ts';
import { useSentenceGap } from '../../ui/sentence-gap.ts';

const tools = ['claude_code', 'codex', 'cc_switch'] as const satisfies readonly NeighbourTool[];

export interface CopiedSnippet {
  readonly profile_id: string;
  readonly snippet: Snippet | null;
  readonly error: unknown;
}

/** Puts a judge's settings on the clipboard in the words of another tool; no key is in them. */
export function CopySnippet({
  profileId,
  onCopied,
}: {
  readonly profileId: string;
  readonly onCopied: (copied: CopiedSnippet) => void;
}) {
  const { t } = useTranslation('judges');
  const copy = async (tool: NeighbourTool): Promise<void> => {
    try {
      const snippet = await query('neighbours.snippet', { profile_id: profileId, tool });
      await copyText(snippet.text);
      onCopied({ profile_id: profileId, snippet, error: null });
    } catch (error) {
      onCopied({ profile_id: profileId, snippet: null, error: failureOf(error) });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>{t('snippet.copyFor')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map((tool) => (
          <Menu.Item key={tool} onClick={() => void copy(tool)}>
            {t(`neighbours.tools.${tool}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Where the snippet belongs and what its reader must know. */
export function SnippetNotes({ snippet }: { readonly snippet: Snippet }) {
  const { t } = useTranslation('judges');
  const gap = useSentenceGap();
  return (
    <p className="muted small" role="status">
      {[
        t('snippet.copied', { file: snippet.file }),
        ...snippet.notes.map((note) => t(`snippet.${note}`)),
      ].join(gap)}
    </p>
  );
}
