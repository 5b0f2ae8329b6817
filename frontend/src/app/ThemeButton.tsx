import { t } from "@lingui/core/macro";
import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

const SCHEMES = {
  light: { name: t`light`, Icon: IconSun, next: "dark" },
  dark: { name: t`dark`, Icon: IconMoon, next: "auto" },
  auto: { name: t`as the system`, Icon: IconDeviceDesktop, next: "light" },
} as const;

/** The theme belongs to the person, not to the address: it is kept in local storage by the component kit. */
export function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, Icon, next } = SCHEMES[colorScheme];
  return (
    <ActionIcon
      aria-label={t`Theme: ${name}. Change to ${{ next: SCHEMES[next].name }}`}
      title={t`Theme: ${name}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={17} stroke={1.7} />
    </ActionIcon>
  );
}
