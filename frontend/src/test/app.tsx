/** The whole front end in jsdom, at an address, with the network replaced: the service is not what these tests test. */
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import type { ServiceInfo, Session } from "@/api/types";
import { createApp } from "@/app/app";
import { cssVariablesResolver, theme } from "@/ui/theme";

export const server = setupServer();

/** Answers one call of the API with JSON. */
export function answer(
  method: "get" | "post" | "put" | "patch" | "delete",
  path: string,
  body: JsonBodyType,
  status = 200,
) {
  server.use(
    http[method](`*/api/v1${path}`, () =>
      status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status }),
    ),
  );
}

/** Who is signed in: an admin with a password, unless told otherwise. */
export function session(more: Partial<Session> = {}): Session {
  return {
    user_id: "01a1fe66-0000-7000-8000-0000000000aa",
    name: "ada",
    role: "admin",
    rights: ["account", "admin", "read", "session", "upload", "write"],
    has_password: true,
    has_single_sign_on: false,
    expires_at: "2026-12-01T00:00:00Z",
    authenticated_at: "2026-11-21T09:00:00Z",
    is_recent: true,
    ...more,
  };
}

/** What the service says of itself: passwords, and no single sign-on. */
export function info(more: Partial<ServiceInfo> = {}): ServiceInfo {
  return {
    version: "0.1.0",
    base_url: "http://localhost",
    agent_sha256: null,
    max_upload_bytes: 64 * 1024 * 1024,
    storage: "enough",
    single_sign_on: null,
    command_line: 'make -s cli A="VERB"',
    has_password_login: true,
    ...more,
  };
}

export function signedIn() {
  answer("get", "/session", session());
  answer("get", "/info", info());
  answer("get", "/views", { items: [] });
  answer("get", "/trends", { items: [] });
  answer("get", "/requests", { items: [], next: null });
  answer("get", "/schedules", { items: [] });
}

export function openApp(address: string) {
  const { router, queryClient } = createApp({
    history: createMemoryHistory({ initialEntries: [address] }),
    retryDelay: () => 0,
  });
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const address_ = () => router.state.location.href;
  return { ...view, user: userEvent.setup(), address: address_ };
}
