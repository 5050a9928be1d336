/** A stretch of line as the chart draws it. */
export function LegendLine({ color, dashed = false }: { readonly color: string; readonly dashed?: boolean }) {
  return (
    <svg width="18" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="18"
        y1="4"
        y2="4"
        stroke={color}
        strokeWidth="2"
        {...(dashed ? { strokeDasharray: '4 3' } : {})}
      />
    </svg>
  );
}

/** A patch of the band beneath the lines. */
export function LegendBand() {
  return (
    <svg width="12" height="10" aria-hidden="true">
      <rect width="12" height="10" rx="2" fill="var(--chart-band)" />
    </svg>
  );
}

/** A patch of the band that noise makes around a line. */
export function LegendNoise() {
  return (
    <svg width="18" height="10" aria-hidden="true">
      <rect width="18" height="10" rx="2" fill="var(--chart-noise)" />
      <line x1="0" x2="18" y1="5" y2="5" stroke="var(--accent)" strokeWidth="1.5" />
    </svg>
  );
}

/** The upright line of a change. */
export function LegendMark({ kind }: { readonly kind: 'version' | 'judge' }) {
  return (
    <svg width="4" height="12" aria-hidden="true">
      <line
        x1="2"
        x2="2"
        y1="0"
        y2="12"
        strokeWidth="1.4"
        stroke={kind === 'version' ? 'var(--accent)' : 'var(--muted)'}
        strokeDasharray={kind === 'version' ? '3 1.5' : '6 1.5 1 1.5'}
      />
    </svg>
  );
}
