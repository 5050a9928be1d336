import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { copyText } from './copy.ts';
import styles from './panels.module.css';
import { fileNameOf, saveFile } from './save-file.ts';
import { type TsvCell, tsv } from './tsv.ts';

/** The figures behind a chart: what “copy data” copies and the table shows in place of the drawing. */
export interface ChartData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TsvCell[])[];
  /** The address of the rows behind each line, in the same order. */
  readonly links?: readonly string[];
}

export interface LegendItem {
  readonly sign: ReactNode;
  readonly text: string;
  /** The rows it speaks of. */
  readonly href?: string | undefined;
  readonly title?: string | undefined;
}

export interface ChartFrameProps {
  readonly title: string;
  /** Said in one sentence for someone who does not see the drawing. */
  readonly summary: string;
  readonly data: ChartData;
  readonly legend?: readonly LegendItem[];
  readonly height?: number;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Draws the chart as a PNG and hands it over; the drawing's code comes with the first picture. */
async function savePicture(figure: HTMLElement, title: string): Promise<void> {
  // A picture travels without its address, so the filter it was drawn under is written on it.
  const filter = new URLSearchParams(window.location.search).get('where') ?? '';
  try {
    const { pictureOf } = await import('./plot-picture.ts');
    saveFile(await pictureOf(figure, title, filter), fileNameOf(title, 'png'));
  } catch (error) {
    console.error('picture:', error);
    notifications.show({ message: i18next.t('common:chart.pictureFailed'), color: 'red' });
  }
}

/** Every chart stands in this frame: title, legend, text alternative, the data as a table and on the clipboard. */
export function ChartFrame({
  title,
  summary,
  data,
  legend,
  height = 230,
  children,
  actions,
}: ChartFrameProps) {
  const { t } = useTranslation('common');
  const [table, setTable] = useState(false);
  const id = useId();
  const figure = useRef<HTMLElement | null>(null);
  return (
    <figure ref={figure} className={styles.chart} aria-labelledby={id}>
      <div className={styles.chartHead}>
        <h2 id={id}>{title}</h2>
        <ul className={styles.legend}>
          {legend?.map((item) => (
            <li key={item.text} data-legend="" title={item.title}>
              {item.href === undefined ? item.text : <Link href={item.href}>{item.text}</Link>} {item.sign}
            </li>
          ))}
        </ul>
        <div className={styles.chartActions}>
          {actions}
          <button
            type="button"
            className="plain-button"
            title={table ? t('chart.draw') : t('chart.table')}
            aria-pressed={table}
            onClick={() => setTable((shown) => !shown)}
          >
            <Sign path={table ? 'M2 13h12M4 11V7M8 11V3M12 11V6' : 'M2 4h12M2 8h12M2 12h12M7 4v8'} />
            <span className={styles.chartWord}>{table ? t('chart.draw') : t('chart.table')}</span>
          </button>
          <button
            type="button"
            className="plain-button"
            title={t('chart.copy')}
            onClick={() => void copyText(tsv(data.columns, data.rows))}
          >
            <Sign path="M5 5V2.5h8.5V11H11M2.5 5H11v8.5H2.5z" />
            <span className={styles.chartWord}>{t('chart.copy')}</span>
          </button>
          {table || data.rows.length === 0 ? null : (
            <button
              type="button"
              className="plain-button"
              title={t('chart.pictureTitle')}
              onClick={() => {
                if (figure.current !== null) void savePicture(figure.current, title);
              }}
            >
              <Sign path="M8 2v8M4.8 6.8 8 10l3.2-3.2M2.5 10.5v3h11v-3" />
              <span className={styles.chartWord}>{t('chart.picture')}</span>
            </button>
          )}
        </div>
      </div>
      <p className="visually-hidden">{summary}</p>
      {table ? (
        <div className={styles.dataScroll} style={{ height }}>
          <DataList data={data} title={title} />
        </div>
      ) : (
        <div className={styles.chartBody} style={{ height }}>
          {children}
        </div>
      )}
    </figure>
  );
}

function Sign({ path }: { readonly path: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.3" />
    </svg>
  );
}

function DataList({ data, title }: { readonly data: ChartData; readonly title: string }) {
  return (
    <table className={styles.dataTable} aria-label={title}>
      <thead>
        <tr>
          {data.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chart's rows keep their order
          <tr key={at}>
            {row.map((value, column) => (
              <td key={data.columns[column] ?? column}>
                {column === 0 && data.links?.[at] !== undefined ? (
                  <Link href={data.links[at]}>{value ?? '–'}</Link>
                ) : (
                  (value ?? '–')
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
