/** The component kit in our colours, type and sizes. Every colour is one of the tokens, so a theme switch is CSS only. */
import { t } from "@lingui/core/macro";
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const accent: MantineColorsTuple = [
  "#e9eefc",
  "#d3dcf8",
  "#a9bcf2",
  "#83a4f7",
  "#6a8cf0",
  "#4a6ee8",
  "#3f63e0",
  "#2f55d4",
  "#2648b8",
  "#1c2745",
];

/** The kit's own greys of the dark scheme, in our hue. */
const dark: MantineColorsTuple = [
  "#eceff4",
  "#b4bcc9",
  "#8f99a9",
  "#6b7484",
  "#3a414d",
  "#272c35",
  "#1a1e25",
  "#15181d",
  "#0e1116",
  "#0a0c10",
];

export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark },
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--font-mono)",
  defaultRadius: "var(--radius-control)",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "xs" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 30 } },
    TextInput: { defaultProps: { size: "sm" } },
    // The kit's own word for it is English.
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { "aria-label": t`Toggle password visibility` } },
    },
    Textarea: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm", allowDeselect: false } },
    TagsInput: { defaultProps: { size: "sm" } },
    Menu: {
      defaultProps: {
        shadow: "md",
        position: "bottom-end",
        transitionProps: { duration: 0 },
        // Inside its landmark and without the focusable dummy, else it breaks two rules of accessibility.
        withinPortal: false,
        withInitialFocusPlaceholder: false,
      },
    },
  },
});

const colours = {
  "--mantine-color-body": "var(--panel)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-3)",
  "--mantine-color-placeholder": "var(--ink-3)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-default": "var(--panel)",
  "--mantine-color-default-hover": "var(--panel-2)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-gray-light-color": "var(--ink-2)",
  "--mantine-color-gray-light-hover": "var(--line)",
  "--mantine-primary-color-filled": "var(--button)",
  "--mantine-primary-color-filled-hover": "var(--button-hover)",
  "--mantine-color-accent-filled": "var(--button)",
  "--mantine-color-accent-filled-hover": "var(--button-hover)",
  "--mantine-color-accent-light": "var(--accent-soft)",
  // The kit's own is a grey on which secondary text falls below 4.5 : 1 in the dark.
  "--menu-item-hover": "var(--accent-soft)",
  "--mantine-color-accent-light-color": "var(--accent)",
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: colours,
  dark: colours,
});

/** The nonce under which the content security policy lets the kit add its style element. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
}
