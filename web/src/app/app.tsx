import { useEffect } from "react";
import { events, keepConnected, useConnection } from "../api/events.ts";
import { checkLogin, type LoginState, useLogin, useUser } from "../api/login.ts";
import { Toasts } from "../components/toast.tsx";
import { LoginPage } from "../pages/login/login-page.tsx";
import { Shell } from "./shell.tsx";

/** Shows the login page or the console. The pages stay mounted while the user logs in again. */
export const App = () => {
  const login = useLogin();
  const user = useUser();
  const isIn = login.state === "logged-in";

  useEffect(() => {
    if (!isIn) return;
    return keepConnected(events);
  }, [isIn]);

  const connection = useConnection();
  useEffect(() => {
    // An EventSource does not report why it was refused; a request does, and shows the login page on a 401.
    if (connection === "waiting") void checkLogin();
  }, [connection]);

  return (
    <>
      {user && (
        <div hidden={!isIn}>
          <Shell key={`${user.tenant} ${user.by}`} />
        </div>
      )}
      {!isIn && <Entrance login={login} />}
      <Toasts />
    </>
  );
};

const Entrance = ({ login }: { readonly login: LoginState }) =>
  login.state === "logged-out" ? (
    <LoginPage reason={login.reason} />
  ) : (
    <p className="entrance-wait" role="status">
      Opening the console…
    </p>
  );
