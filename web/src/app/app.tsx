import { useEffect } from "react";
import { events, keepConnected, useConnection } from "../api/events.ts";
import { askWho, type Session, useSession, useWho } from "../api/session.ts";
import { Toasts } from "../components/toast.tsx";
import { LoginPage } from "../pages/login/login-page.tsx";
import { Shell } from "./shell.tsx";

/** Everything: the login, or the pages. Whoever has to log in again finds the page as they left it. */
export const App = () => {
  const session = useSession();
  const who = useWho();
  const isIn = session.state === "in";

  useEffect(() => {
    if (!isIn) return;
    return keepConnected(events);
  }, [isIn]);

  const connection = useConnection();
  useEffect(() => {
    // A stream does not say why it was refused; a question does, and shows the login if that is why.
    if (connection === "waiting") void askWho();
  }, [connection]);

  return (
    <>
      {who && (
        <div hidden={!isIn}>
          <Shell key={`${who.tenant} ${who.by}`} />
        </div>
      )}
      {!isIn && <Entrance session={session} />}
      <Toasts />
    </>
  );
};

const Entrance = ({ session }: { readonly session: Session }) =>
  session.state === "out" ? (
    <LoginPage why={session.why} />
  ) : (
    <p className="entrance-wait" role="status">
      Opening the console…
    </p>
  );
