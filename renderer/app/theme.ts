import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent; its shades feed Mantine, the rest of the look lives in theme.css. */
const accent: MantineColorsTuple = [
  '#eef2fd',
  '#dfe6fa',
  '#bccaf4',
  '#96acee',
  '#7f98f8',
  '#5775e0',
  '#2f54d3',
  '#2848bb',
  '#2140a5',
  '#18328a',
];

/** Mantine's dark greys, set to the ones of theme.css. */
const dark: MantineColorsTuple = [
  '#e7eaf1',
  '#c3cad8',
  '#97a0b3',
  '#848da1',
  '#384051',
  '#262c39',
  '#1b202b',
  '#161a23',
  '#0e1118',
  '#0a0c12',
];

const surfaces: Readonly<Record<string, string>> = {
  '--mantine-color-body': 'var(--panel)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-default': 'var(--panel)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-error': 'var(--fail)',
};

/** Mantine's own surfaces follow theme.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...surfaces },
  dark: { ...surfaces },
});

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  colors: { accent, dark },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.9375rem', xl: '1.125rem' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '10px' },
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Button: { defaultProps: { size: 'compact-sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'sm', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { transitionProps: { duration: 0 } } } },
    Autocomplete: { defaultProps: { size: 'xs', comboboxProps: { transitionProps: { duration: 0 } } } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'none' } },
    Menu: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'none' } },
    Modal: { defaultProps: { transitionProps: { duration: 0 }, overlayProps: { backgroundOpacity: 0.35 } } },
    Tooltip: { defaultProps: { transitionProps: { duration: 0 }, openDelay: 350, withArrow: false } },
  },
});
