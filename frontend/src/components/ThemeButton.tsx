import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

const SCHEMES = {
  light: { name: "light", Icon: IconSun, next: "dark" },
  dark: { name: "dark", Icon: IconMoon, next: "auto" },
  auto: { name: "as the system", Icon: IconDeviceDesktop, next: "light" },
} as const;

/** The theme belongs to the person, not to the address: it is kept in local storage by the component kit. */
export function ThemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, Icon, next } = SCHEMES[colorScheme];
  return (
    <ActionIcon
      aria-label={`Theme: ${name}. Change to ${SCHEMES[next].name}`}
      title={`Theme: ${name}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={17} stroke={1.7} />
    </ActionIcon>
  );
}
