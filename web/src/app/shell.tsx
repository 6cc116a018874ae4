import { Component, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Button } from "../components/button.tsx";
import { Page } from "../components/page.tsx";
import { EmptyState, Skeleton } from "../components/states.tsx";
import { useRoute } from "../router/router.ts";
import { BottomBar, SideBar } from "./navigation.tsx";
import { PAGES } from "./pages.ts";
import "./shell.css";

export const Shell = () => {
  const { page, parts } = useRoute();
  const entry = PAGES.find(({ name }) => name === page);
  const main = useRef<HTMLElement>(null);
  const shown = useRef(page);

  // A new page starts at its top.
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);

  return (
    <div className="shell">
      {/* A link would change the hash, which holds the route. */}
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        Skip to content
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
  <Page title="Page not found">
    <EmptyState title="There is no page at this address" action={<a href="#/">Go to Home</a>} />
  </Page>
);

interface Props {
  /** Identifies the location; the error is cleared when it changes. */
  readonly where: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
  readonly where: string;
}

/** Contains errors of a page so that the navigation keeps working. */
class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined, where: this.props.where };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ where }: Props, state: State): Partial<State> | null {
    return where === state.where ? null : { where, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <EmptyState title="This page crashed" action={<Button onClick={() => location.reload()}>Reload</Button>}>
        <h1 className="unseen">This page crashed</h1>
        {isMissingFile(error)
          ? "Part of the console could not be loaded. The server may have been updated or stopped."
          : `This is a bug in the console: ${error.message.slice(0, 300)}`}
      </EmptyState>
    );
  }
}

const isMissingFile = ({ message }: Error): boolean => /dynamically imported module|module script/i.test(message);
