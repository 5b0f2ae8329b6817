import "@/ui/kit-styles";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "@/app/app";
import { cssVariablesResolver, styleNonce, theme } from "@/ui/theme";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

// Nothing to notify of before something was done: loaded after the first paint.
const Notifications = lazy(async () => ({ default: (await import("@mantine/notifications")).Notifications }));

const { router, queryClient } = createApp();

createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    getStyleNonce={styleNonce}
    defaultColorScheme="auto"
  >
    <Suspense>
      <Notifications position="bottom-center" limit={3} />
    </Suspense>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
