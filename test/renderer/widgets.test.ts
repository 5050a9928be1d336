import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { rendererFolder, sourceFiles } from './texts.ts';

/** Widgets that bring no sheet of their own but are drawn with others'. */
const drawnWith: Readonly<Record<string, readonly string[]>> = {
  Autocomplete: ['Input', 'Combobox', 'Popover'],
  Select: ['Input', 'Combobox', 'Popover', 'ScrollArea', 'CloseButton'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  NumberInput: ['Input', 'NumberInput'],
  Checkbox: ['InlineInput', 'Checkbox'],
  Radio: ['InlineInput', 'Radio'],
  Switch: ['InlineInput', 'Switch'],
  Modal: ['ModalBase', 'Modal', 'Overlay', 'Paper', 'CloseButton'],
  Drawer: ['ModalBase', 'Drawer', 'Overlay', 'Paper', 'CloseButton'],
  SegmentedControl: ['FloatingIndicator', 'SegmentedControl'],
  Button: ['UnstyledButton', 'Button', 'Loader'],
};

test('every widget the screens use has its styles', () => {
  const sheets = resolve(rendererFolder, '..', 'node_modules', '@mantine', 'core', 'styles');
  const listed = readFileSync(join(rendererFolder, 'app', 'widgets.css'), 'utf8');
  const used = new Set(
    sourceFiles().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap((found) =>
        (found[1] ?? '').split(',').map((name) => name.trim().split(' ')[0] ?? ''),
      ),
    ),
  );
  expect(used.size).toBeGreaterThan(10);
  const needed = [...used].flatMap((name) => drawnWith[name] ?? [name]);
  const missing = needed.filter(
    (name) => existsSync(join(sheets, `${name}.layer.css`)) && !listed.includes(`/${name}.layer.css`),
  );
  expect(missing).toEqual([]);
});
