// First, because it says in which order the layers of all others count.
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startSession } from "./api/session.ts";
import { App } from "./app/app.tsx";
import { startTheme } from "./app/theme.ts";
import { loginTokenIn } from "./router/router.ts";

startTheme();

const token = loginTokenIn(location.hash);
const holdsToken = (): boolean => location.hash.startsWith("#login=");
// At once, so that it is neither in the history nor on a screenshot.
if (holdsToken()) history.replaceState(null, "", location.pathname);
void startSession(token);
// Somebody who follows the newest link in a window that is open already changes nothing but the hash.
addEventListener("hashchange", () => holdsToken() && location.reload());

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
