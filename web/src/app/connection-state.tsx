import { type Connection, useConnection } from "../api/events.ts";

const STATES: Readonly<Record<Connection, { readonly text: string; readonly about: string }>> = {
  off: { text: "Not connected", about: "Nothing is updated by itself." },
  connecting: { text: "Connecting…", about: "What is shown may be old." },
  open: { text: "Live", about: "What happens on the server is shown as it happens." },
  waiting: { text: "Connection lost", about: "The server does not answer; it is tried again every few seconds." },
};

export const ConnectionState = () => {
  const state = useConnection();
  const { text, about } = STATES[state];
  return (
    <span className="connection" data-state={state} title={about} role="status">
      {text}
    </span>
  );
};
