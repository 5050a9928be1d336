/** An event of a trace, as Chromium writes it; times are microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Tasks of the renderers' main threads; an idle renderer has none that matter. */
export function mainThreadTasks(trace: Buffer): readonly { readonly ms: number; readonly cpu_ms: number }[] {
  // Chromium's own file.
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] };
  const main = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}:${tid}`] : [],
    ),
  );
  return traceEvents.flatMap(({ name, pid, tid, dur, tdur }) =>
    /RunTask$/.test(name) && dur !== undefined && main.has(`${pid}:${tid}`)
      ? [{ ms: dur / 1000, cpu_ms: (tdur ?? dur) / 1000 }]
      : [],
  );
}
