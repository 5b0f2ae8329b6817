import "@/subjects/sharing/report/kit-styles";
import { MantineProvider } from "@mantine/core";
import { createRoot } from "react-dom/client";
import { SharePage } from "@/subjects/sharing/report/SharePage";
import { schemeOfSystem, systemScheme } from "@/subjects/sharing/report/scheme";
import { cssVariablesResolver, styleNonce, theme } from "@/ui/theme";

const root = document.getElementById("root");
if (root === null) throw new Error("share.html has no #root");

/** What follows `/s/`: read here once, shown nowhere. */
const token = location.pathname.slice(new URL("s/", document.baseURI).pathname.length);

document.documentElement.setAttribute("data-mantine-color-scheme", schemeOfSystem());

createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    getStyleNonce={styleNonce}
    defaultColorScheme="auto"
    colorSchemeManager={systemScheme}
  >
    <SharePage token={token} />
  </MantineProvider>,
);
