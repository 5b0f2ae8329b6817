import { createContext, useContext } from "react";

/** What starts the agent on the host that a page is about: `fioboard-agent`, or its path where `make run` put it. */
export const AgentProgram = createContext("fioboard-agent");

/** A command for a host, as it works there: one of the agent begins as the host starts its agent. */
export function useHostCommand(command: string): string {
  const program = useContext(AgentProgram);
  return command.replace(/^(sudo )?fioboard-agent(?= |$)/, (_, sudo: string = "") => sudo + program);
}

/** Such a command within a sentence. */
export function HostCommand({ text }: { text: string }) {
  return <code>{useHostCommand(text)}</code>;
}
