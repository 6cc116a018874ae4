// Imported first, because it declares the order of the cascade layers.
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startLogin } from "./api/login.ts";
import { App } from "./app/app.tsx";
import { startTheme } from "./app/theme.ts";
import { loginTokenIn } from "./router/router.ts";

startTheme();

const token = loginTokenIn(location.hash);
const holdsToken = (): boolean => location.hash.startsWith("#login=");
// Immediately, so that the token appears neither in the history nor in screenshots.
if (holdsToken()) history.replaceState(null, "", location.pathname);
void startLogin(token);
// Opening a new login link in an open tab changes only the hash.
addEventListener("hashchange", () => holdsToken() && location.reload());

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
