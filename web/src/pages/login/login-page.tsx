import { type FormEvent, useEffect, useState } from "react";
import { logIn } from "../../api/login.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Input } from "../../components/field.tsx";
import { Logo } from "../../components/icon.tsx";
import "./login-page.css";

/** The login page, shown until the user is authenticated. */
export const LoginPage = ({ reason }: { readonly reason: string | undefined }) => {
  const [token, setToken] = useState("");
  const { run, busy, error } = useAction(() => logIn(token.trim()));
  useEffect(() => {
    document.title = "Log in · Taxiway";
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== "") void run();
  };

  return (
    <main className="login">
      <form className="login-card" onSubmit={submit}>
        <div className="login-brand">
          <Logo size={36} />
          <h1>Taxiway console</h1>
        </div>
        {reason !== undefined && !error && (
          <p className="login-reason" role="status">
            {reason}
          </p>
        )}
        <Input
          label="Admin token or admin key"
          type="password"
          name="token"
          autoFocus
          autoComplete="current-password"
          value={token}
          onValue={setToken}
          problem={error && [error.message, error.hint].filter(Boolean).join(" ")}
          help={
            <>
              The server prints a login link when it starts. The admin token is in its data folder or in{" "}
              <code>TAXIWAY_ADMIN_TOKEN</code>. To create an admin key, run <code>taxiway keys create --admin</code>.
            </>
          }
        />
        <Button type="submit" variant="primary" busy={busy} disabled={token.trim() === ""}>
          Log in
        </Button>
      </form>
    </main>
  );
};
