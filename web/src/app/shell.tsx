import { Suspense, useEffect, useRef } from "react";
import { EmptyState } from "../components/empty-state.tsx";
import { Page } from "../components/page.tsx";
import { Skeleton } from "../components/skeleton.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { PAGES } from "./pages.ts";
import { SideBar } from "./side-bar.tsx";
import { useRoute } from "./use-route.ts";
import "./shell.css";

export const Shell = () => {
  const { page, parts } = useRoute();
  const entry = PAGES.find(({ name }) => name === page);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(page);

  // On another page, one begins at its top.
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);

  return (
    <div className="shell">
      {/* A link would change the address, which says where one is. */}
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <SideBar page={page} />
      <main className="shell-main" id="main" ref={main} tabIndex={-1}>
        <PageBoundary key={page} where={`${page}/${parts.join("/")}`}>
          <Suspense fallback={<Skeleton lines={6} label="Loading the page" />}>
            {entry ? <entry.Page /> : <NoSuchPage />}
          </Suspense>
        </PageBoundary>
      </main>
      <BottomBar page={page} />
    </div>
  );
};

const NoSuchPage = () => (
  <Page title="No such page">
    <EmptyState title="The address leads nowhere" action={<a href="#/">Go to Home</a>} />
  </Page>
);
