import { useEffect } from "react";
import { events, keepConnected, useConnection } from "../api/events.ts";
import { checkSession, type Session, useSession, useUser } from "../api/session.ts";
import { Toasts } from "../components/toast.tsx";
import { LoginPage } from "../pages/login/login-page.tsx";
import { Shell } from "./shell.tsx";

/** Shows the login page or the console. The pages stay mounted while the user logs in again. */
export const App = () => {
  const session = useSession();
  const who = useUser();
  const isIn = session.state === "in";

  useEffect(() => {
    if (!isIn) return;
    return keepConnected(events);
  }, [isIn]);

  const connection = useConnection();
  useEffect(() => {
    // An EventSource does not report why it was refused; a request does, and shows the login page on a 401.
    if (connection === "waiting") void checkSession();
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
    <LoginPage reason={session.reason} />
  ) : (
    <p className="entrance-wait" role="status">
      Opening the console…
    </p>
  );
