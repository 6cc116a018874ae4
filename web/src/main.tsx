// First, because it says in which order the layers of all others count.
import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startSession } from "./api/session.ts";
import { App } from "./app/app.tsx";
import { loginTokenIn } from "./app/route.ts";
import { startTheme } from "./app/theme.ts";

startTheme();

const token = loginTokenIn(location.hash);
// At once, so that it is neither in the history nor on a screenshot.
if (token !== undefined) history.replaceState(null, "", location.pathname);
void startSession(token);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
